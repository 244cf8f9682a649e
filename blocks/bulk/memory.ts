/** What the forms that change many pins remember. */
import { z } from 'zod'
import { viewMemory } from '../kit/memory.js'
import { whence } from '../pin/memory.js'
import type { FailureReason } from '../../src/core/ports/notice.js'

const many = z.object({ accountId: z.string(), whence })
export type ManyMemory = z.infer<typeof many>

/** `round`: an input gets a new block_id when what it asks for has become something else. */
const chooseMany = many.extend({ round: z.number() })
export type ChooseManyMemory = z.infer<typeof chooseMany>
export const chooseManyMemory = viewMemory(chooseMany)

const edit = z.object({
  boardId: z.string().exactOptional(),
  boardSectionId: z.string().nullable().exactOptional(),
  url: z.string().exactOptional(),
})
export type ManyEdit = z.infer<typeof edit>

/** What was previewed. Times in Unix milliseconds. */
const previewMany = many.extend({
  which: z.union([
    z.object({ ids: z.array(z.string()) }),
    z.object({
      status: z.enum(['draft', 'queued']),
      boardId: z.string().exactOptional(),
      text: z.string().exactOptional(),
      from: z.number().exactOptional(),
      to: z.number().exactOptional(),
    }),
  ]),
  kind: z.enum(['reschedule', 'unschedule', 'delete', 'edit']),
  edit: edit.exactOptional(),
  /** Names the pins that were seen. */
  seen: z.string(),
})
export type PreviewManyMemory = z.infer<typeof previewMany>
export const previewManyMemory = viewMemory(previewMany)

const fixMany = many.extend({
  reason: z.custom<FailureReason>((reason) => typeof reason === 'string'),
  /** What was previewed, where something was: the pins, and the board they were to go to. */
  seen: z.string().exactOptional(),
  boardId: z.string().exactOptional(),
})
export type FixManyMemory = z.infer<typeof fixMany>
export const fixManyMemory = viewMemory(fixMany)
