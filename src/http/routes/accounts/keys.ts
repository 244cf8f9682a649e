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
import { instant, text } from '../../schemas.js'
import { keySchema, keyToWire, roleSchema } from '../../wire/key.js'

const tag = 'Keys'

const newKeyBody = z.strictObject({
  name: text().meta({ minLength: 1, maxLength: KEY_NAME_LENGTH, description: 'What people see it by' }),
  note: text().meta({ maxLength: KEY_NOTE_LENGTH, description: 'What it is for' }).optional(),
  role: roleSchema.optional().meta({ description: 'Default admin' }),
  accounts: z
    .array(text().max(20))
    .min(1)
    .max(MOST_KEY_ACCOUNTS)
    .optional()
    .meta({ description: 'Where the role holds; left out: on all accounts. admin on all of them is full access' }),
  expiresAt: instant().optional().meta({
    description:
      'From then on it is a 401. Not later than that of the key which asks; left out: it ends with that key, or does not expire where that one does not',
  }),
})

const principalSchema = z
  .object({
    kind: z.enum(['key', 'person']).meta({ description: 'person: the key is a personal one, and acts as them' }),
    name: z.string().meta({ description: "The key's" }),
    role: z.enum(['none', ...roleSchema.options]).meta({ description: 'On every account that `accounts` does not name' }),
    accounts: z
      .array(
        z.object({
          accountId: z.string().meta({ description: 'Id of the account' }),
          role: roleSchema.meta({ description: 'What it may do there' }),
        }),
      )
      .meta({ description: 'Every account that this key can see, with the role on it' }),
  })
  .meta({ id: 'Principal', description: 'Who a key acts as, and what it may do' })

/** @see docs/contract.md#keys */
export function keyRoutes(app: FastifyInstance, deps: Deps): void {
  operation(app, deps, {
    id: 'getPrincipal',
    method: 'GET',
    url: '/me',
    tag,
    summary: 'Read what this key may do',
    description: 'Whose key it is, its role, and every account that it can see. A good first request: it costs nothing.',
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
      'Oldest first, expired and revoked ones too. Who is no admin of the organization sees the personal keys of their own.',
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
      'By keys and people who are admins of the organization, 200 in a UTC day. The secret is in this answer alone. People make personal keys in Slack.',
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
    description: 'It stops working at once. Admins of the organization revoke any, others the personal keys of their own.',
    params: z.object({ keyId: z.string().meta({ description: 'Id from the list of keys' }) }),
    data: z.object({ key: keySchema }),
    run: ({ actor, params }) => revokeApiKey(deps, actor, { apiKeyId: params.keyId }),
    show: (key) => ({ key: keyToWire(key) }),
  })
}
