/** Drafts that are made in a section while it is deleted. @see docs/contract.md#sections */
import { expect, test } from 'vitest'
import { addBoard, addSection } from '../../../src/sandbox/platform/seed-api.js'
import { countWaiting } from '../../db/support/waiting.js'
import { aDatabase } from '../../support/database.js'
import { START } from '../../support/world.js'
import { aBoardServer, answerOf } from './support/board-fixtures.js'
import { inOpenTransaction, untilSomebodyWaits } from '../posts/support/posts-fixtures.js'
import { copy, mediaUrl } from '../support/support.js'

const { db } = await aDatabase()
const server = await aBoardServer(db)
const { call, boards, accountId } = server
const posts = `/v1/accounts/${accountId}/posts`
const make = (fields: object) => call('POST', posts, { mediaUrl, ...copy, ...fields })
expect((await make({})).status).toBe(201) // from now on the picture is known: a draft of it is one statement

let next = 600
async function aBoard() {
  const boardId = String(next++)
  await addBoard(db.sql, { id: boardId, ownerId: '901', name: `Board ${boardId}`, createdAt: START })
  const { id: boardSectionId } = await addSection(db.sql, { boardId, name: 'Filling' })
  await call('GET', `${boards}/${boardId}/sections`)
  return { boardId, boardSectionId, url: `${boards}/${boardId}/sections/${boardSectionId}` }
}

test('drafts that are made in it at the same time are moved out, or refused', async () => {
  for (let round = 0; round < 10; round++) {
    const { boardId, boardSectionId, url } = await aBoard()
    const made = Array.from({ length: 3 }, () => make({ boardId, boardSectionId }))
    expect((await call('DELETE', url)).status).toBe(200)
    for (const answer of await Promise.all(made)) {
      if (answer.status !== 201) expect(answerOf(answer)).toEqual({ status: 400, code: 'BAD_REQUEST', field: 'boardSectionId' })
      else expect((await call('GET', `${posts}/${answer.body.data.post.id}`)).body.data.post.boardSectionId).toBeNull()
    }
  }
})

test('a draft that is being made in it is waited for, and moved out', async () => {
  const { boardId, boardSectionId, url } = await aBoard()
  const release = await inOpenTransaction(
    server,
    (sql) => sql`select from accounts where organization_id = ${server.organizationId} and id = ${accountId} for update`,
  )
  const making = make({ boardId, boardSectionId })
  await untilSomebodyWaits(server)
  let isDeleted = false
  const deletion = call('DELETE', url).finally(() => (isDeleted = true))
  await expect.poll(async () => isDeleted || (await countWaiting(db)) === 2).toBe(true)
  await release()
  const [made] = await Promise.all([making, deletion])
  const { body } = await call('GET', `${posts}/${made.body.data.post.id}`)
  expect(body.data.post).toMatchObject({ boardId, boardSectionId: null })
})
