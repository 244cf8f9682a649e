import { z } from 'zod'
import {
  FAILURE_CODES,
  FAILURES,
  type Generation,
  GENERATION_STATUSES,
  GENERATION_WARNINGS,
  WARNINGS,
  WRITERS,
} from '../../../core/generations/model.js'
import { seconds, secondsOrNull, secondsSchema } from '../../wire/time.js'

/** @see docs/contract.md#generations */
export const generationSchema = z
  .object({
    id: z.string().meta({ description: 'Of the generation, as its drafts name it in generationId' }),
    accountId: z.string().meta({ description: 'Whose drafts these become' }),
    url: z.string().meta({ description: 'The page, as it was requested' }),
    title: z.string().nullable().meta({ description: 'As it was requested; null: the page’s own is used' }),
    status: z.enum(GENERATION_STATUSES).meta({
      description:
        'queued: it waits, and can be cancelled; processing: the page is being read; success: there are drafts; failed: there are none',
    }),
    failureCode: z.enum(FAILURE_CODES).nullable().meta({ description: 'Why it failed; null: it did not. Others may follow' }),
    failureMessage: z.string().nullable().meta({ description: 'The same for people: what happened, and what to do' }),
    deduplicated: z.boolean().meta({
      description:
        'True only in the answer to a request for a page that was in work already: this is that work, and nothing new was begun',
    }),
    postIds: z.array(z.string()).meta({ description: 'The drafts that were made, as far as they are still there' }),
    writtenBy: z.enum(WRITERS).nullable().meta({
      description:
        'Who wrote them: local is Pinslot itself, model a model that its operator has set up; null: nothing is written yet. Others may follow',
    }),
    warnings: z
      .array(
        z
          .object({
            code: z.enum(GENERATION_WARNINGS).meta({ description: 'What to look at. Others may follow' }),
            postId: z.string().nullable().meta({ description: 'Of which draft; null: of the whole' }),
            message: z.string().meta({ description: 'The same for people' }),
          })
          .meta({ id: 'GenerationWarning', description: 'What somebody should look at before a draft goes out' }),
      )
      .meta({ description: 'What somebody should look at before the drafts go out' }),
    feedId: z.string().optional().meta({ description: 'Only where a feed brought the page: that feed' }),
    createdAt: secondsSchema,
    finishedAt: secondsSchema.nullable().meta({ description: 'Unix seconds; null: it is not over yet' }),
  })
  .meta({ id: 'Generation', description: 'A page of which drafts are made' })

export function generationToWire(one: Generation): z.output<typeof generationSchema> {
  const { id, accountId, url, title, status, failureCode, deduplicated, postIds, writtenBy, warnings } = one
  return {
    id,
    accountId,
    url,
    title,
    status,
    failureCode,
    failureMessage: failureCode && FAILURES[failureCode],
    deduplicated,
    postIds,
    writtenBy,
    warnings: warnings.map(({ code, postId }) => ({ code, postId, message: WARNINGS[code] })),
    ...(one.feedId !== null && { feedId: one.feedId }),
    createdAt: seconds(one.createdAt),
    finishedAt: secondsOrNull(one.finishedAt),
  }
}
