/** The private metadata of the forms that change many pins. */
import { z } from 'zod'
import { viewMemory } from '../kit/memory.js'
import { whence } from '../pin/memory.js'
import type { FailureReason } from '../../src/core/ports/notice.js'

const many = z.object({ accountId: z.string(), whence })
export type ManyMemory = z.infer<typeof many>

/** `round`: part of the block_id of an input, which grows when the input changes its meaning. */
const chooseMany = many.extend({ round: z.number() })
export type ChooseManyMemory = z.infer<typeof chooseMany>
export const chooseManyMemory = viewMemory(chooseMany)

const edit = z.object({
  boardId: z.string().exactOptional(),
  boardSectionId: z.string().nullable().exactOptional(),
  url: z.string().exactOptional(),
})
export type ManyEdit = z.infer<typeof edit>

/** The previewed pins and edit, with times in Unix milliseconds. */
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
  /** A fingerprint of the pins in the preview. */
  seen: z.string(),
})
export type PreviewManyMemory = z.infer<typeof previewMany>
export const previewManyMemory = viewMemory(previewMany)

const fixMany = many.extend({
  reason: z.custom<FailureReason>((reason) => typeof reason === 'string'),
  /** A fingerprint of the pins in the preview, if there was one; `boardId`: its board. */
  seen: z.string().exactOptional(),
  boardId: z.string().exactOptional(),
})
export type FixManyMemory = z.infer<typeof fixMany>
export const fixManyMemory = viewMemory(fixMany)
