/** Evergreen: the pool, its slots and what became of them. @see docs/contract.md#evergreen */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Post } from '../../../core/posts/post.js'
import type { Deps } from '../../../core/ports/deps.js'
import type { Evergreen, EvergreenPost, EvergreenRun } from '../../../core/posts/evergreen/evergreen.js'
import { keepEvergreen, MOST_EVERGREEN_POSTS, readEvergreen, removeFromEvergreen } from '../../../core/posts/evergreen/pool.js'
import { createEvergreenSlot, deleteEvergreenSlot, editEvergreenSlot } from '../../../core/slots/evergreen-slots.js'
import { MOST_REPEATS } from '../../../core/slots/evergreen-limits.js'
import type { Timeslot } from '../../../core/slots/week/timeslot.js'
import { operation } from '../../operation.js'
import { accountParams, postParams, text, timeslotParams } from '../../schemas.js'
import { seconds, secondsSchema } from '../../wire/time.js'
import { timePreferenceOf, timeslotSchema } from '../../wire/timeslot.js'
import { newTimeslot, readSlotEdit, timeslotEdit } from './timeslots.js'

const tag = 'Timeslots'

const until = text().meta({
  maxLength: 10,
  description: 'The last day, YYYY-MM-DD, in the account’s zone',
  examples: ['2026-12-24'],
})
const atMost = z.int().min(1).max(MOST_REPEATS).meta({ description: 'Repeats since it joined' })
const months = z.array(z.int().min(1).max(12)).max(12).meta({ description: '1 (January) to 12; empty: all' })

const pinSchema = z
  .object({
    postId: z.string().meta({ description: 'The published post' }),
    title: z.string().nullable().meta({ description: 'Its title' }),
    lastOutAt: secondsSchema.meta({ description: 'When it or a repeat was, or will be, published last' }),
    runs: z.int().meta({ description: 'Published repeats' }),
    until: until.nullable().meta({ description: 'Its last day, YYYY-MM-DD; null: it has none' }),
    atMost: atMost.nullable().meta({ description: 'The most repeats since it joined; null: any number' }),
    months,
    ended: z
      .object({
        because: z.enum(['until', 'atMost']).meta({ description: 'The limit that was reached' }),
        on: z.string().meta({ description: 'The last day, or that of the last repeat' }),
      })
      .nullable()
      .meta({ description: 'null: it goes on' }),
  })
  .meta({ id: 'EvergreenPin', description: 'A published pin that is published again' })

const slotSchema = timeslotSchema
  .pick({ id: true, accountId: true, dayPreference: true, timePreference: true, timezone: true })
  .meta({
    id: 'EvergreenSlot',
    description: 'A weekly time at which a pin of the pool is published again',
  })

const runSchema = z
  .object({
    at: secondsSchema.meta({ description: 'The time of the slot' }),
    postId: z.string().optional().meta({ description: 'The new post; absent: none was made' }),
    reason: z.string().optional().meta({ description: 'Why none was made, for example empty_pool, out_of_season or spacing' }),
  })
  .meta({ id: 'EvergreenRun', description: 'What became of an evergreen slot' })

const evergreenSchema = z
  .object({
    state: z.enum(['active', 'paused']).meta({ description: 'paused: slots pass without a pin' }),
    pool: z.array(pinSchema).meta({ description: 'The longest-unpublished first' }),
    ended: z.array(pinSchema).meta({ description: 'Pins that have reached a limit, the last one first; they can join again' }),
    slots: z.array(slotSchema).meta({ description: 'By weekday and time' }),
    runs: z.array(runSchema).meta({ description: 'The last five, the newest first' }),
  })
  .meta({ id: 'Evergreen', description: 'The evergreen pins and slots of an account' })

const pinToWire = ({ post, lastOutAt, runs, limits, ended }: EvergreenPost): z.output<typeof pinSchema> => ({
  postId: post.id,
  title: post.title,
  lastOutAt: seconds(lastOutAt),
  runs,
  until: limits.until,
  atMost: limits.atMost,
  months: limits.months,
  ended,
})

const slotToWire = ({ id, accountId, day, minute, timezone }: Timeslot): z.output<typeof slotSchema> => ({
  id,
  accountId,
  dayPreference: day,
  timePreference: timePreferenceOf(minute),
  timezone,
})

const runToWire = ({ at, postId, reason }: EvergreenRun): z.output<typeof runSchema> => ({
  at: seconds(at),
  ...(postId !== null && { postId }),
  ...(reason !== null && { reason }),
})

const toWire = ({ state, pool, ended, slots, runs }: Evergreen): z.output<typeof evergreenSchema> => ({
  state,
  pool: pool.map(pinToWire),
  ended: ended.map(pinToWire),
  slots: slots.map(slotToWire),
  runs: runs.map(runToWire),
})

const limits = z
  .strictObject({
    until: until.nullable().optional(),
    atMost: atMost.nullable().optional(),
    months: months.nullable().optional(),
  })
  .optional()

export function evergreenRoutes(app: FastifyInstance, deps: Deps): void {
  const oneSlot = z.object({ slot: slotSchema })
  const showSlot = (slot: Timeslot) => ({ slot: slotToWire(slot) })

  operation(app, deps, {
    id: 'getEvergreen',
    method: 'GET',
    url: '/accounts/:accountId/evergreen',
    tag,
    summary: 'Read the evergreen pins, slots and runs',
    description: 'A slot publishes the pin of the pool that has been out of sight longest.',
    params: accountParams,
    data: z.object({ evergreen: evergreenSchema }),
    run: ({ actor, params }) => readEvergreen(deps, actor, { ...params, limit: MOST_EVERGREEN_POSTS }),
    show: (evergreen) => ({ evergreen: toWire(evergreen) }),
  })
  operation(app, deps, {
    id: 'putEvergreenPin',
    refusals: ['FORBIDDEN', 'post_not_published', 'schedule_locked'],
    method: 'POST',
    url: '/accounts/:accountId/evergreen/pool/:postId',
    tag,
    summary: 'Put a published pin into the pool, or change its limits',
    description:
      'Left out: unchanged; null: no limit. A pin that has ended joins again without its old limits, counted from zero.',
    params: postParams,
    body: limits,
    data: z.object({ pin: pinSchema }),
    canRehearse: true,
    run: ({ actor, params, body }, beforeCommit) => {
      const { until, atMost, months } = body ?? {}
      const change = {
        ...(until !== undefined && { until }),
        ...(atMost !== undefined && { atMost }),
        ...(months !== undefined && { months }),
      }
      return keepEvergreen(deps, actor, { ...params, ...change }, beforeCommit)
    },
    show: (pin: EvergreenPost) => ({ pin: pinToWire(pin) }),
  })
  operation(app, deps, {
    id: 'deleteEvergreenPin',
    refusals: ['FORBIDDEN', 'schedule_locked'],
    method: 'DELETE',
    url: '/accounts/:accountId/evergreen/pool/:postId',
    tag,
    summary: 'Take a pin out of the pool',
    description: 'Repeats that were made stay on the schedule.',
    params: postParams,
    data: z.object({ removed: z.literal(true), postId: z.string().meta({ description: 'The post that was in the pool' }) }),
    canRehearse: true,
    run: ({ actor, params }, beforeCommit) => removeFromEvergreen(deps, actor, params, beforeCommit),
    show: ({ id }: Pick<Post, 'id'>) => ({ removed: true as const, postId: id }),
  })
  operation(app, deps, {
    id: 'createEvergreenSlot',
    refusals: ['FORBIDDEN', 'schedule_locked'],
    method: 'POST',
    url: '/accounts/:accountId/evergreen/slots',
    tag,
    summary: 'Add an evergreen slot',
    description: 'An account can have at most 50.',
    params: accountParams,
    body: newTimeslot,
    status: 201,
    data: oneSlot,
    canRehearse: true,
    run: ({ actor, params, body }, beforeCommit) => {
      const slot = { day: body.dayPreference, time: body.time, timezone: body.timezone ?? null }
      return createEvergreenSlot(deps, actor, { accountId: params.accountId, ...slot }, beforeCommit)
    },
    show: showSlot,
  })
  operation(app, deps, {
    id: 'updateEvergreenSlot',
    refusals: ['FORBIDDEN', 'schedule_locked'],
    method: 'PATCH',
    url: '/accounts/:accountId/evergreen/slots/:timeslotId',
    tag,
    summary: 'Move an evergreen slot',
    description: 'A repeat that was made keeps its time.',
    params: timeslotParams,
    body: timeslotEdit,
    data: oneSlot,
    canRehearse: true,
    run: ({ actor, params, body }, beforeCommit) =>
      editEvergreenSlot(deps, actor, { ...params, ...readSlotEdit(body) }, beforeCommit),
    show: showSlot,
  })
  operation(app, deps, {
    id: 'deleteEvergreenSlot',
    refusals: ['FORBIDDEN', 'schedule_locked'],
    method: 'DELETE',
    url: '/accounts/:accountId/evergreen/slots/:timeslotId',
    tag,
    summary: 'Remove an evergreen slot',
    description: 'A repeat that was made keeps its time. The answer is the slot as it was.',
    params: timeslotParams,
    data: oneSlot,
    canRehearse: true,
    run: ({ actor, params }, beforeCommit) => deleteEvergreenSlot(deps, actor, params, beforeCommit),
    show: showSlot,
  })
}
