import { afterAll, expect, test } from 'vitest'
import { makePlatform } from '../../../src/platform/client.js'
import { simulatedPages } from '../../../src/sandbox/platform/pages.js'
import { addPin } from '../../../src/sandbox/platform/seed-api.js'
import { aPicture } from '../../platform/support/pictures.js'
import { aDatabase } from '../../support/database.js'
import { startSimulator } from '../../support/simulator.js'

const { db } = await aDatabase()
const clock = { now: new Date('2026-03-20T10:00:00Z') }
const simulator = await startSimulator(db, clock)
afterAll(() => simulator.close())
const picture = { contentType: 'image/jpeg', bytes: await aPicture() } as const
const addressed = (title: string) => ({
  boardId: '101',
  sectionId: null,
  title,
  description: 'Long <b>words</b>',
  link: 'https://shop.test/vase',
  altText: null,
  picture,
  createdAt: clock.now,
})
const pages = simulatedPages(() => simulator.url)
const look = async (address: string) => {
  const answer = await fetch(address)
  return { status: answer.status, page: await answer.text() }
}

test('the address of a pin leads to a page of this pin alone', async () => {
  const [vase] = [await addPin(db.sql, addressed('A vase')), await addPin(db.sql, addressed('A lamp'))]
  const { status, page } = await look(pages.pin(vase.id))
  expect(status).toBe(200)
  expect(page).toContain('A vase')
  expect(page).toContain('Long &lt;b&gt;words&lt;/b&gt;')
  expect(page).toContain('https://shop.test/vase')
  expect(page).toContain('@maker')
  expect(page).not.toContain('A lamp')
  expect((await look(pages.pin(vase.id).slice(0, -1))).status).toBe(200)
})

test('the address of a pin that is not there says so, whatever it is made of', async () => {
  const { status, page } = await look(pages.pin('<script>'))
  expect(status).toBe(404)
  expect(page).toContain('There’s no pin &lt;script&gt; here.')
})

test('the address of a board leads to its pins', async () => {
  const { page } = await look(pages.board({ boardId: '101', name: 'Kitchen ideas', username: 'maker' }))
  expect(page).toContain('A vase')
  expect(page).toContain('aria-current="page">Kitchen ideas')
})

test('a page writes its times with the zone that they are in', async () => {
  const { page } = await look(pages.board({ boardId: '101', name: null, username: 'maker' }))
  expect(page).toContain('Times in UTC')
  expect(page).toContain('Fri, Mar 20, 2026, 10:00 AM')
})

test('the client gives the addresses of Pinterest, or those that it was made with', () => {
  const making = {
    apiUrl: () => '',
    authorizeUrl: () => '',
    clientId: '',
    clientSecret: '',
    timeoutMs: 1,
    log: { debug() {}, info() {}, warn() {}, error() {} },
    clock: () => clock.now,
    random: () => 0,
  }
  const real = makePlatform(making).pages
  expect(real.pin('123')).toBe('https://www.pinterest.com/pin/123/')
  expect(real.board({ boardId: '1', name: 'Kitchen Ideas', username: 'maker' })).toBe(
    'https://www.pinterest.com/maker/kitchen-ideas/',
  )
  for (const name of ['Küche & Bad', '', null, 'a  b'])
    expect(real.board({ boardId: '1', name, username: 'maker' })).toBe('https://www.pinterest.com/maker/_saved/')
  expect(makePlatform({ ...making, pages }).pages.pin('123')).toBe(`${simulator.url}/sandbox/platform/pin/123/`)
})
