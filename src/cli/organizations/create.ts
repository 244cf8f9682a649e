import { createOrganization } from '../../core/accounts/workspaces/organizations.js'
import type { Command } from '../command.js'
import { listTexts, optionalText, requireText } from '../options.js'

export const orgCreate: Command = {
  name: 'org create',
  usage: '--name NAME [--slack-team T…]… [--enterprise E…]',
  summary: 'Makes an organization. --slack-team may be given several times; --enterprise alone means all its workspaces.',
  examples: ['org create --name "Maker Studio" --slack-team T0123456789'],
  options: { name: { type: 'string' }, 'slack-team': { type: 'string', multiple: true }, enterprise: { type: 'string' } },
  prepare(values) {
    const name = requireText(values, 'name')
    const slack = { teamIds: listTexts(values, 'slack-team'), enterpriseId: optionalText(values, 'enterprise') ?? null }
    return async (deps) => {
      const organization = await createOrganization(deps, { name, slack })
      return { json: { organization }, lines: [`Organization ${organization.id} (${organization.name}) is made.`] }
    }
  },
}
