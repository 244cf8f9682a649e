/** Tools that find and read pins and their requests for approval. */
import { z } from 'zod'
import { after, before, DAY_MS } from '../../core/lib/duration.js'
import { searchPosts } from '../../core/posts/search.js'
import { APPROVAL_STATES } from '../../core/posts/approval/status.js'
import { text } from '../../http/schemas.js'
import { postsToWire } from '../../http/wire/post.js'
import { cursor, limit, postId } from '../inputs.js'
import { showApproval, showComment, showPin, zoneOf } from '../show/pins.js'
import { showWritten } from '../show/writes.js'
import { type MakeTool, toolOf, view } from '../tool.js'

/** The comments that are shown with a pin. */
const COMMENTS = 20
const PINS = { usual: 20, most: 50 }
/** Days of published pins that are listed when no dates are given. */
const PUBLISHED_DAYS = 30

const findPins = toolOf({
  name: 'find_pins',
  title: 'Find pins',
  description: 'Pins that contain all the words, or that have a status. Descriptions are shortened; show_pin has them whole.',
  of: ['listPosts'],
  inputs: {
    words: text().max(500).optional().meta({ description: 'In title, description, link, board name or labels; not with status' }),
    status: z.enum(['draft', 'queued', 'sent', 'uploading']).optional().meta({ description: 'Default queued (scheduled)' }),
    startDate: z
      .string()
      .optional()
      .meta({ format: 'date-time', description: `For sent and uploading; default ${PUBLISHED_DAYS} days ago` }),
    endDate: z.string().optional().meta({ format: 'date-time' }),
    limit: limit(PINS.most, PINS.usual),
    cursor,
  },
  async run({ caller: { deps, actor }, account, perform }, { words, limit: most = PINS.usual, ...input }) {
    const of = { accountId: account.id, timezone: zoneOf(account) }
    if (words !== undefined) {
      const { posts, isPartial } = await searchPosts(deps, actor, { accountId: account.id, words, limit: most })
      const wire = await postsToWire(deps, deps.db.sql, posts)
      return { ...of, pins: wire.map((post) => showPin(account, post, 'short')), ...(isPartial && { isPartial }) }
    }
    const isPast = input.status === 'sent' || input.status === 'uploading'
    const { posts, cursor: next } = (await perform('listPosts', { limit: most, ...(isPast && lastDays(deps.clock())), ...input }))
      .data
    return { ...of, pins: posts.map((post) => showPin(account, post, 'short')), ...(next !== null && { nextCursor: next }) }
  },
})

const lastDays = (now: Date) => ({
  startDate: before(now, PUBLISHED_DAYS * DAY_MS).toISOString(),
  endDate: after(now, DAY_MS).toISOString(),
})

const showOnePin = toolOf({
  name: 'show_pin',
  title: 'Show a pin',
  description: 'One pin in full: text, state and why, time, image, last comments.',
  of: ['getPost', 'listComments'],
  inputs: { postId },
  async run({ account, perform }, fields) {
    const { post } = (await perform('getPost', fields)).data
    const { comments } = (await perform('listComments', { ...fields, limit: COMMENTS })).data
    return {
      accountId: account.id,
      timezone: zoneOf(account),
      pin: showPin(account, post, 'whole'),
      ...(comments.length > 0 && { comments: comments.map((one) => showComment(account, one)).toReversed() }),
    }
  },
})

const commentOnPin = view({
  name: 'comment_on_pin',
  title: 'Comment on a pin',
  description:
    'Says something about a pin to the team, or with audience client to its clients, too. They get a message in Slack.',
  of: 'createComment',
  inputs: { postId, text: '', audience: '' },
  show: (account, outcome) =>
    showWritten(account, outcome, {
      accountId: account.id,
      timezone: zoneOf(account),
      comment: { ...showComment(account, outcome.data.comment), ...(!outcome.said.done && { commentId: undefined }) },
    }),
})

const listApprovals = toolOf({
  name: 'list_approvals',
  title: 'Read approvals',
  description:
    'Requests for approval, newest first, or one by approvalId: the decision and the changes wanted. People decide in Slack.',
  of: ['listApprovals', 'getApproval'],
  inputs: {
    approvalId: text().max(20).optional(),
    state: z.enum(APPROVAL_STATES).optional(),
    limit: limit(PINS.most, PINS.usual),
    cursor,
  },
  async run({ account, perform }, fields) {
    const { approvals, cursor: next } =
      fields.approvalId === undefined
        ? (await perform('listApprovals', { ...fields, limit: fields.limit ?? PINS.usual })).data
        : { approvals: [(await perform('getApproval', fields)).data.approval], cursor: null }
    return {
      accountId: account.id,
      timezone: zoneOf(account),
      approvals: approvals.map((one) => showApproval(account, one)),
      ...(next !== null && { nextCursor: next }),
    }
  },
})

export const pinTools: MakeTool[] = [findPins, showOnePin, commentOnPin, listApprovals]
