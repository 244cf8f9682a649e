import { createConnectLink } from '../../core/accounts/connect/link.js'
import { operatorOf, type Command } from '../command.js'
import { optionalId, requireId } from '../options.js'

export const accountConnect: Command = {
  name: 'account connect',
  usage: '--org ID [--account ID]',
  summary:
    'Makes a link by which the holder of a Pinterest account connects it to the organization; with --account that one again, and no\n' +
    '    other. It works for 15 minutes: hand it on as you would a password.',
  examples: ['account connect --org 1', 'account connect --org 1 --account 7'],
  options: { org: { type: 'string' }, account: { type: 'string' } },
  prepare(values) {
    const actor = operatorOf(requireId(values, 'org'))
    const accountId = optionalId(values, 'account') ?? null
    return async (deps) => {
      const connectLink = await createConnectLink(deps, actor, { accountId })
      const { url, expiresAt } = connectLink
      return { json: { connectLink }, lines: [url, `Works until ${expiresAt.toISOString()}.`] }
    }
  },
}
