import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { cancelGeneration } from '../../core/sources/generations/cancel.js'
import { createGeneration } from '../../core/sources/generations/create.js'
import {
  type Generation,
  MOST_DRAFTS,
  MOST_KEYWORD,
  MOST_KEYWORDS,
  MOST_TITLE,
  GENERATION_STATUSES,
  GENERATION_WARNINGS,
  WARNINGS,
  WRITERS,
} from '../../core/sources/generations/model.js'
import { DEFAULT_DRAFTS, FAILURE_CODES, FAILURES } from '../../core/sources/page-failures.js'
import { readGeneration } from '../../core/sources/generations/store.js'
import { URL_LENGTH } from '../../core/lib/http/url.js'
import type { Deps } from '../../core/ports/deps.js'
import { BOARD_CALLS } from '../document/refusals.js'
import { operation } from '../operation.js'
import { accountParams, boardId, pathId, text } from '../schemas.js'
import { seconds, secondsOrNull, secondsSchema } from '../wire/time.js'

const tag = 'Posts'
const generationParams = accountParams.extend({ generationId: pathId('Id of the generation') })

const generationBody = z.strictObject({
  url: text().meta({
    format: 'uri',
    maxLength: URL_LENGTH,
    description: 'A public page, http or https',
    examples: ['https://shop.example.com/oak-shelf'],
  }),
  title: text().optional().meta({ maxLength: MOST_TITLE, description: 'Replaces the page’s own title' }),
  keywords: z
    .array(text().meta({ minLength: 1, maxLength: MOST_KEYWORD }))
    .max(MOST_KEYWORDS)
    .default([])
    .meta({ description: 'What people search for: sentences on the page that match come first' }),
  drafts: z.int().min(1).max(MOST_DRAFTS).default(DEFAULT_DRAFTS).meta({ description: 'How many drafts to make from it' }),
  boardId: boardId()
    .optional()
    .meta({ description: 'Board for all drafts; left out: each draft gets the public board it fits best' }),
  useModel: z.boolean().optional().meta({
    description:
      'Whether a model may write the drafts, if one is set up. false: Pinslot writes them itself; true: a warning says if there is no model',
  }),
})

/** @see docs/contract.md#generations */
export function generationRoutes(app: FastifyInstance, deps: Deps): void {
  const data = z.object({ generation: generationSchema })
  const show = (one: Generation) => ({ generation: generationToWire(one) })

  operation(app, deps, {
    id: 'createGeneration',
    refusals: ['FORBIDDEN', 'TOO_MANY_REQUESTS', ...BOARD_CALLS],
    method: 'POST',
    url: '/accounts/:accountId/generations',
    tag,
    summary: 'Make drafts from a page',
    description:
      'The page is read in the background, and one to five drafts are made from its content: title, description, alt text, image, link and board. ' +
      'Nothing is invented, scheduled or charged. Read the generation until its status is success or failed.',
    params: accountParams,
    body: generationBody,
    status: 201,
    data,
    canRehearse: true,
    run: ({ actor, params, body }, beforeCommit) => {
      const { url, title = null, keywords, drafts, boardId: board = null, useModel = null } = body
      return createGeneration(
        deps,
        actor,
        { accountId: params.accountId, url, title, keywords, drafts, boardId: board, useModel },
        beforeCommit,
      )
    },
    show,
    location: ({ generation: { id } }, { accountId }) => `/v1/accounts/${accountId}/generations/${id}`,
  })
  operation(app, deps, {
    id: 'getGeneration',
    method: 'GET',
    url: '/accounts/:accountId/generations/:generationId',
    tag,
    summary: 'Read a generation',
    description: 'Its progress and the drafts it made. Kept for 90 days after it ends.',
    params: generationParams,
    data,
    run: ({ actor, params }) => readGeneration(deps, actor, params),
    show,
  })
  operation(app, deps, {
    id: 'cancelGeneration',
    refusals: ['FORBIDDEN', 'generation_started'],
    method: 'POST',
    url: '/accounts/:accountId/generations/:generationId/cancel',
    tag,
    summary: 'Cancel a generation',
    description:
      'Only while it is queued; its status becomes failed with failureCode cancelled. Once the page is being read, this is a 409.',
    params: generationParams,
    data,
    canRehearse: true,
    run: ({ actor, params }, beforeCommit) => cancelGeneration(deps, actor, params, beforeCommit),
    show,
  })
}

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

function generationToWire(one: Generation): z.output<typeof generationSchema> {
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
