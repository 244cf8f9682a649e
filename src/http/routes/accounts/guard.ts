import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { resumeHold } from '../../../core/accounts/hold.js'
import type { Deps } from '../../../core/ports/deps.js'
import { MOST_A_DAY } from '../../../core/slots/guard.js'
import {
  changeGuard,
  type GuardSettings,
  MOST_BLACKOUTS,
  MOST_OF_PICTURE,
  NOTE_LENGTH,
  readGuardOf,
  readGuardSettings,
} from '../../../core/slots/guard-settings.js'
import { operation } from '../../operation.js'
import { accountParams, text } from '../../schemas.js'
import { holdSchema, holdToWire } from '../../wire/account.js'

const perDaySchema = z
  .union([z.literal('auto'), z.int().min(1).max(MOST_A_DAY)])
  .nullable()
  .meta({
    description:
      'The most posts a day that slots take, in the account’s zone. auto: 5 in its first 14 days, 15 until day 91, then 30, or as many as it published on a day of the last 30. null: no limit, and no warnings about repetition',
  })
const samePictureSchema = z
  .int()
  .min(1)
  .max(MOST_OF_PICTURE)
  .meta({ description: 'How often a picture may go out in 30 days without a warning' })

const WHOLE = 'a day (YYYY-MM-DD, in the account’s zone) or a time with its zone'
const blackoutFields = {
  from: z
    .string()
    .max(40)
    .meta({ description: `Begin: ${WHOLE}`, examples: ['2026-12-24'] }),
  to: z
    .string()
    .max(40)
    .meta({ description: `End: ${WHOLE}; a day is included`, examples: ['2026-12-26'] }),
}
const note = text().meta({ maxLength: NOTE_LENGTH }).nullable().meta({ description: 'Why, for people' })

const guardSchema = z
  .object({
    perDay: perDaySchema,
    limitToday: z.int().nullable().meta({ description: 'What perDay means today' }),
    samePicturePerMonth: samePictureSchema,
    blackouts: z
      .array(z.object({ ...blackoutFields, note, posts: z.int().meta({ description: 'Queued posts inside, which stay' }) }))
      .meta({ description: 'When nothing goes out, earliest first' }),
    daysOver: z
      .array(
        z.object({
          date: z.string().meta({ description: 'In the account’s zone', examples: ['2026-12-24'] }),
          posts: z.int().meta({ description: 'Its live posts' }),
          limit: z.int().meta({ description: 'What perDay means on that day' }),
        }),
      )
      .meta({ description: 'The first 31 days from today on with more posts than their limit' }),
    hold: holdSchema.nullable().meta({ description: 'null: Pinterest takes the account’s pins, as far as we know' }),
  })
  .meta({ id: 'Guard', description: 'What keeps an account from publishing too much, or at a wrong time' })

/** @see docs/contract.md#guard */
export function guardRoutes(app: FastifyInstance, deps: Deps): void {
  const shared = { tag: 'Accounts', params: accountParams, data: z.object({ guard: guardSchema }) }
  const show = ({ account, blackouts, daysOver, perDay, limitToday, samePicturePerMonth }: GuardSettings) => ({
    guard: {
      perDay,
      limitToday,
      samePicturePerMonth,
      blackouts: blackouts.map(({ from, to, note: said, pins }) => ({ from, to, note: said, posts: pins })),
      daysOver: daysOver.map(({ date, pins, limit }) => ({ date, posts: pins, limit })),
      hold: holdToWire(account),
    },
  })

  operation(app, deps, {
    ...shared,
    id: 'getGuard',
    method: 'GET',
    url: '/accounts/:accountId/guard',
    summary: 'Read the guard of an account',
    description:
      'While Pinterest holds the account back, pins wait, one is tried at `probeAt`, and the queue goes on once it is taken.',
    isLight: true,
    run: ({ actor, params }) => readGuardSettings(deps, actor, params),
    show,
  })
  operation(app, deps, {
    ...shared,
    id: 'updateGuard',
    refusals: ['FORBIDDEN', 'schedule_locked'],
    method: 'PATCH',
    url: '/accounts/:accountId/guard',
    summary: 'Set the limit of a day and blackouts',
    description:
      'Slots in a blackout, and those of a day that has its limit, are not open. A sendAt is taken and gets a warning. Queued posts stay where they are: `posts` and `daysOver` count them.',
    body: z
      .strictObject({
        perDay: perDaySchema.optional(),
        samePicturePerMonth: samePictureSchema.optional(),
        blackouts: z
          .array(z.strictObject({ ...blackoutFields, note: note.optional() }))
          .max(MOST_BLACKOUTS)
          .meta({ description: 'Replaces all' })
          .optional(),
      })
      .refine((body) => Object.keys(body).length > 0, 'The body must have at least one field.'),
    canRehearse: true,
    run: ({ actor, params, body: { blackouts, ...body } }, beforeCommit) =>
      changeGuard(
        deps,
        actor,
        { ...params, ...body, blackouts: blackouts?.map(({ note: said = null, ...span }) => ({ ...span, note: said })) },
        beforeCommit,
      ),
    show,
  })
  operation(app, deps, {
    ...shared,
    id: 'resumeHold',
    refusals: ['FORBIDDEN'],
    method: 'POST',
    url: '/accounts/:accountId/guard/resume',
    summary: 'End the hold now',
    description:
      'Waiting pins go out; those more than 10 minutes late go out one every 5 minutes. If Pinterest still refuses, the account is on hold again.',
    canRehearse: true,
    run: async ({ actor, params }, beforeCommit) => {
      const read: GuardSettings[] = []
      await resumeHold(deps, actor, params, async (sql, account) => {
        const settings = await readGuardOf(sql, account, deps.clock())
        read.push(settings)
        await beforeCommit?.(sql, settings)
      })
      return read.at(-1)! // the transaction committed, so it was read
    },
    show,
  })
}
