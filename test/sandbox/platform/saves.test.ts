/** The simulated platform saves pins as v5 does. */
import { afterAll, expect, test } from 'vitest'
import { addBoard, addSection } from '../../../src/sandbox/platform/seed-api.js'
import { aDatabase } from '../../support/database.js'
import { startSimulator } from '../../support/simulator.js'
import { START, aWorld } from '../../support/world.js'
import { somebodysPin } from '../../publish/support/saves.js'

const { db } = await aDatabase()
const world = await aWorld(db)
const simulator = await startSimulator(db, { now: START })
afterAll(() => simulator.close())

async function save(pinId: string, body: object, token = 'pina_test') {
  const answer = await fetch(`${simulator.url}/sandbox/platform/v5/pins/${pinId}/save`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

test('a copy has the words and the picture of its original, a number of its own, and names where it came from', async () => {
  await addSection(db.sql, { id: '1018', boardId: '101', name: 'Oak' })
  const pinId = await somebodysPin(world)
  const { creates } = await simulator.state()
  const { status, body } = await save(pinId, { board_id: '101', board_section_id: '1018' })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    board_id: '101',
    board_section_id: '1018',
    title: 'Oak shelf',
    parent_pin_id: pinId,
    is_owner: true,
    media: { media_type: 'image' },
  })
  expect(body.id).not.toBe(pinId)
  const state = await simulator.state()
  expect(state.creates).toBe(creates + 1)
  const picture = await fetch((body.media as { images: { originals: { url: string } } }).images.originals.url)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
})

test('what may not be saved, and where, is refused in Pinterest’s numbers', async () => {
  const pinId = await somebodysPin(world)
  const { id: foreign } = await addBoard(db.sql, { ownerId: '77001', name: 'Theirs', createdAt: START })
  const to = { board_id: '101' }
  expect(await save('999999', to)).toMatchObject({ status: 404, body: { code: 50 } })
  expect(await save(await somebodysPin(world, { privacy: 'SECRET' }), to)).toMatchObject({ status: 404, body: { code: 50 } })
  expect(await save(await somebodysPin(world, { privacy: 'PROTECTED' }), to)).toMatchObject({ status: 403, body: { code: 29 } })
  expect(await save(pinId, { board_id: foreign })).toMatchObject({ status: 403, body: { code: 29 } })
  expect(await save(pinId, { board_id: '888888' })).toMatchObject({ status: 404, body: { code: 40 } })
  expect(await save(pinId, { ...to, board_section_id: '7' })).toMatchObject({ status: 404, body: { code: 2031 } })
  expect(await save(pinId, { board_id: 'b_101' })).toMatchObject({ status: 400, body: { code: 1 } })
  expect(await save(pinId, to, 'nobody')).toMatchObject({ status: 401 })
})
