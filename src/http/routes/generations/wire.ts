import { z } from 'zod'
import { type Generation, GENERATION_STATUSES, GENERATION_WARNINGS, WARNINGS, WRITERS } from '../../../core/generations/model.js'
import { FAILURE_CODES, FAILURES } from '../../../core/generations/page-failures.js'
import { seconds, secondsOrNull, secondsSchema } from '../../wire/time.js'

/** @see docs/contract.md#generations */
export const generationSchema = z
  .object({
    id: z.string().meta({ description: 'Id of the generation; its drafts have it in generationId' }),
    accountId: z.string().meta({ description: 'The account the drafts belong to' }),
    url: z.string().meta({ description: 'The page, as it was requested' }),
    title: z.string().nullable().meta({ description: 'As requested; null: the page’s own title is used' }),
    status: z.enum(GENERATION_STATUSES).meta({
      description:
        'queued: waiting, can be cancelled; processing: the page is being read; success: drafts were made; failed: none were made',
    }),
    failureCode: z.enum(FAILURE_CODES).nullable().meta({ description: 'Why it failed; null: it did not. Values may be added' }),
    failureMessage: z
      .string()
      .nullable()
      .meta({ description: 'The same in a sentence for people: what happened, and what to do' }),
    deduplicated: z.boolean().meta({
      description:
        'true only when the requested page was already being worked on: this is that generation, and no new one was started',
    }),
    postIds: z.array(z.string()).meta({ description: 'The drafts it made that still exist' }),
    writtenBy: z.enum(WRITERS).nullable().meta({
      description:
        'Who wrote them: local is Pinslot itself, model a model set up by its operator; null: nothing written yet. Values may be added',
    }),
    warnings: z
      .array(
        z
          .object({
            code: z.enum(GENERATION_WARNINGS).meta({ description: 'What to check. Values may be added' }),
            postId: z.string().nullable().meta({ description: 'The draft it is about; null: all of them' }),
            message: z.string().meta({ description: 'The same in a sentence for people' }),
          })
          .meta({ id: 'GenerationWarning', description: 'Something to check before a draft goes out' }),
      )
      .meta({ description: 'What to check before the drafts go out' }),
    feedId: z.string().optional().meta({ description: 'Only if the page came from a feed: that feed' }),
    createdAt: secondsSchema,
    finishedAt: secondsSchema.nullable().meta({ description: 'Unix seconds; null: not finished yet' }),
  })
  .meta({ id: 'Generation', description: 'A page that drafts are made from' })

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
