import { distribute } from '../core/distribution/distribute.js'
import type { Command } from './command.js'

export const citusDistribute: Command = {
  name: 'citus distribute',
  usage: '',
  summary:
    'Spreads the database over the nodes of a Citus cluster by organization: once, with every process stopped and a backup at hand. Run it\n' +
    '    again where it was interrupted, and after an update that made tables. docs/citus.md says what to do before and after.',
  examples: ['citus distribute'],
  options: {},
  prepare() {
    return async (deps) => {
      const done = await distribute(deps)
      return { json: { ...done }, lines: linesOf(done) }
    }
  },
}

function linesOf({ distributed, copied, foreignKeys, triggers }: Awaited<ReturnType<typeof distribute>>): string[] {
  if (distributed.length + copied.length + foreignKeys + triggers === 0)
    return ['Everything is spread already: nothing was changed.']
  return [
    ...copied.map((table) => `${table}: on every node.`),
    ...distributed.map((table) => `${table}: spread by organization.`),
    `${foreignKeys} foreign keys and ${triggers} triggers are back. The service may be started.`,
  ]
}
