import { createApiKey } from '../core/accounts/keys/create.js'
import { requireOrganization } from '../core/accounts/workspaces/organizations.js'
import { operatorOf, type Command, UsageError } from './command.js'
import { optionalChoice, optionalInstant, optionalText, requireId, requireText } from './options.js'
import { quote } from './text.js'
import { listApiKeys, type ApiKey } from '../core/accounts/keys/api-keys.js'
import { revokeApiKey } from '../core/accounts/keys/revoke.js'
import { DomainError } from '../core/lib/errors.js'

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
