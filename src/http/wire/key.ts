import { z } from 'zod'
import type { ApiKey } from '../../core/accounts/keys/api-keys.js'
import { seconds, secondsOrNull, secondsSchema } from './time.js'

export const roleSchema = z.enum(['viewer', 'contributor', 'scheduler', 'admin'])

/** @see docs/contract.md#keys */
export const keySchema = z
  .object({
    id: z.string().meta({ description: 'Id of the key, which is no secret' }),
    name: z.string().meta({ description: 'What people see it by' }),
    note: z.string().nullable().meta({ description: 'What it is for' }),
    prefix: z.string().meta({ description: 'Its first characters' }),
    lastFour: z.string().nullable().meta({ description: 'Its last four characters; null: made before they were kept' }),
    kind: z.enum(['organization', 'personal']).meta({ description: 'personal: it acts as its person' }),
    role: roleSchema.nullable().meta({ description: 'null: a personal key, which may what its person may' }),
    accounts: z.array(z.string()).nullable().meta({ description: 'Where the role holds; null: on all accounts' }),
    personId: z.string().nullable().meta({ description: 'T…:U… of the person of a personal key' }),
    createdBy: z
      .string()
      .nullable()
      .meta({ description: 'Who made it: key:… with the id of a key, T…:U… of a person in Slack; null: not kept' }),
    createdAt: secondsSchema,
    expiresAt: secondsSchema.nullable().meta({ description: 'null: it does not expire' }),
    revokedAt: secondsSchema.nullable().meta({ description: 'null: it was not revoked' }),
    lastUsedAt: secondsSchema.nullable().meta({ description: 'To the minute' }),
  })
  .meta({ id: 'Key', description: 'An API key; its secret is shown once, when it is made' })

export const keyToWire = (key: ApiKey): z.output<typeof keySchema> => ({
  id: key.id,
  name: key.name,
  note: key.note,
  prefix: key.prefix,
  lastFour: key.lastFour,
  kind: key.personId === null ? 'organization' : 'personal',
  role: key.role,
  accounts: key.accountIds,
  personId: key.personId,
  createdBy: key.createdBy,
  createdAt: seconds(key.createdAt),
  expiresAt: secondsOrNull(key.expiresAt),
  revokedAt: secondsOrNull(key.revokedAt),
  lastUsedAt: secondsOrNull(key.lastUsedAt),
})
