import { addWorkspace } from '../../core/accounts/workspaces/organizations.js'
import { type Command, operatorOf } from '../command.js'
import { requireId, requireText } from '../options.js'

export const orgAddWorkspace: Command = {
  name: 'org add-workspace',
  usage: '--org ID --slack-team T…',
  summary: 'Gives an organization a further Slack workspace, or one back from which the app was removed.',
  examples: ['org add-workspace --org 1 --slack-team T0123456789'],
  options: { org: { type: 'string' }, 'slack-team': { type: 'string' } },
  prepare(values) {
    const actor = operatorOf(requireId(values, 'org'))
    const teamId = requireText(values, 'slack-team')
    return async (deps) => {
      const organization = await addWorkspace(deps, actor, { teamId })
      return {
        json: { organization },
        lines: [`The people of ${teamId} belong to organization ${organization.id} (${organization.name}).`],
      }
    }
  },
}
