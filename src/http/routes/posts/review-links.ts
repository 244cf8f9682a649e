import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { requireRoleOn } from '../../../core/accounts/people/roles.js'
import type { Deps } from '../../../core/ports/deps.js'
import { createReviewLink, listReviewLinks, type MadeLink, revokeReviewLink } from '../../../core/posts/review-links/links.js'
import { EMAIL_LENGTH, maskedEmail } from '../../../core/posts/review-links/code.js'
import {
  CONTACT_LENGTH,
  LINK_DAYS,
  LINK_STATES,
  MOST_LINK_DAYS,
  MOST_LINKED,
  type ReviewLink,
  stateOfLink,
} from '../../../core/posts/review-links/review-link.js'
import { operation } from '../../operation.js'
import { accountParams, anId, cursor, pathId, queryInteger, text } from '../../schemas.js'
import { seconds, secondsOrNull, secondsSchema } from '../../wire/time.js'

const tag = 'Approvals'
const linkParams = accountParams.extend({ linkId: pathId('Id of the review link') })

const linkSchema = z
  .object({
    id: z.string().meta({ description: 'Id of the review link' }),
    contactName: z.string().meta({ description: 'Who it is for' }),
    email: z.string().nullable().meta({
      description: 'Where the code that opens it is sent, as r…@example.com; null: it opens without a code',
    }),
    givenName: z.string().nullable().meta({ description: 'What the contact called themselves; null: they did nothing yet' }),
    postIds: z.array(z.string()).meta({ description: 'The posts on its page, also deleted ones' }),
    state: z.enum(LINK_STATES).meta({ description: 'Only an active link opens' }),
    createdBy: z.string().meta({ description: 'key:… for an API key, T…:U… for a person in Slack' }),
    createdAt: secondsSchema,
    expiresAt: secondsSchema,
    openedAt: secondsSchema.nullable().meta({ description: 'When it was last opened; null: not yet' }),
    openings: z.array(secondsSchema).meta({ description: 'The last 20 times it was opened, newest first' }),
  })
  .meta({ id: 'ReviewLink', description: 'A page where a client reviews posts without an account' })
const madeSchema = linkSchema
  .extend({ url: z.string().meta({ format: 'uri', description: 'Address of the page. No later answer has it' }) })
  .meta({ id: 'NewReviewLink', description: 'A review link with its address' })

const linkToWire = (link: ReviewLink, now: Date): z.output<typeof linkSchema> => {
  const { id, contactName, email, givenName, postIds, createdBy, createdAt, expiresAt, openings } = link
  const [openedAt = null] = openings
  const times = { createdAt: seconds(createdAt), expiresAt: seconds(expiresAt), openedAt: secondsOrNull(openedAt) }
  const state = stateOfLink(link, now)
  return {
    id,
    contactName,
    email: email && maskedEmail(email),
    givenName,
    postIds,
    state,
    createdBy,
    ...times,
    openings: openings.map(seconds),
  }
}

/** @see docs/contract.md#approvals */
export function reviewLinkRoutes(app: FastifyInstance, deps: Deps): void {
  const url = '/accounts/:accountId/review-links'
  operation(app, deps, {
    id: 'listReviewLinks',
    refusals: ['FORBIDDEN'],
    method: 'GET',
    url,
    tag,
    summary: 'List review links',
    description: 'Newest first, without their addresses.',
    params: accountParams,
    query: z.object({
      cursor: cursor().optional().meta({ description: 'From the previous answer' }),
      limit: queryInteger({ least: 1, most: 100, description: 'Default 50' }).optional(),
    }),
    data: z.object({ reviewLinks: z.array(linkSchema), cursor: z.string().nullable() }),
    run: ({ actor, params, query: { limit = 50, cursor = null } }) => listReviewLinks(deps, actor, { ...params, limit, cursor }),
    show: ({ links, cursor }) => ({ reviewLinks: links.map((link) => linkToWire(link, deps.clock())), cursor }),
  })
  operation(app, deps, {
    id: 'createReviewLink',
    refusals: ['FORBIDDEN'],
    method: 'POST',
    url,
    tag,
    summary: 'Create a review link',
    description:
      'For one contact of a client, who opens it without an account, sees the posts, approves them, asks for changes or comments. The answers appear on the approval cards; your team decides.',
    params: accountParams,
    body: z.strictObject({
      contactName: text()
        .min(1)
        .max(CONTACT_LENGTH * 2)
        .meta({ description: `Who it is for, 1 to ${CONTACT_LENGTH} characters` }),
      email: text().max(EMAIL_LENGTH).optional().meta({
        description:
          'Their address: each browser needs a code that is sent there. Only where the operator has set up a mail server',
      }),
      postIds: z.array(anId()).min(1).max(MOST_LINKED).meta({ description: 'Posts of the account, in the order of the page' }),
      expiresInDays: z.int().min(1).max(MOST_LINK_DAYS).default(LINK_DAYS).meta({ description: 'How long it opens' }),
    }),
    status: 201,
    data: z.object({ reviewLink: madeSchema }),
    secretFor: ({ actor, params }) => requireRoleOn(actor, params.accountId, 'scheduler'),
    run: ({ actor, params, body }, beforeCommit) => createReviewLink(deps, actor, { ...params, ...body }, beforeCommit),
    show: ({ link, url: address }: MadeLink) => ({ reviewLink: { ...linkToWire(link, deps.clock()), url: address } }),
  })
  operation(app, deps, {
    id: 'deleteReviewLink',
    refusals: ['FORBIDDEN'],
    method: 'DELETE',
    url: `${url}/:linkId`,
    tag,
    summary: 'Revoke a review link',
    description: 'It stops opening at once. One that has ended stays as it is.',
    params: linkParams,
    data: z.object({ reviewLink: linkSchema }),
    run: ({ actor, params }) => revokeReviewLink(deps, actor, params),
    show: (link: ReviewLink) => ({ reviewLink: linkToWire(link, deps.clock()) }),
  })
}
