import { deleteOrganization } from '../../core/deletion/begin.js'
import { operatorOf, type Command } from '../command.js'
import { requireId, requireText } from '../options.js'

export const orgDelete: Command = {
  name: 'org delete',
  usage: '--org ID --confirm NAME',
  summary: 'Deletes an organization with everything it has, for good. --confirm is its name. Its keys end at once.',
  examples: ['org delete --org 1 --confirm "Maple & Thread"'],
  options: { org: { type: 'string' }, confirm: { type: 'string' } },
  prepare(values) {
    const actor = operatorOf(requireId(values, 'org'))
    const name = requireText(values, 'confirm')
    return async (deps) => {
      const deletion = await deleteOrganization(deps, actor, { name })
      const line = `Organization ${deletion.organizationId} (${deletion.name}) is deleted: the running service takes its rows and media away.`
      return { json: { deletion }, lines: [line] }
    }
  },
}
