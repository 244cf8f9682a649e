/** A change of many posts, on /v1. */
import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aDraft } from '../../support/factories.js'
import { aServer } from '../support/support.js'
import { postsOf } from './support/posts-fixtures.js'

const { db } = await aDatabase()
const server = await aServer(db)
const bulk = (body: object) => server.call('POST', `${postsOf(server)}/bulk`, body)

test.each([
  ['filter.text', { filter: { status: 'draft', text: ' ' }, action: 'delete' }],
  ['filter.text', { filter: { status: 'draft', text: 'x'.repeat(2000) }, action: 'delete' }],
  ['edit.url', { ids: ['1'], action: 'edit', edit: { url: 'x' } }],
  ['edit.boardSectionId', { ids: ['1'], action: 'edit', edit: { boardSectionId: '7' } }],
  ['edit.boardId', { ids: ['1'], action: 'edit', edit: { boardId: 'zz' } }],
])('what is wrong with %s is said of it, by its path', async (field, body) => {
  const { status, body: answer } = await bulk(body)
  expect([status, answer.error?.field]).toEqual([400, field])
  expect(answer.error?.message).toContain(field)
})

test('a list says of which of its filters drafts alone have something', async () => {
  for (const [query, field] of [
    ['failureReason=missed', 'failureReason'],
    ['failed=true', 'failed'],
  ] as const) {
    const { status, body } = await server.call('GET', `${postsOf(server)}?${query}`)
    const message = `${field} applies to drafts only: use it with status draft.`
    expect([status, body.error]).toMatchObject([400, { field, message }])
  }
})

test.each(['', null])('an edit with the section %j moves each to the root of its board', async (boardSectionId) => {
  const { id } = await aDraft(server)
  await db.sql`update posts set board_section_id = '1011' where organization_id = ${server.organizationId} and id = ${id}`
  const { status, body } = await bulk({ ids: [id], action: 'edit', edit: { boardSectionId } })
  expect([status, body.data]).toMatchObject([200, { counts: { changed: 1, failed: 0 } }])
  const { post } = (await server.call('GET', `${postsOf(server)}/${id}`)).body.data
  expect([post.boardId, post.boardSectionId]).toEqual(['101', null])
})
