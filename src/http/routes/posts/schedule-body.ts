/** The body of "schedule a post". */
import { z } from 'zod'
import type { SchedulePost } from '../../../core/posts/schedule.js'
import { boardId, instant, text } from '../../schemas.js'
import { readBoardChange, readWhen } from './fields.js'

/** @see docs/contract.md#schedule-a-post */
export const scheduleBody = z
  .strictObject({
    sendAt: instant()
      .optional()
      .meta({ description: 'When to publish: in the future, within 10 years; exclusive with useNextOpenSlot' }),
    useNextOpenSlot: z.literal(true).optional().meta({ description: 'Publish at the next open smart slot; true when given' }),
    boardId: boardId()
      .optional()
      .meta({ description: 'Required when the draft has no board; without boardSectionId it clears the section' }),
    boardSectionId: text().optional().meta({ description: 'A section of the board the post ends up on; empty: the board root' }),
  })
  .superRefine((body, context) => {
    if ((body.sendAt === undefined) === (body.useNextOpenSlot === undefined))
      context.addIssue({ code: 'custom', path: ['sendAt'], message: 'sendAt or useNextOpenSlot: send exactly one of them' })
  })

export function readSchedule(accountId: string, postId: string, body: z.output<typeof scheduleBody>): SchedulePost {
  const when = readWhen(body)
  if (!when) throw new Error('scheduleBody lets no body without a time through')
  return { accountId, postId, when, board: readBoardChange(body) }
}
