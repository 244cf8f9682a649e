import { z } from 'zod'
import { type Account, PUBLISHED_PINS } from '../../core/accounts/account.js'
import { holdOf } from '../../core/accounts/hold.js'
import { HOLD_REASONS } from '../../core/ports/answer-about.js'
import { INTERESTS, REGIONS } from '../../core/accounts/trend-questions.js'
import { seconds, secondsOrNull, secondsSchema } from './time.js'

/** Describes the setting in an account and in a change of it. */
export const PUBLISHED_PINS_TEXT =
  'What the account’s Slack channel gets of published pins: nothing, a message for each pin, or one message a day that grows'

/** @see docs/contract.md#holds */
export const holdSchema = z
  .object({
    since: secondsSchema.meta({ description: 'Of the first refusal, Unix seconds' }),
    reason: z.enum(HOLD_REASONS).meta({
      description:
        'spam: the spam guard; restricted: what the account may publish is limited; terms: terms or guidelines; billing: an open payment. Values may be added',
    }),
    platformMessage: z.string().meta({ description: 'What Pinterest said, at most 200 characters' }),
    probeAt: secondsSchema.meta({ description: 'When one pin is tried again, Unix seconds' }),
  })
  .meta({ id: 'Hold', description: 'Pinterest takes nothing from the account for now' })

export function holdToWire(account: Account): z.output<typeof holdSchema> | null {
  const hold = holdOf(account)
  return hold && { ...hold, since: seconds(hold.since), probeAt: seconds(hold.probeAt) }
}

/** @see docs/contract.md#accounts */
export const accountSchema = z
  .object({
    id: z.string().meta({ description: 'Our id: the accountId in every path' }),
    userId: z.string().meta({ description: 'Pinterest’s id of the user' }),
    username: z.string().meta({ description: 'On Pinterest' }),
    displayName: z.string().meta({ description: 'On Pinterest' }),
    avatarUrl: z.string().nullable().meta({ description: 'Its picture on Pinterest' }),
    timezone: z
      .string()
      .nullable()
      .meta({ description: 'IANA name', examples: ['America/New_York'] }),
    isBusiness: z.boolean().meta({ description: 'A business account: it has analytics and product tags' }),
    tokenStatus: z
      .enum(['authorized', 'unauthorized'])
      .meta({ description: 'unauthorized: its holder must reconnect it; nothing goes out until then' }),
    tokenAuthorized: z.boolean().meta({ description: 'Whether tokenStatus is authorized' }),
    domain: z.string().nullable().meta({ description: 'Host of the website on its Pinterest profile' }),
    isDomainVerified: z.boolean().meta({ description: 'Whether the account has claimed the website on Pinterest' }),
    publishing: z.enum(['active', 'paused']).meta({ description: 'paused: nothing goes out' }),
    whilePaused: z.enum(['wait', 'fail']).meta({ description: 'What happens to pins that are due while it is paused' }),
    pausedBecause: z.enum(['app_removed', 'restored']).nullable().meta({
      description: 'Why it is paused if no admin paused it. Its pins then wait, whatever `whilePaused` says',
    }),
    pausedUntil: secondsSchema
      .nullable()
      .meta({ description: 'When the pause ends by itself, Unix seconds; null: when it is resumed' }),
    hold: holdSchema.nullable().meta({ description: 'null: Pinterest takes its pins, as far as we know' }),
    publishedPins: z.enum(PUBLISHED_PINS).meta({ description: PUBLISHED_PINS_TEXT }),
    holdDeadLinks: z.boolean().meta({
      description: 'Whether a post whose link is dead when it is due becomes a draft (`link_dead`) instead of going out',
    }),
    trendRegion: z
      .enum(REGIONS)
      .nullable()
      .meta({ description: 'The region whose searches to show; null: the region of its time zone' }),
    trendInterests: z
      .array(z.enum(INTERESTS))
      .meta({ description: 'The interests to show, up to five; empty: all', examples: [['home_decor']] }),
    defaultLink: z.string().nullable().meta({ description: 'The destination link proposed for pins without one in Slack' }),
    createdAt: secondsSchema.meta({ description: 'When it was first connected, Unix seconds' }),
  })
  .meta({ id: 'Account', description: 'A connected Pinterest account' })

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
  pausedUntil: secondsOrNull(account.pausedUntil),
  hold: holdToWire(account),
  publishedPins: account.publishedPins,
  holdDeadLinks: account.holdDeadLinks,
  trendRegion: account.trendRegion,
  trendInterests: account.trendInterests,
  defaultLink: account.defaultLink,
  createdAt: seconds(account.createdAt),
})
