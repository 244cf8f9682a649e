import { afterAll, expect, test } from 'vitest'
import { addBoard, addPin, addSection, addUser } from '../../../src/sandbox/platform/seed-api.js'
import { aDatabase } from '../../support/database.js'
import { startSimulator } from '../../support/simulator.js'
import { aPicture } from '../../platform/support/pictures.js'

const { db } = await aDatabase()
const clock = { now: new Date('2026-03-20T10:00:00Z') }
const simulator = await startSimulator(db, clock)
afterAll(() => simulator.close())

const friend = await addUser(db.sql, { username: 'friend', displayName: 'F', isBusiness: false, createdAt: clock.now })
const shared = await addBoard(db.sql, { ownerId: friend.id, name: 'Shared', collaboratorIds: ['901'], createdAt: clock.now })
const hidden = await addBoard(db.sql, { ownerId: '901', name: 'Hidden', privacy: 'SECRET', createdAt: clock.now })
await addBoard(db.sql, { ownerId: '901', name: 'Guarded', privacy: 'PROTECTED', createdAt: clock.now })
await db.sql`
  insert into sim_tokens (token, kind, user_id, scopes)
  values ('pina_open', 'access', '901', 'boards:read boards:read_secret boards:write pins:read pins:write')`
const picture = { contentType: 'image/jpeg', bytes: await aPicture() } as const
const aPin = async (boardId: string, sectionId: string | null = null) =>
  (
    await addPin(db.sql, {
      boardId,
      sectionId,
      title: 'A pin',
      description: null,
      link: null,
      altText: null,
      picture,
      createdAt: clock.now,
    })
  ).id

const ask = async (method: string, path: string, body?: object, token = 'pina_test') => {
  const answer = await fetch(`${simulator.url}/sandbox/platform/v5${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    body: (text ? JSON.parse(text) : null) as Record<string, unknown> & { items: { name: string }[] },
  }
}
const namesOf = async (privacy: string) => (await ask('GET', `/boards?privacy=${privacy}`)).body.items.map(({ name }) => name)

test('boards are listed by privacy', async () => {
  expect(await namesOf('ALL')).toEqual(['Kitchen ideas', 'Garden', 'Shared', 'Hidden', 'Guarded'])
  expect(await namesOf('SECRET')).toEqual(['Hidden'])
  expect(await namesOf('PROTECTED')).toEqual(['Guarded'])
  expect(await namesOf('PUBLIC_AND_SECRET')).toEqual(['Kitchen ideas', 'Garden', 'Shared', 'Hidden'])
  for (const privacy of ['none', 'constructor']) expect((await ask('GET', `/boards?privacy=${privacy}`)).status).toBe(400)
})

test('a secret board needs a scope of its own to be made or changed, and to become secret', async () => {
  const refused = { status: 403, body: { code: 29 } }
  expect(await ask('POST', '/boards', { name: 'Attic', privacy: 'SECRET' }, 'pina_open')).toMatchObject(refused)
  expect(await ask('PATCH', '/boards/102', { privacy: 'SECRET' }, 'pina_open')).toMatchObject(refused)
  expect(await ask('PATCH', `/boards/${hidden.id}`, { name: 'Seen' }, 'pina_open')).toMatchObject(refused)
  expect((await ask('POST', '/boards', { name: 'Attic', privacy: 'SECRET' })).status).toBe(201)
})

test('a section is renamed by the owner of its board alone', async () => {
  expect(await ask('PATCH', '/boards/101/sections/1012', { name: 'Lights' })).toEqual({
    status: 200,
    body: { id: '1012', name: 'Lights' },
  })
  expect(await ask('PATCH', '/boards/102/sections/1012', { name: 'Lights' })).toMatchObject({ status: 404, body: { code: 404 } })
  expect(await ask('PATCH', '/boards/101/sections/1012', { name: ' ' })).toMatchObject({ status: 400, body: { code: 400 } })
  const { id } = await addSection(db.sql, { boardId: shared.id, name: 'Theirs' })
  expect(await ask('PATCH', `/boards/${shared.id}/sections/${id}`, { name: 'Mine' })).toMatchObject({
    status: 403,
    body: { code: 403, message: 'Not authorized to update board section.' },
  })
})

test('a board goes with its sections and pins, and only its owner takes it away', async () => {
  const { id } = await addBoard(db.sql, { ownerId: '901', name: 'To go', createdAt: clock.now })
  const section = await addSection(db.sql, { boardId: id, name: 'Part' })
  const pinId = await aPin(id, section.id)
  expect(await ask('DELETE', `/boards/${shared.id}`)).toMatchObject({ status: 403, body: { code: 29 } })
  expect(await ask('DELETE', `/boards/${id}`)).toEqual({ status: 204, body: null })
  expect((await ask('DELETE', `/boards/${id}`)).body.code).toBe(40)
  expect((await ask('GET', `/pins/${pinId}`)).body.code).toBe(50)
})

test('a pin is taken away by its owner alone', async () => {
  const [own, foreign] = [await aPin('101'), await aPin(shared.id)]
  expect(await ask('DELETE', `/pins/${foreign}`)).toMatchObject({ status: 403, body: { code: 29 } })
  expect(await ask('DELETE', `/pins/${own}`)).toEqual({ status: 204, body: null })
  expect((await ask('DELETE', `/pins/${own}`)).body.code).toBe(50)
})
