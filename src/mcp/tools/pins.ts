/** Tools that find and read pins and their requests for approval. */
import { z } from 'zod'
import { after, before, DAY_MS } from '../../core/lib/duration.js'
import { searchPosts } from '../../core/posts/search.js'
import { APPROVAL_STATES } from '../../core/posts/approval/status.js'
import { text } from '../../http/schemas.js'
import { postsToWire } from '../../http/wire/post.js'
import type { Caller } from '../caller.js'
import { approvalSchema, pinSchema, showApproval, showPin, zoneOf } from '../show/pins.js'
import type { Tool } from '../tool.js'
import { defineTool } from '../tool.js'
import { accountId, asQuery, cursor, limit, postId } from './inputs.js'

const PINS = { usual: 20, most: 50 }
/** Days of published pins that are listed when no dates are given. */
const PUBLISHED_DAYS = 30

const findPins = defineTool({
  name: 'find_pins',
  title: 'Find pins',
  description: 'Pins that contain all the words, or that have a status. Descriptions are shortened; show_pin has them whole.',
  input: z.strictObject({
    accountId,
    words: text().max(500).optional().meta({ description: 'In title, description, link or board name; not with status' }),
    status: z.enum(['draft', 'queued', 'sent', 'uploading']).optional().meta({ description: 'Default queued (scheduled)' }),
    startDate: z
      .string()
      .optional()
      .meta({ format: 'date-time', description: `For sent and uploading; default ${PUBLISHED_DAYS} days ago` }),
    endDate: z.string().optional().meta({ format: 'date-time' }),
    limit: limit(PINS.most, PINS.usual),
    cursor,
  }),
  output: z.object({
    accountId: z.string(),
    timezone: z.string(),
    pins: z.array(pinSchema),
    /** If there are more: pass it as cursor in the next call */
    nextCursor: z.string().optional(),
    /** True if not all pins were searched: use other words */
    isPartial: z.boolean().optional(),
  }),
  hints: { isReadOnly: true, isIdempotent: true },
  hasOthersText: true,
  async run(caller, { words, limit: most = PINS.usual, ...input }) {
    const account = await caller.account(input.accountId)
    const of = { accountId: account.id, timezone: zoneOf(account) }
    if (words !== undefined) {
      const { posts, isPartial } = await searchPosts(caller.deps, caller.actor, { accountId: account.id, words, limit: most })
      const wire = await postsToWire(caller.deps, caller.deps.db.sql, posts)
      return { ...of, pins: wire.map((post) => showPin(account, post, 'short')), ...(isPartial && { isPartial }) }
    }
    const query = asQuery({ limit: most, status: input.status, cursor: input.cursor, ...datesOf(caller, input) })
    const { posts, cursor: next } = (await caller.ask('listPosts', { params: { accountId: account.id }, query })).data
    return { ...of, pins: posts.map((post) => showPin(account, post, 'short')), ...(next !== null && { nextCursor: next }) }
  },
})

function datesOf(
  { deps }: Caller,
  { status, startDate, endDate }: { status?: string | undefined; startDate?: string | undefined; endDate?: string | undefined },
) {
  if (status !== 'sent' && status !== 'uploading') return { startDate, endDate }
  const now = deps.clock()
  const begins = before(now, PUBLISHED_DAYS * DAY_MS).toISOString()
  return { startDate: startDate ?? begins, endDate: endDate ?? after(now, DAY_MS).toISOString() }
}

const showOnePin = defineTool({
  name: 'show_pin',
  title: 'Show a pin',
  description: 'One pin in full: text, state and why, time, image.',
  input: z.strictObject({ accountId, postId }),
  output: z.object({ accountId: z.string(), timezone: z.string(), pin: pinSchema }),
  hints: { isReadOnly: true, isIdempotent: true },
  hasOthersText: true,
  async run(caller, input) {
    const account = await caller.account(input.accountId)
    const { post } = (await caller.ask('getPost', { params: { accountId: account.id, postId: input.postId } })).data
    return { accountId: account.id, timezone: zoneOf(account), pin: showPin(account, post, 'whole') }
  },
})

const listApprovals = defineTool({
  name: 'list_approvals',
  title: 'Read approvals',
  description:
    'Requests for approval, newest first, or one by approvalId: the decision and the changes wanted. People decide in Slack.',
  input: z.strictObject({
    accountId,
    approvalId: text().max(20).optional(),
    state: z.enum(APPROVAL_STATES).optional(),
    limit: limit(PINS.most, PINS.usual),
    cursor,
  }),
  output: z.object({
    accountId: z.string(),
    timezone: z.string(),
    approvals: z.array(approvalSchema),
    nextCursor: z.string().optional(),
  }),
  hints: { isReadOnly: true, isIdempotent: true },
  hasOthersText: true,
  async run(caller, { approvalId, state, limit: most = PINS.usual, ...input }) {
    const account = await caller.account(input.accountId)
    const params = { accountId: account.id }
    const of = { ...params, timezone: zoneOf(account) }
    if (approvalId !== undefined) {
      const { approval } = (await caller.ask('getApproval', { params: { ...params, approvalId } })).data
      return { ...of, approvals: [showApproval(account, approval)] }
    }
    const query = asQuery({ limit: most, state, cursor: input.cursor })
    const { approvals, cursor: next } = (await caller.ask('listApprovals', { params, query })).data
    return { ...of, approvals: approvals.map((one) => showApproval(account, one)), ...(next !== null && { nextCursor: next }) }
  },
})

export const pinTools: Tool[] = [findPins, showOnePin, listApprovals]
