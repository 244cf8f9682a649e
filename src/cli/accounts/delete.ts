import { deleteAccount } from '../../core/deletion/begin.js'
import { operatorOf, type Command } from '../command.js'
import { requireId, requireText } from '../options.js'

export const accountDelete: Command = {
  name: 'account delete',
  usage: '--org ID --account ID --confirm USERNAME',
  summary: 'Deletes an account with its pins, slots and media, for good. What is on Pinterest stays there.',
  examples: ['account delete --org 1 --account 7 --confirm maple_and_thread'],
  options: { org: { type: 'string' }, account: { type: 'string' }, confirm: { type: 'string' } },
  prepare(values) {
    const actor = operatorOf(requireId(values, 'org'))
    const accountId = requireId(values, 'account')
    const name = requireText(values, 'confirm')
    return async (deps) => {
      const deletion = await deleteAccount(deps, actor, { accountId, name })
      const line = `Account ${accountId} (${deletion.name}) is deleted: the running service takes its rows and media away.`
      return { json: { deletion }, lines: [line] }
    }
  },
}
