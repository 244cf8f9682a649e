import { createApiKey } from '../../core/accounts/keys/create.js'
import { requireOrganization } from '../../core/accounts/workspaces/organizations.js'
import { operatorOf, type Command, UsageError } from '../command.js'
import { optionalChoice, optionalInstant, optionalText, requireId, requireText } from '../options.js'
import { quote } from '../text.js'

export const keyCreate: Command = {
  name: 'key create',
  usage: '--org ID --name NAME [--role ROLE] [--accounts IDS] [--note TEXT] [--expires ISO]',
  summary: 'Makes an API key and shows it, this once. Without --role it has full access; without --expires it never expires.',
  examples: [
    'key create --org 1 --name "Nightly import" --expires 2027-01-31T00:00:00Z',
    'key create --org 1 --name "Drafting agent" --role contributor --accounts 1,2',
  ],
  options: {
    org: { type: 'string' },
    name: { type: 'string' },
    role: { type: 'string' },
    accounts: { type: 'string' },
    note: { type: 'string' },
    expires: { type: 'string' },
  },
  prepare(values) {
    const actor = operatorOf(requireId(values, 'org'))
    const name = requireText(values, 'name')
    const role = optionalChoice(values, 'role', ['viewer', 'contributor', 'scheduler', 'admin'])
    const accountIds = optionalText(values, 'accounts')
      ?.split(',')
      .map((id) => id.trim())
    const note = optionalText(values, 'note')
    const expiresAt = optionalInstant(values, 'expires')
    return async (deps) => {
      if (expiresAt && expiresAt <= deps.clock()) throw new UsageError('--expires must be in the future.')
      await requireOrganization(deps.db.sql, actor)
      const { key, apiKey } = await createApiKey(deps, actor, { name, role, accountIds, note, expiresAt })
      return {
        json: { key, apiKey },
        lines: [key, `Key ${apiKey.id} (${quote(apiKey.name)}) is made. Keep the line above: it is not shown again.`],
      }
    }
  },
}
