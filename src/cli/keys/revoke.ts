import { revokeApiKey } from '../../core/accounts/keys/revoke.js'
import { requireOrganization } from '../../core/accounts/workspaces/organizations.js'
import { DomainError } from '../../core/lib/errors.js'
import { operatorOf, type Command } from '../command.js'
import { requireId } from '../options.js'
import { quote } from '../text.js'

export const keyRevoke: Command = {
  name: 'key revoke',
  usage: '--org ID --key ID',
  summary: 'Makes an API key useless at once. --key is the number that key list shows first.',
  examples: ['key revoke --org 1 --key 3'],
  options: { org: { type: 'string' }, key: { type: 'string' } },
  prepare(values) {
    const actor = operatorOf(requireId(values, 'org'))
    const apiKeyId = requireId(values, 'key')
    return async (deps) => {
      await requireOrganization(deps.db.sql, actor)
      const apiKey = await revokeApiKey(deps, actor, { apiKeyId }).catch((error: unknown) => {
        if (error instanceof DomainError && error.code === 'NOT_FOUND') throw new DomainError('NOT_FOUND', 'Key not found.')
        throw error
      })
      return { json: { apiKey }, lines: [`Key ${apiKey.id} (${quote(apiKey.name)}) is revoked.`] }
    }
  },
}
