import { createApiKey } from '../../core/accounts/keys/api-keys.js'
import { requireOrganization } from '../../core/accounts/workspaces/organizations.js'
import { operatorOf, type Command, UsageError } from '../command.js'
import { optionalInstant, requireId, requireText } from '../options.js'

export const keyCreate: Command = {
  name: 'key create',
  usage: '--org ID --name NAME [--expires ISO]',
  summary: 'Makes an API key and shows it, this once. Without --expires it never expires.',
  examples: ['key create --org 1 --name "Nightly import" --expires 2027-01-31T00:00:00Z'],
  options: { org: { type: 'string' }, name: { type: 'string' }, expires: { type: 'string' } },
  prepare(values) {
    const actor = operatorOf(requireId(values, 'org'))
    const name = requireText(values, 'name')
    const expiresAt = optionalInstant(values, 'expires')
    return async (deps) => {
      if (expiresAt && expiresAt <= deps.clock()) throw new UsageError('--expires must be in the future.')
      await requireOrganization(deps.db.sql, actor)
      const { key, apiKey } = await createApiKey(deps, actor, { name, ...(expiresAt && { expiresAt }) })
      return {
        json: { key, apiKey },
        lines: [key, `Key ${apiKey.id} (${apiKey.name}) is made. Keep the line above: it is not shown again.`],
      }
    }
  },
}
