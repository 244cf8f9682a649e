import { disconnectAccount } from '../../core/accounts/connect/disconnect.js'
import { operatorOf, type Command } from '../command.js'
import { requireId } from '../options.js'

export const accountDisconnect: Command = {
  name: 'account disconnect',
  usage: '--org ID --account ID',
  summary: 'Forgets the tokens of an account. Its pins wait, a day each, until it is connected again.',
  examples: ['account disconnect --org 1 --account 7'],
  options: { org: { type: 'string' }, account: { type: 'string' } },
  prepare(values) {
    const actor = operatorOf(requireId(values, 'org'))
    const accountId = requireId(values, 'account')
    return async (deps) => {
      const account = await disconnectAccount(deps, actor, { accountId })
      return {
        json: { account },
        lines: [`Account ${account.id} (${account.username}) is disconnected, and its tokens are gone.`],
      }
    }
  },
}
