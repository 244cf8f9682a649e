import { z } from 'zod'
import type { ApiKey } from '../../../core/accounts/keys/api-keys.js'
import { seconds, secondsOrNull, secondsSchema } from '../../wire/time.js'

/** Not `reviewer`: only people decide, so a key with that role could do nothing. */
export const roleSchema = z.enum(['viewer', 'contributor', 'scheduler', 'admin'])

/** @see docs/contract.md#keys */
export const keySchema = z
  .object({
    id: z.string().meta({ description: 'Id of the key; not secret' }),
    name: z.string().meta({ description: 'Its name' }),
    note: z.string().nullable().meta({ description: 'What it is for' }),
    prefix: z.string().meta({ description: 'Its first characters' }),
    lastFour: z
      .string()
      .nullable()
      .meta({ description: 'Its last four characters; null for keys created before these were stored' }),
    kind: z.enum(['organization', 'personal']).meta({ description: 'personal: acts as its person' }),
    role: roleSchema.nullable().meta({
      description: 'null: a personal key, which can do what its person can, or a program that signed in (psa_), at most that',
    }),
    accounts: z.array(z.string()).nullable().meta({ description: 'The accounts the role applies to; null: all' }),
    personId: z.string().nullable().meta({ description: 'For a personal key, its person as T…:U…' }),
    createdBy: z
      .string()
      .nullable()
      .meta({ description: 'Who created it: key:… for an API key, T…:U… for a person in Slack; null: not recorded' }),
    createdAt: secondsSchema,
    expiresAt: secondsSchema.nullable().meta({ description: 'null: it never expires' }),
    revokedAt: secondsSchema.nullable().meta({ description: 'null: not revoked' }),
    lastUsedAt: secondsSchema.nullable().meta({ description: 'To the minute' }),
  })
  .meta({ id: 'Key', description: 'An API key; its secret is shown only when it is created' })

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
