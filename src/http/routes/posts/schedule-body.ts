/** The body of "schedule a post". */
import { z } from 'zod'
import type { SchedulePost } from '../../../core/posts/schedule.js'
import type { NewTime } from '../../../core/posts/when.js'
import { anId, boardId, instant } from '../../schemas.js'
import { readBoardChange, readWhen } from './fields.js'

/** The ways to choose a time; exactly one is required. */
const WAYS = ['sendAt', 'useNextOpenSlot', 'moveToSlot', 'publishNow'] as const

/** @see docs/contract.md#schedule-a-post */
export const scheduleBody = z
  .strictObject({
    sendAt: instant()
      .optional()
      .meta({ description: 'When to publish: in the future, within 10 years. Exclusive with the other ways to say when' }),
    requireOpenSlot: z.literal(true).optional().meta({ description: 'With sendAt: only if a slot is open at that time' }),
    useNextOpenSlot: z.literal(true).optional().meta({ description: 'Publish at the next open smart slot; true when given' }),
    moveToSlot: z
      .enum(['earlier', 'later'])
      .optional()
      .meta({ description: 'For a queued post: the nearest open slot before or after its own time' }),
    publishNow: z.literal(true).optional().meta({ description: 'Publish now; true when given' }),
    boardId: boardId()
      .optional()
      .meta({ description: 'Required if the draft has no board; without boardSectionId, the section is cleared' }),
    boardSectionId: anId().optional().meta({ description: 'A section of the board the post ends up on; empty: the board root' }),
  })
  .superRefine((body, context) => {
    const refuse = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    const given = WAYS.filter((way) => body[way] !== undefined)
    if (given.length !== 1) refuse('sendAt', `${WAYS.slice(0, -1).join(', ')} or ${WAYS.at(-1)}: send exactly one of them`)
    if (body.requireOpenSlot && body.sendAt === undefined) refuse('requireOpenSlot', 'requireOpenSlot is only valid with sendAt')
  })

export function readSchedule(accountId: string, postId: string, body: z.output<typeof scheduleBody>): SchedulePost {
  return { accountId, postId, when: readNewTime(body), board: readBoardChange(body) }
}

function readNewTime(body: z.output<typeof scheduleBody>): NewTime {
  if (body.publishNow) return { kind: 'now' }
  if (body.moveToSlot) return { kind: body.moveToSlot }
  const when = readWhen(body)
  if (!when) throw new Error('scheduleBody lets no body without a time through')
  return when.kind === 'at' && body.requireOpenSlot ? { kind: 'openSlot', at: when.at } : when
}
