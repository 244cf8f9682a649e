import { rotateSecrets, type Rotated } from '../../core/secrets/rotate.js'
import type { Command } from '../command.js'

export const secretsRotate: Command = {
  name: 'secrets rotate',
  usage: '',
  summary:
    'Re-encrypts, with ENCRYPTION_KEY, what the keys of ENCRYPTION_KEY_PREVIOUS sealed: tokens, calendar links and kept answers. For when\n' +
    '    every process has the new key; beside them, and again where it was interrupted. Says when no older key is needed any more.',
  examples: ['secrets rotate'],
  options: {},
  prepare() {
    return async (deps) => {
      const places = await rotateSecrets(deps)
      const isDone = places.every(({ left }) => left === 0)
      return { json: { places, isDone }, lines: [...places.flatMap(linesOf), lastLine(places, isDone)] }
    }
  },
}

function linesOf({ place, rotated, current, left, unopened }: Rotated): string[] {
  const counts = [`${rotated} re-encrypted`, `${current} under the current key already`]
  if (left > 0) counts.push(`${left} changed meanwhile`)
  return [`${place}: ${counts.join(', ')}.`, ...unopened.map((row) => `${place}, ${row}: no key that is set opens it.`)]
}

function lastLine(places: Rotated[], isDone: boolean): string {
  if (!isDone) return 'Some were changed meanwhile: run this once more.'
  const unopened = places.reduce((sum, one) => sum + one.unopened.length, 0)
  const dropped = 'Nothing that a key of ENCRYPTION_KEY_PREVIOUS opens is left: it may be dropped.'
  if (unopened === 0) return dropped
  return `${dropped} But ${unopened} cannot be opened by any key: if you have an older one, add it to ENCRYPTION_KEY_PREVIOUS and run this again.`
}
