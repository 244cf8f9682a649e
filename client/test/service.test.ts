/** The built package against the real service. */
import { createClient, PinslotError, type Args, type Pinslot } from '@pinslot/client'
import { expect, inject, test } from 'vitest'
import { OPERATIONS } from '../src/generated/operations.js'
import { isRepeatable } from '../src/repeat.js'
import type { Methods, OperationId } from '../src/types.js'

const baseUrl = inject('baseUrl')
const accountId = inject('accountId')
const pinslot = createClient({ baseUrl, key: inject('key'), userAgent: 'client-tests/1' })
const sample = (name: string) => `${baseUrl}/sandbox/media/${name}`
const boardId = (await pinslot.listBoards({ accountId })).data.boards.find(({ isCollaborator }) => !isCollaborator)!.id
const copy = { title: 'A lamp', description: 'Low over the table.', url: 'https://shop.example.com/lamp', boardId }
const bytesOf = async (name: string) => new Uint8Array(await (await fetch(sample(name))).arrayBuffer())
const aDraft = async (client: Pinslot = pinslot) =>
  (await client.createPost({ accountId, body: { ...copy, mediaUrl: sample('lamp-1.jpg') } })).data.post.id
const anUpload = async () => (await pinslot.uploadMedia(await bytesOf('lamp-2.jpg'), 'jpg')).uploadId

test('from an upload to a pin on the schedule, and back to nothing', async () => {
  const made = await pinslot.createPost({ accountId, body: { ...copy, uploadId: await anUpload() } })
  expect([made.status, made.data.post.status]).toEqual([201, 'draft'])
  expect(made.meta.requestId).toBe(made.headers.get('x-request-id'))
  const postId = made.data.post.id
  const { data, meta } = await pinslot.schedulePost({ accountId, postId, body: { useNextOpenSlot: true } })
  expect(data.post).toMatchObject({ id: postId, status: 'queued', state: { name: 'scheduled' } })
  expect(meta.placement).toBeDefined()
  expect((await pinslot.updatePost({ accountId, postId, body: { title: 'Another lamp' } })).data.post.title).toBe('Another lamp')
  const coming = await pinslot.getSchedule({ accountId })
  expect(coming.data.schedule.some(({ post }) => post?.postId === postId)).toBe(true)
  expect((await pinslot.unschedulePost({ accountId, postId })).data.post.sendAt).toBeNull()
  expect((await pinslot.deletePost({ accountId, postId })).data).toEqual({ deleted: true, postId })
})

test('a list comes whole over many pages, in the order of the service', async () => {
  const made = [await aDraft(), await aDraft(), await aDraft()]
  const read: string[] = []
  for await (const { id } of pinslot.each('listPosts', { accountId, query: { status: 'draft', limit: 1 } })) read.push(id)
  expect(read).toEqual([...new Set(read)])
  expect(read.filter((id) => made.includes(id))).toEqual(made.toReversed())
})

test('a file of CSV comes as its text', async () => {
  const { status, data, meta } = await pinslot.exportBoards({ accountId })
  expect([status, meta.requestId]).toEqual([200, expect.stringMatching(/^[\w-]{36}$/)])
  expect(data).toContain(`b_${boardId},`)
})

test('when the answer of a POST is lost, the repeat makes no second post', async () => {
  let lost = 0
  const unlucky = createClient({
    baseUrl,
    key: inject('key'),
    fetch: async (...sent) => {
      const response = await fetch(...sent)
      if (lost++ > 0) return response
      await response.text() // it was done, and nobody hears of it
      throw new TypeError('the line went dead')
    },
  })
  const before = await countDrafts()
  const postId = await aDraft(unlucky)
  expect([lost, await countDrafts()]).toEqual([2, before + 1])
  expect((await pinslot.getPost({ accountId, postId })).data.post.status).toBe('draft')
})

async function countDrafts(): Promise<number> {
  let count = 0
  for await (const _ of pinslot.each('listPosts', { accountId, query: { status: 'draft', limit: 100 } })) count++
  return count
}

test('a refusal says what the service says', async () => {
  const call = pinslot.createPost({ accountId, body: { mediaUrl: sample('lamp-1.jpg'), title: 'x'.repeat(101) } })
  const error: unknown = await call.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(PinslotError)
  expect(error).toMatchObject({
    status: 400,
    code: 'BAD_REQUEST',
    field: 'title',
    requestId: expect.stringMatching(/^[\w-]{36}$/) as string,
  })
  const stranger = createClient({ baseUrl, key: 'pst_1_wrong' })
  await expect(stranger.listAccounts()).rejects.toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
  await expect(pinslot.getPost({ accountId, postId: '999999' })).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' })
})

test('a GET is repeated after a lost answer unless it costs something: then the service has no HEAD for it', async () => {
  const gets = Object.entries(OPERATIONS).flatMap(([id, [method, path]]) => (method === 'get' ? [{ id, method, path }] : []))
  const costly: string[] = []
  for (const { id, path } of gets) {
    const url = baseUrl + path.replaceAll(/\{\w+\}/g, '1')
    const { status } = await fetch(url, { method: 'HEAD', headers: { authorization: `Bearer ${inject('key')}` } })
    if (status === 405) costly.push(id)
  }
  expect(costly).toEqual(['getBoardRelevance'])
  const notRepeated = gets.filter(({ id, method }) => !isRepeatable(id as OperationId, method, false))
  expect(notRepeated.map(({ id }) => id)).toEqual(costly)
})

test('a score that costs a credit is read once, when its answer is lost, too', async () => {
  let sent = 0
  const unlucky = createClient({
    baseUrl,
    key: inject('key'),
    fetch: async (...request) => {
      sent++
      await (await fetch(...request)).text() // it was scored and charged, and nobody hears of it
      throw new TypeError('the line went dead')
    },
  })
  const score = unlucky.getBoardRelevance({ accountId, boardId, query: { keyword: 'kitchen' } })
  await expect(score).rejects.toMatchObject({ code: 'NO_ANSWER', attempts: 1 })
  expect(sent).toBe(1)
})

test('a batch that is refused says which of its posts are wrong', async () => {
  const good = { ...copy, mediaUrl: sample('lamp-1.jpg') }
  const call = pinslot.createBatch({
    accountId,
    body: { posts: [good, { ...good, url: 'nowhere' }, { ...good, mediaUrl: sample('nothing.jpg') }] },
  })
  await expect(call).rejects.toMatchObject({
    field: 'posts[1].url',
    rows: [
      { index: 1, code: 'BAD_REQUEST', field: 'url' },
      { index: 2, code: 'BAD_REQUEST', field: 'mediaUrl' },
    ],
  })
  await expect(pinslot.getPost({ accountId, postId: '999999' })).rejects.toMatchObject({ rows: undefined })
})

/** A pin that the sandbox published, and that is still there. */
async function published() {
  const query = { status: 'sent', startDate: '2020-01-01T00:00:00Z', endDate: '2099-01-01T00:00:00Z', limit: 100 } as const
  const { data } = await pinslot.listPosts({ accountId, query })
  return data.posts.find((post) => post.pinId !== null && post.pinDeletedAt === undefined)!
}

/** Two copies of a published pin, which may be compared. */
async function aPair() {
  const { id } = await published()
  const copy = async () => (await pinslot.duplicatePost({ accountId, postId: id })).data.post.id
  return { accountId, postId: await copy(), body: { postId: await copy() } }
}

type Once = { [Id in OperationId]: (typeof OPERATIONS)[Id][0] extends 'put' | 'delete' ? Id : never }[OperationId]

/** Of each PUT and DELETE, what it is done to. */
const TARGETS: { [Id in Once]: () => Promise<Args<Id>> } = {
  deleteBoardList: async () => ({ ...(await aBoardList()), query: { confirm: 'true' } }),
  deleteBoardSection: async () => {
    const { data } = await pinslot.createBoardSection({ accountId, boardId, body: { name: 'For a moment' } })
    return { accountId, boardId, sectionId: data.section.id }
  },
  deleteCalendarLink: async () => {
    await pinslot.createCalendarLink({ accountId })
    return { accountId }
  },
  deleteEvergreenSlot: async () => {
    const { data } = await pinslot.createEvergreenSlot({ accountId, body: { dayPreference: 3, time: '03:33', timezone: 'UTC' } })
    return { accountId, timeslotId: data.slot.id }
  },
  deleteEvergreenPin: async () => {
    const postId = (await published()).id
    await pinslot.putEvergreenPin({ accountId, postId, body: { atMost: 3 } })
    return { accountId, postId }
  },
  putTwin: async () => aPair(),
  deleteTwin: async () => {
    const { body, ...path } = await aPair()
    await pinslot.putTwin({ ...path, body })
    return path
  },
  deleteFeed: async () => {
    const { data } = await pinslot.createFeed({
      accountId,
      body: { url: 'https://notes.example.org/for-a-moment.xml', perDay: 1 },
    })
    return { accountId, feedId: data.feed.id }
  },
  deletePost: async () => ({ accountId, postId: await aDraft() }),
  deletePublishedPin: async () => {
    const { id: postId, pinId } = await published()
    return { accountId, postId, query: { confirm: pinId! } }
  },
  deleteReviewLink: async () => {
    const { data } = await pinslot.createReviewLink({ accountId, body: { contactName: 'Rosa', postIds: [await aDraft()] } })
    return { accountId, linkId: data.reviewLink.id }
  },
  deleteSpacingRule: async () => {
    await pinslot.putSpacingRule({ accountId, body: { type: 'DEFAULT', days: 2 } })
    return { accountId, query: { type: 'DEFAULT' } }
  },
  deleteUtmRule: async () => {
    await pinslot.putUtmRule({ accountId, body: { source: 'pinterest' } })
    return { accountId }
  },
  deleteTimeslot: async () => {
    const { data } = await pinslot.createTimeslot({ accountId, body: { dayPreference: 3, time: '03:33', timezone: 'UTC' } })
    return { accountId, timeslotId: data.timeslot.id }
  },
  deleteWebhook: async () => {
    const { data } = await pinslot.createWebhook({ body: { url: 'http://127.0.0.1:9/nobody', events: ['post.late'] } })
    return { webhookId: data.webhook.id }
  },
  disconnectAccount: async () => ({
    accountId: (await pinslot.listAccounts()).data.accounts.find(({ id }) => id !== accountId)!.id,
  }),
  putClients: async () => ({ accountId, body: { channelId: null, contacts: [] } }),
  putApprovalRules: async () => ({ accountId, body: { rules: [] } }),
  putSpacingRule: async () => ({ accountId, body: { type: 'CUSTOM', url: 'https://shop.example.com/one', days: 3 } }),
  putUtmRule: async () => ({ accountId, body: { source: 'pinterest', campaign: '{board}' } }),
  replaceBoardList: async () => ({ ...(await aBoardList()), body: { name: 'Replaced', boards: [{ id: boardId }] } }),
  replacePostMedia: async () => ({ accountId, postId: await aDraft(), body: { uploadId: await anUpload() } }),
  revokeKey: async () => ({ keyId: (await pinslot.createKey({ body: { name: 'For a moment' } })).data.key.id }),
  unschedulePost: async () => {
    const postId = await aDraft()
    await pinslot.schedulePost({ accountId, postId, body: { useNextOpenSlot: true } })
    return { accountId, postId }
  },
}

async function aBoardList() {
  const { data } = await pinslot.createBoardList({
    accountId,
    body: { name: `For a moment ${Date.now()}`, boards: [{ id: boardId }] },
  })
  return { accountId, boardListId: String(data.boardList.id) }
}

test.each(Object.keys(TARGETS) as Once[])(
  '%s is repeated after a lost answer where its second answer is a success, too',
  async (id) => {
    const args = await TARGETS[id]()
    const act = pinslot[id] as (given: typeof args) => ReturnType<Methods[Once]> // the target is of this operation
    const first = await act(args)
    const second = await act(args).then(
      ({ data }) => data,
      (error: unknown) => error,
    )
    if (isRepeatable(id, OPERATIONS[id][0], false)) expect(second).toEqual(first.data)
    else expect(second).toBeInstanceOf(PinslotError)
  },
)
