/** The shapes of the answers of the usual tools. They are not published, because an agent would pay for them in every request. */
import { z } from 'zod'
import { APPROVAL_STATES } from '../../../src/core/posts/approval/status.js'
import { STATES } from '../../../src/core/posts/state/state.js'

/** A time in the account’s zone, with its offset: `2026-03-02T10:15:00-05:00`. */
const timeSchema = z.string()

const pinSchema = z.strictObject({
  postId: z.string(),
  /** The current state: draft, scheduled, awaiting_approval, published and so on */
  state: z.enum(STATES),
  isLate: z.boolean().optional(),
  waitsBecause: z.string().optional(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  /** The destination link */
  url: z.string().nullable(),
  board: z.strictObject({ boardId: z.string(), name: z.string().nullable(), boardSectionId: z.string().optional() }).nullable(),
  altText: z.string().optional(),
  /** When it is scheduled for; null: not scheduled */
  sendAt: timeSchema.nullable(),
  sentAt: timeSchema.optional(),
  /** What is missing before it can be scheduled */
  missing: z.array(z.string()).optional(),
  /** Why publishing it failed */
  failure: z.string().optional(),
  /** The image or video; absent for a saved pin without a known one */
  picture: z.string().optional(),
  /** Someone else’s public pin that it saves to the board, instead of a new one */
  saves: z.string().optional(),
  morePictures: z.array(z.string()).optional(),
  /** Of a carousel: the texts of its images, the cover first */
  slides: z
    .array(z.strictObject({ title: z.string().optional(), description: z.string().optional(), link: z.string().optional() }))
    .optional(),
  /** The published pin; absent once it is deleted there */
  pinterestUrl: z.string().optional(),
  /** Pinterest no longer has the pin */
  deletedOnPinterestAt: z.string().optional(),
  /** The series on several boards that it belongs to */
  seriesId: z.string().optional(),
})

const approvalSchema = z.strictObject({
  approvalId: z.string(),
  postId: z.string(),
  state: z.enum(APPROVAL_STATES),
  /** The requested time; null: the next open slot */
  sendAt: timeSchema.nullable(),
  requestedBy: z.string(),
  requestedAt: timeSchema,
  decidedBy: z.string().optional(),
  decidedAt: timeSchema.optional(),
  /** What to change or why it was rejected, as a person wrote it */
  reason: z.string().optional(),
  /** While it is on hold */
  heldBy: z.string().optional(),
  heldUntil: timeSchema.optional(),
  heldReason: z.string().optional(),
})

const commentSchema = z.strictObject({
  commentId: z.string(),
  /** T…:U… of a person, the name of a key, or what an agent calls itself */
  author: z.string(),
  audience: z.enum(['internal', 'client']),
  text: z.string(),
  at: timeSchema,
})

const warningSchema = z.strictObject({ code: z.string(), message: z.string(), postId: z.string().optional() })

const whySchema = z.strictObject({
  /** Earlier slots that were not available, and the pin in each */
  passedOver: z.array(z.strictObject({ at: timeSchema, reason: z.enum(['taken', 'spacing']), postId: z.string().optional() })),
  isMore: z.boolean(),
})

const priceSchema = z.strictObject({
  /** Negative: refunded */
  amount: z.int(),
  unit: z.enum(['credits', 'trial pins', 'pins of the plan']),
  /** What is left afterwards; null: no limit */
  left: z.int().nullable(),
})

const writtenShape = {
  /** false: nothing has changed */
  done: z.boolean(),
  dryRun: z.boolean().optional(),
  /** To do it, call again with this */
  confirm: z.string().optional(),
  warnings: z.array(warningSchema).optional(),
  /** Why this slot */
  why: whySchema.optional(),
  price: priceSchema.optional(),
  /** It was already done with this idempotencyKey: this is the result */
  isReplayed: z.literal(true).optional(),
  /** What to do now */
  next: z.string().optional(),
}

const pinFields = z.strictObject({
  title: z.string().nullable(),
  description: z.string().nullable(),
  url: z.string().nullable(),
  altText: z.string().nullable(),
  boardId: z.string().nullable(),
  boardSectionId: z.string().nullable(),
})

const writtenPin = z.strictObject({
  /** Of a published pin: what changes on Pinterest */
  onPinterest: z
    .strictObject({
      state: z.string().nullable(),
      before: pinFields,
      after: pinFields.nullable(),
      editedOnPinterest: z.array(z.string()).optional(),
      message: z.string().optional(),
    })
    .optional(),
  ...writtenShape,
  /** The pin afterwards, or as it would be */
  pin: pinSchema.partial({ postId: true, picture: true }),
  approval: approvalSchema.partial({ approvalId: true, postId: true }).optional(),
})

const slotSchema = z.strictObject({
  timeslotId: z.string(),
  day: z.enum(['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']),
  dayPreference: z.int(),
  /** HH:MM in timezone */
  time: z.string(),
  timezone: z.string(),
  /** manual: set by someone; auto-created and recommended: set by Pinslot */
  type: z.string(),
})

const writtenSlot = z.strictObject({
  ...writtenShape,
  slot: slotSchema.extend({
    /** Absent: a new slot, in a dry run */
    timeslotId: slotSchema.shape.timeslotId.optional(),
  }),
})

const metricsSchema = z.record(z.string(), z.number().nullable())

export const OUTPUTS: Readonly<Record<string, z.ZodObject>> = {
  who_am_i: z.strictObject({
    name: z.string(),
    /** person: the key acts as someone in Slack */
    kind: z.string(),
    accounts: z.array(
      z.strictObject({
        accountId: z.string(),
        username: z.string(),
        displayName: z.string(),
        role: z.string(),
        timezone: z.string(),
        isConnected: z.boolean(),
        isPaused: z.boolean(),
        pausedUntil: timeSchema.optional(),
        hold: z.string().optional().meta({ description: 'Pinterest takes no pins from it now: what it said' }),
      }),
    ),
    isMore: z.boolean().optional(),
    /** UTC */
    now: z.string(),
  }),
  read_schedule: z.strictObject({
    accountId: z.string(),
    timezone: z.string(),
    from: timeSchema,
    to: timeSchema,
    schedule: z.array(
      z.strictObject({
        at: timeSchema,
        state: z.enum(['open', 'scheduled', 'publishing', 'published']),
        postId: z.string().optional(),
        title: z.string().optional(),
        timeslotId: z.string().optional(),
      }),
    ),
    /** The beginning of the next page, to be passed as from */
    nextFrom: timeSchema.optional(),
  }),
  find_pins: z.strictObject({
    accountId: z.string(),
    timezone: z.string(),
    pins: z.array(pinSchema),
    /** If there are more: pass it as cursor in the next call */
    nextCursor: z.string().optional(),
    /** True if not all pins were searched: use other words */
    isPartial: z.boolean().optional(),
  }),
  show_pin: z.strictObject({
    accountId: z.string(),
    timezone: z.string(),
    pin: pinSchema,
    /** The last ones, the oldest first */
    comments: z.array(commentSchema).optional(),
  }),
  comment_on_pin: z.strictObject({
    ...writtenShape,
    accountId: z.string(),
    timezone: z.string(),
    comment: commentSchema.partial({ commentId: true }),
  }),
  list_approvals: z.strictObject({
    accountId: z.string(),
    timezone: z.string(),
    approvals: z.array(approvalSchema),
    nextCursor: z.string().optional(),
  }),
  create_pin: writtenPin,
  edit_pin: writtenPin,
  schedule_pin: writtenPin,
  ask_for_approval: writtenPin,
  unschedule_pin: writtenPin,
  publish_pin_now: writtenPin,
  delete_pin: writtenPin,
  list_slots: z.strictObject({
    accountId: z.string(),
    timezone: z.string(),
    slots: z.array(slotSchema),
    isMore: z.boolean().optional(),
  }),
  save_slot: writtenSlot,
  remove_slot: writtenSlot,
  list_boards: z.strictObject({
    accountId: z.string(),
    boards: z.array(
      z.strictObject({
        boardId: z.string(),
        name: z.string(),
        description: z.string().nullable(),
        pinCount: z.int(),
        isSecret: z.boolean(),
        isCollaborator: z.boolean(),
        defaultLink: z.string().nullable(),
      }),
    ),
    /** The time of the last reading from Pinterest */
    readAt: timeSchema.nullable(),
    /** If there are more: pass it as offset in the next call */
    nextOffset: z.int().optional(),
  }),
  find_ideas: z.strictObject({
    accountId: z.string(),
    pins: z.array(
      z.strictObject({
        pinterestId: z.string(),
        pinterestUrl: z.string(),
        title: z.string().nullable(),
        description: z.string().nullable(),
        link: z.string().nullable(),
        relevance: z.string(),
      }),
    ),
  }),
  check_fit: z.strictObject({
    done: z.boolean(),
    dryRun: z.boolean().optional(),
    price: z.string().optional(),
    /** The fit from excellent to poor; unknown: none of its pins can be read (free) */
    fit: z.string().optional(),
    contributingPins: z.int().optional(),
    scoredPins: z.int().optional(),
    isSample: z.boolean().optional(),
    bestPinterestIds: z.array(z.string()).optional(),
  }),
  read_stats: z.strictObject({
    accountId: z.string(),
    startDate: z.string(),
    endDate: z.string(),
    sum: metricsSchema,
    /** false: some days are still being counted, so the totals will grow */
    isComplete: z.boolean(),
    days: z.array(z.strictObject({ date: z.string(), metrics: metricsSchema, isComplete: z.boolean() })).optional(),
    bestPins: z
      .array(
        z.strictObject({
          pinterestUrl: z.string(),
          title: z.string().optional(),
          link: z.string().optional(),
          metrics: metricsSchema,
        }),
      )
      .optional(),
    pinterestUrl: z.string().optional(),
  }),
  report_issue: z.strictObject({ done: z.boolean(), dryRun: z.boolean().optional() }),
}
