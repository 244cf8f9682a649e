/** @see docs/contract.md#sections */
import { describe, expect, test } from 'vitest'
import { addBoard, addSection, addUser } from '../../../src/sandbox/platform/seed-api.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, anUploadingPost, aQueuedPost, aSentPost } from '../../support/factories.js'
import { START } from '../../support/world.js'
import { aBoardServer, answerOf } from './support/board-fixtures.js'

const { db } = await aDatabase()
const server = await aBoardServer(db)
const { call, boards, simulator, another, accountId } = server
const sections = `${boards}/101/sections`

const notFound = { status: 404, code: 'NOT_FOUND' }
const timedOut = { status: 504, code: 'GATEWAY_TIMEOUT', reason: 'platform_timeout' }
const onPlatform = async (boardId: string) =>
  (await db.sql<{ name: string }[]>`select name from sim_sections where board_id = ${boardId} order by number`).map(
    ({ name }) => name,
  )
const cached = async (boardId: string) => {
  const rows = await db.sql<{ name: string }[]>`
    select name from board_sections where account_id = ${accountId} and board_id = ${boardId} order by name`
  return rows.map(({ name }) => name)
}
/** A board of its own for a test, known to us, with these sections. */
let next = 600
async function aBoard(...names: string[]): Promise<{ id: string; url: string; ids: string[] }> {
  const id = String(next++)
  await addBoard(db.sql, { id, ownerId: '901', name: `Board ${id}`, createdAt: START })
  const ids: string[] = []
  for (const name of names) ids.push((await addSection(db.sql, { boardId: id, name })).id)
  const url = `${boards}/${id}/sections`
  await call('GET', url)
  return { id, url, ids }
}

describe('listing', () => {
  test('is what the platform has now, in its order, and goes into the cache', async () => {
    await addSection(db.sql, { id: '1013', boardId: '101', name: 'Aprons' })
    const { status, body } = await call('GET', `${boards}/b_101/sections`)
    expect([status, body.data]).toEqual([
      200,
      {
        sections: [
          { id: '1011', name: 'Shelves' },
          { id: '1012', name: 'Lamps' },
          { id: '1013', name: 'Aprons' },
        ],
      },
    ])
    expect(await cached('101')).toEqual(['Aprons', 'Lamps', 'Shelves'])
  })

  test('is empty when there are none', async () => {
    expect((await call('GET', `${boards}/102/sections`)).body.data.sections).toEqual([])
  })

  test('a board that the cache does not have is read too; one that the platform does not have is not found', async () => {
    await addBoard(db.sql, { id: '301', ownerId: '901', name: 'Elsewhere', createdAt: START })
    await addSection(db.sql, { id: '3011', boardId: '301', name: 'Doors' })
    expect((await call('GET', `${boards}/301/sections`)).body.data.sections).toEqual([{ id: '3011', name: 'Doors' }])
    expect(answerOf(await call('GET', `${boards}/999/sections`))).toEqual(notFound)
  })

  test('those of another organization are not found', async () => {
    const other = await another()
    for (const [method, url, body] of [
      ['GET', sections, undefined],
      ['POST', sections, { name: 'Foreign' }],
      ['DELETE', `${sections}/1011`, undefined],
    ] as const)
      expect(answerOf(await other.call(method, url, body))).toEqual(notFound)
    expect(await onPlatform('101')).toContain('Shelves')
  })
})

describe('creating', () => {
  test('a section is on the platform, in the answer and in the cache at once', async () => {
    const { id, url } = await aBoard()
    const { status, body } = await call('POST', url, { name: ' Ovens ' })
    expect([status, body.data]).toEqual([201, { section: { id: body.data.section.id, name: 'Ovens' } }])
    expect([await onPlatform(id), await cached(id)]).toEqual([['Ovens'], ['Ovens']])
  })

  test.each<[object, string]>([
    [{}, 'name'],
    [{ name: '  ' }, 'name'],
    [{ name: 'x'.repeat(181) }, 'name'],
    [{ name: null }, 'name'],
    [{ name: 'Fine', id: '7' }, 'id'],
  ])('%j: %s', async (body, field) => {
    expect(answerOf(await call('POST', sections, body))).toEqual({ status: 400, code: 'BAD_REQUEST', field })
  })

  test('a board that is not there is not found', async () => {
    expect(answerOf(await call('POST', `${boards}/999/sections`, { name: 'Fine' }))).toEqual(notFound)
  })

  test('with an Idempotency-Key it has one effect', async () => {
    const { id, url } = await aBoard()
    const send = () => call('POST', url, { name: 'Once' }, { 'idempotency-key': 'section' })
    const [first, again] = [await send(), await send()]
    expect([again.status, again.headers['idempotent-replayed'], again.body.data]).toEqual([201, 'true', first.body.data])
    expect(await onPlatform(id)).toEqual(['Once'])
  })

  test.each(['commit_then_hang', 'commit_then_500', 'commit_then_truncated'] as const)(
    'one that was made but not answered (%s) is found, and given',
    async (fault) => {
      const { id, url } = await aBoard('Lids')
      await simulator.fault({ operation: 'create_section', fault })
      const { status, body } = await call('POST', url, { name: 'Pots' })
      expect([status, body.data.section.name]).toEqual([201, 'Pots'])
      expect([await onPlatform(id), await cached(id)]).toEqual([
        ['Lids', 'Pots'],
        ['Lids', 'Pots'],
      ])
    },
  )

  test('one of that name that was there before is not the one that was asked for', async () => {
    const { id, url } = await aBoard('Pans')
    await simulator.fault({ operation: 'create_section', fault: 'fail_500' })
    expect(answerOf(await call('POST', url, { name: 'Pans' }))).toEqual(timedOut)
    expect(await onPlatform(id)).toEqual(['Pans'])
  })

  test('also when it came to be after the sections were last read', async () => {
    const { id, url } = await aBoard()
    await addSection(db.sql, { boardId: id, name: 'Plates' })
    server.clock.advance(11 * 60_000)
    await simulator.fault({ operation: 'create_section', fault: 'fail_500' })
    expect(answerOf(await call('POST', url, { name: 'Plates' }))).toEqual(timedOut)
  })

  test('when it cannot be looked for either, it is a 504', async () => {
    const { id, url } = await aBoard()
    await simulator.fault({ operation: 'create_section', fault: 'commit_then_500' })
    await simulator.fault({ operation: 'list_sections', fault: 'rate_limited' })
    expect(answerOf(await call('POST', url, { name: 'Cups' }))).toEqual(timedOut)
    expect(await onPlatform(id)).toEqual(['Cups'])
  })
})

describe('deleting', () => {
  test('the section is gone, on the platform and in the cache; what is not published yet goes to the board root', async () => {
    const { id, url, ids } = await aBoard('Old', 'New')
    const [old = '', kept = ''] = ids
    const at = { boardId: id, boardSectionId: old }
    const [draft, queued, uploading, sent] = [
      await aDraft(server, at),
      await aQueuedPost(server, at),
      await anUploadingPost(server, at),
      await aSentPost(server, at),
    ]
    const elsewhere = await aDraft(server, { boardId: id, boardSectionId: kept })
    const { status, body } = await call('DELETE', `${url}/${old}`)
    expect([status, body.data]).toEqual([200, { deleted: true }])
    expect([await onPlatform(id), await cached(id)]).toEqual([['New'], ['New']])
    const read = async (postId: string) => (await call('GET', `/v1/accounts/${accountId}/posts/${postId}`)).body.data.post
    expect(await read(draft.id)).toMatchObject({ status: 'draft', boardId: id, boardSectionId: null })
    expect(await read(queued.id)).toMatchObject({ status: 'queued', boardId: id, boardSectionId: null })
    expect((await read(queued.id)).sendAt).toBe(queued.sendAt && Math.floor(queued.sendAt.getTime() / 1000))
    expect(await read(uploading.id)).toMatchObject({ status: 'uploading', boardId: id, boardSectionId: null })
    expect(await read(sent.id)).toMatchObject({ boardSectionId: old })
    expect(await read(elsewhere.id)).toMatchObject({ boardSectionId: kept })
  })

  test('one that is not there is not found, whatever its id looks like', async () => {
    const { url } = await aBoard()
    for (const id of ['999', 'Shelves', '0x1', '9'.repeat(60)]) {
      const answer = await call('DELETE', `${url}/${id}`)
      expect(answerOf(answer)).toEqual(notFound)
      expect(answer.body.error?.message).toBe('Board section not found.')
    }
    expect(answerOf(await call('DELETE', `${boards}/999/sections/1`))).toEqual(notFound)
  })

  test('one that somebody else has deleted on the platform, but we know still, is deleted', async () => {
    const { id, url, ids } = await aBoard('Gone')
    const post = await aDraft(server, { boardId: id, boardSectionId: ids[0] ?? '' })
    await db.sql`delete from sim_sections where board_id = ${id}`
    expect((await call('DELETE', `${url}/${ids[0]}`)).body.data).toEqual({ deleted: true })
    expect(await cached(id)).toEqual([])
    const { body } = await call('GET', `/v1/accounts/${accountId}/posts/${post.id}`)
    expect(body.data.post.boardSectionId).toBeNull()
    expect(answerOf(await call('DELETE', `${url}/${ids[0]}`))).toEqual(notFound)
  })

  test.each(['commit_then_hang', 'commit_then_500'] as const)(
    'after %s, with nothing that could be read behind the 504, nothing is moved; the same again does',
    async (fault) => {
      const { id, url, ids } = await aBoard('Unsure')
      const post = await aDraft(server, { boardId: id, boardSectionId: ids[0] ?? '' })
      const sectionOf = async () =>
        (await call('GET', `/v1/accounts/${accountId}/posts/${post.id}`)).body.data.post.boardSectionId
      await simulator.fault({ operation: 'delete_section', fault })
      await simulator.fault({ operation: 'list_sections', fault: 'rate_limited' })
      expect(answerOf(await call('DELETE', `${url}/${ids[0]}`))).toEqual(timedOut)
      expect([await sectionOf(), await onPlatform(id)]).toEqual([ids[0], []])
      expect((await call('DELETE', `${url}/${ids[0]}`)).body.data).toEqual({ deleted: true })
      expect(await sectionOf()).toBeNull()
    },
  )

  test('also where the cache did not have the section when it was asked first', async () => {
    const { id, url } = await aBoard()
    const { id: sectionId } = await addSection(db.sql, { boardId: id, name: 'Made elsewhere' })
    await simulator.fault({ operation: 'delete_section', fault: 'commit_then_hang' })
    expect(answerOf(await call('DELETE', `${url}/${sectionId}`))).toEqual(timedOut)
    expect((await call('DELETE', `${url}/${sectionId}`)).body.data).toEqual({ deleted: true })
    expect(answerOf(await call('DELETE', `${url}/${sectionId}`))).toEqual(notFound)
  })

  test('two at once: both are told that it is deleted, or one that it is not there; posts are moved once', async () => {
    const { id, url, ids } = await aBoard('Raced')
    const post = await aDraft(server, { boardId: id, boardSectionId: ids[0] ?? '' })
    const answers = await Promise.all([call('DELETE', `${url}/${ids[0]}`), call('DELETE', `${url}/${ids[0]}`)])
    for (const { status } of answers) expect([200, 404]).toContain(status)
    expect(answers.map(({ status }) => status)).toContain(200)
    const [row] = await db.sql`select version from posts where id = ${post.id}`
    expect(row).toEqual({ version: post.version + 1 })
  })
})

test("sections of a board of somebody else's are listed, and cannot be made or deleted", async () => {
  const { id: ownerId } = await addUser(db.sql, { username: 'other', displayName: 'Other', isBusiness: false, createdAt: START })
  await addBoard(db.sql, { id: '501', ownerId, name: 'Of others', collaboratorIds: ['901'], createdAt: START })
  await addSection(db.sql, { id: '5011', boardId: '501', name: 'Theirs' })
  const url = `${boards}/501/sections`
  const forbidden = { status: 403, code: 'FORBIDDEN', reason: 'platform_board_forbidden' }
  expect((await call('GET', url)).body.data.sections).toEqual([{ id: '5011', name: 'Theirs' }])
  expect(answerOf(await call('POST', url, { name: 'Ours' }))).toEqual(forbidden)
  expect(answerOf(await call('DELETE', `${url}/5011`))).toEqual(forbidden)
  expect(await onPlatform('501')).toEqual(['Theirs'])
})
