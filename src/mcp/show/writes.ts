/** The result of a write, in the same shape as that of its rehearsal. */
import { z } from 'zod'
import type { Answer, Price, ShownAccount, WireApproval, WirePost } from '../caller.js'
import { approvalSchema, pinSchema, showApproval, showPin, timeIn, timeSchema } from './pins.js'

const warningSchema = z.object({ code: z.string(), message: z.string(), postId: z.string().optional() })

const whySchema = z.object({
  /** Earlier slots that were not available, and the pin in each */
  passedOver: z.array(z.object({ at: timeSchema, reason: z.enum(['taken', 'spacing']), postId: z.string().optional() })),
  isMore: z.boolean(),
})

const priceSchema = z.object({
  /** Negative: refunded */
  amount: z.int(),
  unit: z.enum(['credits', 'trial pins', 'pins of the plan']),
  /** What is left afterwards; null: no limit */
  left: z.int().nullable(),
})

export const writtenShape = {
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

export const writtenPin = z.object({
  ...writtenShape,
  /** The pin afterwards, or as it would be */
  pin: pinSchema.partial({ postId: true, picture: true }),
  approval: approvalSchema.partial({ approvalId: true, postId: true }).optional(),
})
export type WrittenPin = z.input<typeof writtenPin>

type PostAnswer = Answer<{ post: WirePost; approval?: WireApproval }>

const DRY = 'Nothing was done. Call again without dryRun to do it.'

/** @param answer with a price if it is a rehearsal */
export function showWrittenPin(account: ShownAccount, answer: PostAnswer & { price?: Price | null }): WrittenPin {
  const { post, approval } = answer.data
  const isDry = answer.price !== undefined
  const waits = `A person decides in Slack; this key cannot. Read the decision with list_approvals, approvalId ${approval?.id ?? ''}. Do not ask again until then.`
  const next = isDry ? DRY : approval && waits
  return {
    done: !isDry,
    ...showMeta(account, answer),
    pin: showPin(account, post, 'whole'),
    ...(approval && { approval: showApproval(account, approval) }),
    ...(next !== undefined && { next }),
  }
}

type Said = Pick<WrittenPin, 'dryRun' | 'warnings' | 'why' | 'price' | 'isReplayed'>

export function showMeta(
  account: ShownAccount,
  { meta, isReplayed, price }: Omit<Answer<unknown>, 'data' | 'status'> & { price?: Price | null },
): Said {
  // as the operations of posts return them
  const { warnings, placement } = meta as {
    warnings?: { code: string; message: string; postId?: string }[]
    placement?: { passedOver: { sendAt: number; reason: 'taken' | 'spacing'; postId?: string }[]; isMore: boolean }
  }
  return {
    ...(price !== undefined && { dryRun: true }),
    ...(warnings && {
      warnings: warnings.map(({ code, message, postId }) => ({ code, message, ...(postId !== undefined && { postId }) })),
    }),
    ...(placement && {
      why: {
        passedOver: placement.passedOver.map(({ sendAt, reason, postId }) => ({
          at: timeIn(account, sendAt),
          reason,
          ...(postId !== undefined && { postId }),
        })),
        isMore: placement.isMore,
      },
    }),
    ...(price && { price: showPrice(price) }),
    ...(isReplayed && { isReplayed: true as const }),
  }
}

function showPrice({ before, after }: Price): z.input<typeof priceSchema> {
  if (after.billingSystem !== 'modular') {
    const left = after.postLimit === null ? null : after.postLimit - after.postsThisPeriod
    return { amount: after.postsThisPeriod - before.postsThisPeriod, unit: 'pins of the plan', left }
  }
  const trial = before.trialPinsLeft - after.trialPinsLeft
  if (trial !== 0) return { amount: trial, unit: 'trial pins', left: after.trialPinsLeft }
  return { amount: before.credits - after.credits, unit: 'credits', left: after.unlimitedScheduling ? null : after.credits }
}
