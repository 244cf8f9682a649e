import { listApiKeys, type ApiKey } from '../../core/accounts/keys/api-keys.js'
import { requireOrganization } from '../../core/accounts/workspaces/organizations.js'
import { operatorOf, type Command } from '../command.js'
import { requireId } from '../options.js'
import { quote } from '../text.js'

export const keyList: Command = {
  name: 'key list',
  usage: '--org ID',
  summary: 'Lists the API keys of an organization, revoked and expired ones too.',
  examples: ['key list --org 1'],
  options: { org: { type: 'string' } },
  prepare(values) {
    const actor = operatorOf(requireId(values, 'org'))
    return async (deps) => {
      await requireOrganization(deps.db.sql, actor)
      const apiKeys = await listApiKeys(deps, actor)
      const lines = apiKeys.map((apiKey) => lineOf(apiKey, deps.clock()))
      return { json: { apiKeys }, lines: lines.length > 0 ? lines : ['There are no keys.'] }
    }
  },
}

function lineOf(
  { id, name, prefix, role, accountIds, personId, createdAt, expiresAt, revokedAt, lastUsedAt }: ApiKey,
  now: Date,
): string {
  const used = lastUsedAt ? `last used ${lastUsedAt.toISOString()}` : 'never used'
  return [
    id,
    `${prefix}…`,
    quote(name),
    accessOf({ role, accountIds, personId }),
    `made ${createdAt.toISOString()}`,
    used,
    stateOf({ expiresAt, revokedAt }, now),
  ].join('  ')
}

function accessOf({ role, accountIds, personId }: Pick<ApiKey, 'role' | 'accountIds' | 'personId'>): string {
  if (personId !== null) return `personal: ${personId}`
  if (accountIds === null) return role === 'admin' ? 'full access' : `${role} on all accounts`
  return `${role} on ${accountIds.join(', ') || 'no account'}`
}

function stateOf({ expiresAt, revokedAt }: Pick<ApiKey, 'expiresAt' | 'revokedAt'>, now: Date): string {
  if (revokedAt) return `revoked ${revokedAt.toISOString()}`
  if (!expiresAt) return 'never expires'
  return `${expiresAt <= now ? 'expired' : 'expires'} ${expiresAt.toISOString()}`
}
