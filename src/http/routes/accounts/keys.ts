import type { FastifyInstance } from 'fastify'
import { requireOrganizationAdmin } from '../../../core/accounts/people/roles.js'
import { z } from 'zod'
import { listApiKeys } from '../../../core/accounts/keys/api-keys.js'
import {
  createApiKey,
  KEY_NAME_LENGTH,
  KEY_NOTE_LENGTH,
  type MadeKey,
  MOST_KEY_ACCOUNTS,
} from '../../../core/accounts/keys/create.js'
import { readPrincipal } from '../../../core/accounts/keys/principal.js'
import { revokeApiKey } from '../../../core/accounts/keys/revoke.js'
import type { Deps } from '../../../core/ports/deps.js'
import { operation } from '../../operation.js'
import { instant, pathId, text } from '../../schemas.js'
import { keySchema, keyToWire, roleSchema } from './key-schema.js'

const tag = 'Keys'

const newKeyBody = z.strictObject({
  name: text().meta({ minLength: 1, maxLength: KEY_NAME_LENGTH, description: 'Its name' }),
  note: text().meta({ maxLength: KEY_NOTE_LENGTH, description: 'What it is for' }).optional(),
  role: roleSchema.optional().meta({ description: 'Default admin' }),
  accounts: z
    .array(text().max(20))
    .min(1)
    .max(MOST_KEY_ACCOUNTS)
    .optional()
    .meta({ description: 'The accounts the role applies to; left out: all. admin on all accounts is full access' }),
  expiresAt: instant().optional().meta({
    description:
      'From then on the key gets a 401. At most the expiry of the key that creates it; left out: that expiry, or never if that key never expires',
  }),
})

const principalSchema = z
  .object({
    kind: z.enum(['key', 'person']).meta({ description: 'person: a personal key, which acts as that person' }),
    name: z.string().meta({ description: 'The key’s name' }),
    role: z
      .enum(['none', 'reviewer', ...roleSchema.options])
      .meta({ description: 'The role on every account that `accounts` does not list' }),
    accounts: z
      .array(
        z.object({
          accountId: z.string().meta({ description: 'Id of the account' }),
          role: z.enum(['reviewer', ...roleSchema.options]).meta({ description: 'What it can do there' }),
        }),
      )
      .meta({
        description: 'Every account this key can see, with its role there; a reviewer sees only requests that wait for them',
      }),
  })
  .meta({ id: 'Principal', description: 'Who a key acts as, and what it can do' })

/** @see docs/contract.md#keys */
export function keyRoutes(app: FastifyInstance, deps: Deps): void {
  operation(app, deps, {
    id: 'getPrincipal',
    method: 'GET',
    url: '/me',
    tag,
    summary: 'Read what this key can do',
    description: 'Whose key it is, its role, and every account it can see. A good first request: it is free.',
    data: z.object({ principal: principalSchema }),
    run: ({ actor }) => readPrincipal(deps, actor),
    show: (principal) => ({ principal }),
  })
  operation(app, deps, {
    id: 'listKeys',
    method: 'GET',
    url: '/keys',
    tag,
    summary: 'List the keys of the organization',
    description:
      'Oldest first, including expired and revoked ones. Anyone who is not an admin of the organization sees only their own personal keys.',
    data: z.object({ keys: z.array(keySchema) }),
    run: ({ actor }) => listApiKeys(deps, actor),
    show: (keys) => ({ keys: keys.map(keyToWire) }),
  })
  operation(app, deps, {
    id: 'createKey',
    refusals: ['FORBIDDEN', 'NOT_FOUND'],
    method: 'POST',
    url: '/keys',
    tag,
    summary: 'Create a key of the organization',
    description:
      'Only for admins of the organization, with a key or as a person, 200 in a UTC day. The secret is in this answer only. People create personal keys in Slack.',
    body: newKeyBody,
    status: 201,
    data: z.object({ key: keySchema.extend({ secret: z.string().meta({ description: 'Shown once' }) }) }),
    secretFor: ({ actor }) => requireOrganizationAdmin(actor),
    run: ({ actor, body: { accounts, ...body } }, beforeCommit) =>
      createApiKey(deps, actor, { ...body, accountIds: accounts }, beforeCommit),
    show: ({ key, apiKey }: MadeKey) => ({ key: { ...keyToWire(apiKey), secret: key } }),
  })
  operation(app, deps, {
    id: 'revokeKey',
    method: 'DELETE',
    url: '/keys/:keyId',
    tag,
    summary: 'Revoke a key',
    description: 'It stops working at once. Admins of the organization can revoke any key, others only their own personal keys.',
    params: z.object({ keyId: pathId('Id from the list of keys') }),
    data: z.object({ key: keySchema }),
    run: ({ actor, params }) => revokeApiKey(deps, actor, { apiKeyId: params.keyId }),
    show: (key) => ({ key: keyToWire(key) }),
  })
}
