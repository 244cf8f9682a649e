import { afterAll, beforeEach, expect, test } from 'vitest'
import { clearFaults } from '../../src/sandbox/platform/faults/faults.js'
import { aDatabase } from '../support/database.js'
import { startSimulator } from '../support/simulator.js'
import { anImage, aPicture, aPin } from './support/pictures.js'

const { db } = await aDatabase()
const clock = { now: new Date('2026-03-02T10:00:00.700Z') }
const simulator = await startSimulator(db, clock, { timeoutMs: 20_000 })
const { platform } = simulator
afterAll(() => simulator.close())
beforeEach(() => clearFaults(db.sql))

const access = { accessToken: 'pina_test' }
const never = () => new AbortController().signal
const create = async (over: Parameters<typeof aPin>[0] = {}) => platform.createPin(access, await aPin(over), never())
const creates = async () => (await simulator.state()).creates
const visible = async () => (await platform.listBoardPins(access, '101')).items.map(({ link }) => link)

test('a created pin is given with its id and time, and stands on its board', async () => {
  const answer = await create({ boardSectionId: '1011', altText: 'Shelves', link: 'https://shop.example.com/first' })
  if (answer.kind !== 'created') throw new Error(JSON.stringify(answer))
  expect(answer).toMatchObject({
    createdAt: new Date('2026-03-02T10:00:00.000Z'),
    requestId: expect.stringMatching(/^\d+$/) as string,
  })
  expect(BigInt(answer.pinId)).toBeGreaterThan(2n ** 53n)
  const { items } = await platform.listBoardPins(access, '101')
  expect(items).toEqual([
    {
      id: answer.pinId,
      boardId: '101',
      boardSectionId: '1011',
      title: 'Open shelves',
      description: 'Three boards, ten jars.',
      link: 'https://shop.example.com/first',
      altText: 'Shelves',
      mediaType: 'image',
      parentPinId: null,
      itemCount: null,
      isOwner: true,
      createdAt: new Date('2026-03-02T10:00:00.000Z'),
      imageUrl: `${simulator.url}/sandbox/platform/pictures/${answer.pinId}`,
    },
  ])
})

test('a standard pin leaves the beta field out; a simplified one asks for it', async () => {
  await create({ link: 'https://shop.example.com/standard' })
  await create({ link: 'https://shop.example.com/simple', isSimplified: true })
  const { pins } = await simulator.state()
  const standardOf = (link: string) => pins.find((pin) => pin.link === link)?.is_standard
  expect([standardOf('https://shop.example.com/standard'), standardOf('https://shop.example.com/simple')]).toEqual([true, false])
})

test('a picture of 20 MiB passes', async () => {
  const jpeg = await aPicture()
  const bytes = Buffer.concat([jpeg, Buffer.alloc(20 * 1024 * 1024 - jpeg.length)])
  expect(await create({ media: anImage(bytes) })).toMatchObject({ kind: 'created' })
})

test.each([
  ['a board of another account or none', { boardId: '999' }, 403, 29],
  ['a section of another board', { boardId: '102', boardSectionId: '1011' }, 404, 2031],
  ['a title of 101 characters', { title: 'x'.repeat(101) }, 400, 1],
  ['a description of 801 characters', { description: 'x'.repeat(801) }, 400, 1],
  ['a link that is no address', { link: 'shelves' }, 400, 1],
  ['bytes that are no picture', { media: anImage(Buffer.from('not a picture')) }, 403, 235],
])('%s is refused', async (_what, over, status, code) => {
  const before = await creates()
  expect(await create(over)).toMatchObject({ kind: 'answer', status, code })
  expect(await creates()).toBe(before)
})

test('a picture below 100 px is too small; one of another type than it says is broken', async () => {
  const small = await create({ media: anImage(await aPicture(99, 300)) })
  expect(small).toMatchObject({ status: 403, code: 233, message: expect.stringContaining('too small') as string })
  const disguised = await create({ media: anImage(await aPicture(), 'image/png') })
  expect(disguised).toMatchObject({ status: 403, code: 235 })
})

test('an unknown token is 401 with code 2, a missing scope 401 with code 3', async () => {
  expect(await platform.createPin({ accessToken: 'pina_other' }, await aPin(), never())).toMatchObject({ status: 401, code: 2 })
  await db.sql`insert into sim_tokens (token, kind, user_id, scopes) values ('pina_reads', 'access', '901', 'boards:read pins:read')`
  expect(await platform.createPin({ accessToken: 'pina_reads' }, await aPin(), never())).toMatchObject({ status: 401, code: 3 })
})

test.each([
  ['commit_then_hang', 1, { kind: 'noAnswer' }],
  ['commit_late_then_hang', 1, { kind: 'noAnswer' }],
  ['hang', 0, { kind: 'noAnswer' }],
  ['commit_then_2787', 1, { kind: 'answer', status: 400, code: 2787 }],
  ['fail_2787', 0, { kind: 'answer', status: 400, code: 2787 }],
  ['commit_then_500', 1, { kind: 'answer', status: 500 }],
  ['fail_500', 0, { kind: 'answer', status: 500 }],
  ['truncated_2xx', 1, { kind: 'answer', status: 201, code: null }],
  ['rate_limited', 0, { kind: 'answer', status: 429, code: 8, retryAfterMs: 30_000 }],
  ['unauthorized', 0, { kind: 'answer', status: 401, code: 2 }],
  ['late_in_board', 1, { kind: 'created' }],
  ['spam', 0, { kind: 'answer', status: 429, message: expect.stringContaining('spam') as string }],
  ['forbidden', 0, { kind: 'answer', status: 403, code: 29 }],
  ['board_gone', 0, { kind: 'answer', status: 404, code: 40 }],
  ['section_gone', 0, { kind: 'answer', status: 404, code: 2031 }],
  ['image_unreachable', 0, { kind: 'answer', status: 400, code: 1, message: 'Sorry we could not fetch the image.' }],
] as const)('fault %s commits %i and says so or not', async (fault, committed, answer) => {
  const link = `https://shop.example.com/${fault}`
  const before = await creates()
  await simulator.fault({ operation: 'create_pin', fault, times: 1, match: { link } })
  expect(await create({ link: 'https://shop.example.com/other' })).toMatchObject({ kind: 'created' })
  const impatient = AbortSignal.timeout(fault.endsWith('hang') ? 700 : 20_000)
  expect(await platform.createPin(access, await aPin({ link }), impatient)).toMatchObject(answer)
  expect(await creates()).toBe(before + 1 + committed)
  expect(await create({ link })).toMatchObject({ kind: 'created' })
})

test('a fault for a link happens to its pin also where a rule adds UTM parameters', async () => {
  const link = 'https://shop.example.com/tagged?colour=oak'
  for (const tagged of [`${link}&utm_source=pinterest&utm_campaign=spring`, `${link}&utm_source=other`, link]) {
    await simulator.fault({ operation: 'create_pin', fault: 'spam', times: 1, match: { link } })
    expect(await create({ link: `${link}-other&utm_source=pinterest` })).toMatchObject({ kind: 'created' })
    expect(await create({ link: tagged })).toMatchObject({ kind: 'answer', status: 429 })
    expect(await create({ link: tagged })).toMatchObject({ kind: 'created' })
  }
})

test('a pin that is late in its board is held by the platform from the start and listed 90 s later', async () => {
  const link = 'https://shop.example.com/late'
  await simulator.fault({ operation: 'create_pin', fault: 'late_in_board', match: { link } })
  const { pinCount } = await platform.readBoard(access, '101')
  await create({ link })
  expect(await visible()).not.toContain(link)
  expect((await platform.readBoard(access, '101')).pinCount).toBe(pinCount)
  expect((await simulator.state()).pins.map((pin) => pin.link)).toContain(link)
  clock.now = new Date(clock.now.getTime() + 90_000)
  expect(await visible()).toContain(link)
})

test('a fault happens exactly as often as asked among concurrent calls', async () => {
  const link = 'https://shop.example.com/race'
  const before = await creates()
  await simulator.fault({ operation: 'create_pin', fault: 'fail_500', times: 7, match: { link } })
  const pin = await aPin({ link })
  const answers = await Promise.all(Array.from({ length: 30 }, () => platform.createPin(access, pin, never())))
  expect(answers.filter(({ kind }) => kind === 'answer')).toHaveLength(7)
  expect(await creates()).toBe(before + 23)
})

test('a signal cuts a call short, and a call after it never leaves', async () => {
  await simulator.fault({ operation: 'create_pin', fault: 'hang' })
  const controller = new AbortController()
  const answer = platform.createPin(access, await aPin(), controller.signal)
  setTimeout(() => controller.abort(), 50)
  expect(await answer).toMatchObject({ kind: 'noAnswer' })
  expect(await platform.createPin(access, await aPin(), controller.signal)).toMatchObject({ kind: 'noAnswer', neverLeft: true })
})

test('a server with hanging requests can still be closed', async () => {
  const own = await startSimulator(db, clock, { timeoutMs: 60_000 })
  await own.fault({ operation: 'create_pin', fault: 'commit_then_hang', match: { link: 'https://shop.example.com/shut' } })
  const before = await creates()
  const answer = own.platform.createPin(access, await aPin({ link: 'https://shop.example.com/shut' }), never())
  await expect.poll(creates).toBe(before + 1)
  await own.closeServer()
  expect(await answer).toMatchObject({ kind: 'noAnswer' })
  await own.close()
})
