import { z } from 'zod'
import type { Account } from '../../core/accounts/account.js'
import { seconds, secondsSchema } from './time.js'

/** @see docs/contract.md#accounts */
export const accountSchema = z
  .object({
    id: z.string(),
    userId: z.string().meta({ description: 'Pinterest’s id of the user' }),
    username: z.string(),
    displayName: z.string(),
    avatarUrl: z.string().nullable(),
    timezone: z
      .string()
      .nullable()
      .meta({ description: 'IANA name', examples: ['America/New_York'] }),
    isBusiness: z.boolean(),
    tokenStatus: z.enum(['authorized', 'unauthorized']),
    tokenAuthorized: z.boolean(),
    domain: z.string().nullable(),
    isDomainVerified: z.boolean(),
    publishing: z.enum(['active', 'paused']),
    whilePaused: z.enum(['wait', 'fail']).meta({ description: 'What becomes of pins that fall due while it is paused' }),
    pausedBecause: z.enum(['app_removed']).nullable().meta({
      description: 'Why it is paused without an admin having paused it; its pins wait then, whatever `whilePaused` says',
    }),
    createdAt: secondsSchema,
  })
  .meta({ id: 'Account' })

export const accountToWire = (account: Account): z.output<typeof accountSchema> => ({
  id: account.id,
  userId: account.platformUserId,
  username: account.username,
  displayName: account.displayName,
  avatarUrl: account.avatarUrl,
  timezone: account.timezone,
  isBusiness: account.isBusiness,
  tokenStatus: account.tokenStatus,
  tokenAuthorized: account.tokenStatus === 'authorized',
  domain: account.domain,
  isDomainVerified: account.isDomainVerified,
  publishing: account.publishing,
  whilePaused: account.whilePaused,
  pausedBecause: account.pausedBecause,
  createdAt: seconds(account.createdAt),
})
