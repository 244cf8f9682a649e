/** A team's week with /v1: each operation once, as a real request to the real service over the simulated platform. */
import type { LightMyRequestResponse } from 'fastify'
import { createImport } from '../../../src/core/sources/imports/create.js'
import { claimDueImports, writeChunk } from '../../../src/core/sources/imports/work.js'
import { createApiKey, createPersonalKey } from '../../../src/core/accounts/keys/create.js'
import { addBoard, addDays, addPin, addUser } from '../../../src/sandbox/platform/seed-api.js'
import { addManyPins } from '../../sandbox/platform/support/many-pins.js'
import { makePinEdits } from '../../../src/jobs/leased.js'
import { makePublisher } from '../../../src/jobs/publisher.js'
import { buildServer } from '../../../src/http/server.js'
import type { Pool } from '../../../src/db/pool.js'
import { closeBefore } from '../../support/database.js'
import { aDraftOfUnknownOutcome } from '../../support/unknown-outcomes.js'
import { START, type World } from '../../support/world.js'
import { aPicture } from '../support/support.js'
import { aBoardServer } from '../boards/support/board-fixtures.js'

/** As the job does it. */
async function writeImports(deps: World['deps']): Promise<void> {
  for (let claimed = await claimDueImports(deps, 1); claimed.length > 0; claimed = await claimDueImports(deps, 1))
    for (const one of claimed) await writeChunk(deps, one)
}

export type Example = {
  operationId: string
  path?: Record<string, string>
  query?: Record<string, string>
  body?: object
  status: number
  /** Text where the answer is no JSON. */
  answer: { data: Record<string, unknown> } | string
}
export type Path = { method: string; path: string }
type Asked = Pick<Example, 'path' | 'query' | 'body'> & { as?: string }
type Found = Record<string, { id: string; sendAt: number; [field: string]: unknown }>

const PERSON = 'T1:U1'

/** @param operations the method and path of each, by its id */
export async function tell(db: Pool, operations: Record<string, Path>): Promise<Example[]> {
  const server = await aBoardServer(db)
  const { accountId, samples } = server
  const person = { ...server.actor, via: 'slack', userId: PERSON } as const
  const app = await buildServer(server.deps, { findPerson: async () => ({ actor: person }) })
  closeBefore(db, () => app.close())
  const contributor = await createApiKey(server.deps, server.actor, {
    name: 'Drafts by our agent',
    role: 'contributor',
    accountIds: [accountId],
  })
  const personal = await createPersonalKey(server.deps, person, { name: 'My laptop' })
  for (const name of ['oak-shelf.jpg', 'brass-lamp.jpg']) samples.set(name, await aPicture())
  const told: Example[] = []

  async function ask(operationId: string, { path, query, body, as = server.key }: Asked = {}) {
    const { method, path: template } = operations[operationId]!
    const found: Record<string, string> = { ...(template.includes('{accountId}') && { accountId }), ...path }
    const address = template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => found[name] ?? '')
    const response: LightMyRequestResponse = await app.inject({
      method: method as 'GET',
      url: query ? `${address}?${new URLSearchParams(query).toString()}` : address,
      headers: { authorization: `Bearer ${as}`, 'user-agent': 'our-agent/1.0' },
      ...(body && { payload: body }),
    })
    const isFile = String(response.headers['content-type']).startsWith('text/csv')
    const answer = isFile ? response.payload : response.json<Exclude<Example['answer'], string>>()
    if (response.statusCode >= 300) throw new Error(`${operationId}: ${response.statusCode} ${response.payload}`)
    told.push({
      operationId,
      ...(Object.keys(found).length > 0 && { path: found }),
      ...(query && { query }),
      ...(body && { body }),
      status: response.statusCode,
      answer,
    })
    return (typeof answer === 'string' ? {} : answer.data) as Found
  }
  const at = (days: number, hour = 15) => {
    const time = new Date(START.getTime() + days * 86_400_000)
    return `${time.toISOString().slice(0, 10)}T${String(hour).padStart(2, '0')}:00:00Z`
  }
  const window = { startDate: '2026-02-27', endDate: '2026-02-28' }
  const shelf = {
    mediaUrl: 'https://sample.test/oak-shelf.jpg',
    title: 'An oak shelf for a small kitchen',
    description: 'Three boards, no screws to be seen. The plan is free.',
    url: 'https://shop.example.com/oak-shelf',
    altText: 'A shelf of light oak with white cups',
  }

  await ask('getPrincipal')
  await ask('listAccounts')
  await ask('getAccount')
  await ask('createConnectLink', { body: { accountId } })

  await ask('listBoards')
  await ask('exportBoards')
  const { board } = await ask('createBoard', { body: { name: 'Small kitchens', description: 'Under ten square metres' } })
  const boardId = board!.id
  await ask('updateBoard', { path: { boardId }, body: { name: 'Small kitchens, big ideas' } })
  const { section } = await ask('createBoardSection', { path: { boardId }, body: { name: 'Shelves' } })
  await ask('listBoardSections', { path: { boardId } })
  await ask('deleteBoardSection', { path: { boardId, sectionId: section!.id } })
  const boards = [{ id: '101' }, { id: boardId }]
  const { boardList } = await ask('createBoardList', { body: { name: 'Kitchens', boards } })
  const boardListId = String(boardList!.id)
  await ask('listBoardLists')
  await ask('getBoardList', { path: { boardListId } })
  await ask('replaceBoardList', { path: { boardListId }, body: { name: 'Kitchens', boards: [{ id: boardId }] } })
  await ask('deleteBoardList', { path: { boardListId }, query: { confirm: 'true' } })

  const titles = ['A cake for autumn', 'Velvet sofa', 'Lemon cake']
  await addManyPins(db.sql, { boardId: '102', createdAt: START, count: 3, title: (n) => titles[n] ?? null })
  await ask('getBoardRelevance', { path: { boardId: '102' }, query: { keyword: 'lemon cake' } })
  const stranger = await addUser(db.sql, { username: 'stranger', displayName: 'S', isBusiness: false, createdAt: START })
  const open = await addBoard(db.sql, { ownerId: stranger.id, name: 'Open', createdAt: START })
  await addManyPins(db.sql, { boardId: open.id, createdAt: START, count: 3, title: (n) => `Wicker basket ${n + 1}` })
  await ask('listTrends', { query: { type: 'seasonal', boardId: '102', limit: '1' } })
  await ask('getSeasonPlan')
  await ask('listRecommendedPins', { path: { boardId: '102' }, query: { keyword: 'wicker basket', limit: '2' } })

  const { timeslot } = await ask('createTimeslot', { body: { dayPreference: 2, time: '09:30', timezone: 'America/New_York' } })
  const timeslotId = timeslot!.id
  await ask('listTimeslots')
  await ask('updateTimeslot', { path: { timeslotId }, body: { time: '10:15' } })
  await ask('listTimeslotSuggestions', { query: { limit: '2' } })
  await ask('rebuildTimeslots', { body: { pinsPerDay: 1, preview: true } })
  await ask('putSpacingRule', { body: { type: 'DEFAULT', days: 7 } })
  await ask('listSpacingRules')
  await ask('putUtmRule', { body: { source: 'pinterest', medium: 'social', campaign: '{board}' } })
  await ask('listUtmRules')

  await ask('createUpload', { body: { extension: 'jpg' } })
  const { post } = await ask('createPost', { body: { ...shelf, boardId: '101', useNextOpenSlot: true } })
  const { post: draft } = await ask('duplicatePost', { path: { postId: post!.id } })
  await ask('getUsage')
  const brass = { ...shelf, mediaUrl: 'https://sample.test/brass-lamp.jpg', title: 'A brass lamp over the table', boardId: '101' }
  await ask('createBatch', { body: { posts: [brass], mode: 'schedule', preview: true } })
  const { batch } = await ask('createBatch', { body: { posts: [brass], mode: 'schedule' } })
  await ask('getBatch', { path: { batchId: batch!.id } })
  await ask('undoBatch', { path: { batchId: batch!.id } })
  const [csv, broken] = [
    `Title,Media URL,Board ID\r\n${brass.title},${brass.mediaUrl},b_101\r\n`,
    'A shelf without a picture,,b_101\r\n',
  ]
  await ask('createImport', { body: { csv: csv + broken, preview: true } })
  const { import: imported } = await ask('createImport', { body: { csv: csv + broken } })
  await writeImports(server.deps)
  await ask('getImport', { path: { importId: imported!.id } })
  await ask('undoImport', { path: { importId: imported!.id } })
  const file = { kind: 'text', text: csv } as const
  const begun = await createImport(server.deps, server.actor, { accountId: server.accountId, file, mapping: {}, mode: 'draft' })
  await ask('cancelImport', { path: { importId: begun.id ?? '' } })
  const { generation } = await ask('createGeneration', {
    body: { url: 'https://shop.example.com/oak-shelf', keywords: ['oak shelf'], drafts: 2 },
  })
  await ask('getGeneration', { path: { generationId: generation!.id } })
  await ask('cancelGeneration', { path: { generationId: generation!.id } })
  const { feed } = await ask('createFeed', { body: { url: 'https://shop.example.com/feed.xml', perDay: 3, boardId: '101' } })
  await ask('listFeeds')
  await ask('refreshFeed', { path: { feedId: feed!.id } })
  await ask('getFeed', { path: { feedId: feed!.id } })
  await ask('updateFeed', { path: { feedId: feed!.id }, body: { perDay: 5 } })
  await ask('deleteFeed', { path: { feedId: feed!.id } })
  await ask('getPost', { path: { postId: post!.id } })
  await ask('getPreflight', { path: { postId: post!.id } })
  await ask('listLinksFound', { query: { limit: '20' } })
  await ask('listPosts', { query: { status: 'queued', limit: '20' } })
  await ask('exportPosts', { query: { status: 'queued' } })
  await ask('updatePost', { path: { postId: draft!.id }, body: { title: 'An oak shelf, put up in an hour' } })
  await ask('replacePostMedia', { path: { postId: draft!.id }, body: { mediaUrl: 'https://sample.test/brass-lamp.jpg' } })
  await ask('changePostPicture', { path: { postId: draft!.id }, body: { fit: 'crop' } })
  await ask('schedulePost', { path: { postId: draft!.id }, body: { sendAt: at(3) } })
  await ask('swapPosts', { path: { postId: post!.id }, body: { otherPostId: draft!.id } })
  const series = await silently(async () =>
    ask('createPost', {
      body: {
        ...shelf,
        intervalBoards: [{ boardId: '101' }, { boardId: '102' }],
        intervalType: 'weekly',
        intervalMode: 'exact',
        sendAt: at(5),
      },
    }),
  )
  await ask('moveSeries', { path: { intervalGroupId: String(series['post']!['intervalGroupId']) }, body: { days: 1 } })
  await ask('getSchedule', { query: { from: at(0, 0), to: at(3, 23) } })
  await ask('unschedulePost', { path: { postId: draft!.id } })
  await ask('deletePost', { path: { postId: draft!.id } })
  const { changeId } = await ask('changePosts', {
    body: { filter: { status: 'queued', text: 'oak shelf' }, action: 'edit', edit: { url: 'https://shop.example.com/shelves' } },
  })
  await ask('undoChange', { path: { changeId: changeId as unknown as string } })
  const unknown = await aDraftOfUnknownOutcome(server, {
    title: shelf.title,
    description: shelf.description,
    url: `${shelf.url}-2`,
  })
  await ask('reportPostOutcome', { path: { postId: unknown.id }, body: { published: false } })
  await ask('deleteTimeslot', { path: { timeslotId } })
  await ask('deleteSpacingRule', { query: { type: 'DEFAULT' } })
  await ask('deleteUtmRule')
  const { post: published } = await silently(async () => {
    const made = await ask('createPost', { body: { ...shelf, url: `${shelf.url}-3`, boardId: '101' } })
    await ask('schedulePost', { path: { postId: made.post!.id }, body: { publishNow: true } })
    return made
  })
  const publisher = makePublisher(server.deps, {})
  while (await publisher.drain());
  await ask('getReceipt', { path: { postId: published!.id } })
  const onPinterest = { postId: published!.id }
  const { post: sent } = await silently(() => ask('getPost', { path: onPinterest }))
  await ask('updatePublishedPin', { path: onPinterest, body: { title: 'An oak shelf for small kitchens', preview: true } })
  await ask('updatePublishedPin', { path: onPinterest, body: { title: 'An oak shelf for small kitchens' } })
  const editor = makePinEdits(server.deps)
  while (await editor.drain());
  await ask('getPublishedEdit', { path: onPinterest })
  const { post: version } = await silently(() => ask('createPost', { body: { ...shelf, url: `${shelf.url}-4`, boardId: '101' } }))
  const { post: other } = await silently(() => ask('duplicatePost', { path: { postId: version!.id } }))
  await ask('putTwin', { path: { postId: version!.id }, body: { postId: other!.id } })
  await ask('getTwin', { path: { postId: version!.id } })
  await ask('deleteTwin', { path: { postId: version!.id } })
  await ask('deletePublishedPin', { path: onPinterest, query: { confirm: String(sent!['pinId']) } })

  const { slot: evergreenSlot } = await ask('createEvergreenSlot', { body: { dayPreference: 4, time: '18:00' } })
  const itsSlot = { timeslotId: String(evergreenSlot!.id) }
  await ask('updateEvergreenSlot', { path: itsSlot, body: { time: '18:30' } })
  const postId = published!.id
  await ask('putEvergreenPin', { path: { postId }, body: { until: '2026-12-24', atMost: 3, months: [11, 12] } })
  await ask('getEvergreen')
  await ask('deleteEvergreenPin', { path: { postId } })
  await ask('deleteEvergreenSlot', { path: itsSlot })

  await db.sql`
    update accounts set approval_policy = 'required', approvals_channel_id = 'C1' where organization_id = ${server.organizationId}`
  const asked = { ...shelf, boardId: '101', sendAt: at(4) }
  const { approval } = await ask('createPost', { body: asked, as: contributor.key })
  const approvalId = approval!.id
  await ask('createBatch', { body: { posts: [brass], mode: 'schedule' }, as: contributor.key })
  await ask('listApprovals', { query: { state: 'pending' } })
  await ask('getApproval', { path: { approvalId }, query: { include: 'steps' } })
  await ask('getApprovalRules')
  const client = { name: 'Client', reviewers: [{ kind: 'contact', id: 'Rosa' }], rule: 'any' }
  await ask('putApprovalRules', { body: { rules: [{ name: 'New shops', steps: [client], when: { newDomain: true } }] } })
  await silently(async () => ask('putApprovalRules', { body: { rules: [] } }))
  await ask('getClients')
  const rosa = { name: 'Rosa', people: [{ teamId: 'T0BAKERY1', userId: 'U0CLIENT1' }] }
  await ask('putClients', { body: { channelId: 'C0CLIENT1', contacts: [rosa] } })
  const hold = { decision: 'hold', until: at(3), reason: 'The price changes on Friday.' }
  await silently(async () => ask('decideApproval', { path: { approvalId }, body: hold, as: personal.key }))
  await ask('releaseApproval', { path: { approvalId }, as: personal.key })
  const edit = { title: 'Oak shelf, now in walnut' }
  await ask('decideApproval', { path: { approvalId }, body: { decision: 'approve', postVersion: 1, edit }, as: personal.key })

  const { approval: second } = await silently(async () =>
    ask('createPost', { body: { ...asked, sendAt: at(6) }, as: contributor.key }),
  )
  await ask('withdrawApproval', { path: { approvalId: second!.id }, as: contributor.key })

  const waiting = await silently(async () => {
    const { post } = await ask('createPost', { body: { ...shelf, url: `${shelf.url}-5`, boardId: '101' }, as: contributor.key })
    await ask('schedulePost', { path: { postId: post!.id }, body: { publishNow: true } })
    while (await publisher.drain());
    const path = { postId: post!.id }
    const { edit: one } = await ask('updatePublishedPin', { path, body: { title: 'A shelf of oak' }, as: contributor.key })
    return { ...path, editId: one!.id }
  })
  await ask('decidePublishedEdit', { path: waiting, body: { decision: 'approve' }, as: personal.key })

  const { comment } = await ask('createComment', {
    path: { postId: String(second!.postId) },
    body: { text: 'Could the picture be brighter?', audience: 'internal' },
    as: personal.key,
  })
  await ask('listComments', { path: { postId: String(comment!.postId) } })

  const { reviewLink } = await ask('createReviewLink', {
    body: { contactName: 'Rosa', postIds: [String(second!.postId)], expiresInDays: 14 },
  })
  await ask('listReviewLinks')
  await ask('deleteReviewLink', { path: { linkId: reviewLink!.id } })

  await ask('createCalendarLink')
  await ask('getCalendarLink')
  await ask('deleteCalendarLink')

  await addDays(db.sql, { userId: '901' }, [{ day: '2026-02-26', metrics: { IMPRESSION: 400, SAVE: 3, PIN_CLICK: 9 } }])
  const picture = { contentType: 'image/jpeg', bytes: await aPicture() } as const
  const lamp = { boardId: '101', title: 'A brass lamp', description: 'Made by hand', link: 'https://shop.example.com/lamp' }
  const pin = await addPin(db.sql, { ...lamp, altText: null, picture, createdAt: new Date('2026-02-01T10:00:00Z') })
  await ask('getAccountAnalytics', { query: window })
  await ask('getAccountAnalyticsHistory', { query: window })
  await ask('listTopPins', { query: { ...window, sortBy: 'IMPRESSION' } })
  await ask('getPinAnalytics', { path: { pinId: pin.id }, query: window })

  await ask('pausePublishing', { body: { whilePaused: 'wait' } })
  await ask('resumePublishing')
  await ask('updateGuard', {
    body: { perDay: 'auto', blackouts: [{ from: '2026-12-24', to: '2026-12-26', note: 'Holidays' }] },
  })
  await ask('getGuard')
  await ask('resumeHold')
  await ask('updateAccount', {
    body: { publishedPins: 'daily', holdDeadLinks: true, trendInterests: ['home_decor', 'gardening'] },
  })
  const { key } = await ask('createKey', {
    body: {
      name: 'Nightly import',
      note: 'Takes new products over',
      role: 'scheduler',
      accounts: [accountId],
      expiresAt: at(300),
    },
  })
  await ask('listKeys')
  await ask('revokeKey', { path: { keyId: key!.id } })
  const hook = { url: 'https://hooks.example.com/pins', events: ['post.sent', 'post.failed'] }
  const { webhook } = await ask('createWebhook', { body: hook })
  const webhookId = webhook!.id
  await ask('listWebhooks')
  await ask('getWebhook', { path: { webhookId } })
  await ask('updateWebhook', { path: { webhookId }, body: { events: ['*'] } })
  await ask('rotateWebhookSecret', { path: { webhookId } })
  const { delivery } = await ask('testWebhook', { path: { webhookId } })
  await db.sql`
    update webhook_deliveries set state = 'delivered', due_at = null
     where organization_id = ${server.organizationId} and id = ${delivery!.id}`
  await ask('listWebhookDeliveries', { path: { webhookId }, query: { limit: '20' } })
  await ask('replayWebhookDelivery', { path: { webhookId, deliveryId: delivery!.id } })
  await ask('replayWebhook', { path: { webhookId }, body: { from: at(0, 0) } })
  await ask('deleteWebhook', { path: { webhookId } })
  const described = 'GET …/schedule names a slot as open that has a pin. Seen today at 14:00 UTC, request 5f0c6f0e.'
  await ask('createIssueReport', { body: { description: described, tool: 'GET /v1/accounts/{accountId}/schedule' } })
  await ask('createCapabilityRequest', { body: { description: 'Take pins from an RSS feed. Today we copy them by hand.' } })
  await ask('disconnectAccount')
  return told

  /** What is needed for the next, and is no example of its own. */
  async function silently<T>(work: () => Promise<T>): Promise<T> {
    const before = told.length
    const result = await work()
    told.length = before
    return result
  }
}
