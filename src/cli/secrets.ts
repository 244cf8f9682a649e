import { rotateSecrets, type Rotated } from '../core/care/rotate-secrets.js'
import { retireReceiptKey } from '../core/publish/receipts/keys.js'
import type { Command, StandaloneCommand } from './command.js'
import type { PlaceName } from '../core/care/sealed-columns.js'
import type { ForgetDone, Forgotten } from '../service/backup/forget-secrets.js'

export const secretsRotate: Command = {
  name: 'secrets rotate',
  usage: '',
  summary:
    'Re-encrypts, with ENCRYPTION_KEY, what the keys of ENCRYPTION_KEY_PREVIOUS sealed: tokens, calendar links, keys and kept answers. For when\n' +
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

export const secretsReceiptKey: Command = {
  name: 'secrets receipt-key',
  usage: '',
  summary:
    'Ends the key that signs receipts, for example when it leaked. The next receipt makes a new one.\n' +
    '    What the old one signed can still be verified; GET /v1/receipt-keys says since when it signs nothing.',
  examples: ['secrets receipt-key'],
  options: {},
  prepare() {
    return async ({ db, clock }) => {
      const ended = await retireReceiptKey(db.sql, null, clock())
      const line = ended === 0 ? 'No receipt was signed yet: there is no key.' : 'Ended. The next receipt makes a new key.'
      return { json: { ended }, lines: [line] }
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

export const secretsForget: StandaloneCommand = {
  name: 'secrets forget',
  usage: '[--confirm]',
  summary:
    'For a lost ENCRYPTION_KEY, with every process stopped. Forgets what none of the keys that are set opens; then the service starts with a new one.\n' +
    '    Without --confirm it says what would be lost, and changes nothing.',
  examples: ['secrets forget', 'secrets forget --confirm'],
  options: { confirm: { type: 'boolean' } },
  prepareAlone(values) {
    const isConfirmed = values['confirm'] === true
    return async ({ forgetSecrets }) => {
      const done = await forgetSecrets({ isConfirmed })
      return { json: { ...done }, lines: forgottenLines(done) }
    }
  },
}

/** The name of each table's rows, and how to replace them. */
const OF: Readonly<Record<PlaceName, [things: string, then: string]>> = {
  connections: [
    'Connections of accounts',
    'Connect each account again. Queued pins wait for that, each for a day from its time.',
  ],
  slack_installations: ['Installations in Slack', 'Each workspace installs the app again.'],
  calendar_links: ['Calendar links', 'Admins make new ones.'],
  webhooks: [
    'Webhooks',
    'Each is paused, and what happens waits. An admin gives it a new secret, tells the receiver, and resumes it.',
  ],
  idempotency_keys: ['Kept answers with a secret', 'A request that is repeated is carried out again.'],
  receipt_keys: ['Keys that sign receipts', 'The next receipt makes a new one; older receipts are still verified.'],
  database_identity: ['Check value of the key', 'It is made again.'],
}

function forgottenLines({ isForgotten, places }: ForgetDone): string[] {
  const lost = places.filter(({ lost }) => lost > 0)
  if (lost.length === 0) return ['The keys that are set open every secret: there is nothing to forget.']
  return [
    isForgotten ? 'Forgotten, since no key that is set opens it:' : 'No key that is set opens these:',
    ...lost.map(lineOf),
    ...(isForgotten
      ? ['The service may be started with this ENCRYPTION_KEY.']
      : [
          'If somebody has the key that sealed them, put it in ENCRYPTION_KEY_PREVIOUS: then nothing is lost. Nothing was changed.',
          'Only if it is lost for good: stop every process, then npm run admin -- secrets forget --confirm.',
        ]),
  ]
}

function lineOf({ place, lost, opened }: Forgotten): string {
  const [things, then] = OF[place]
  return `  ${things}: ${lost}${opened > 0 ? ` of ${lost + opened}` : ''}. ${then}`
}
