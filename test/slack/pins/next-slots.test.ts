import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, aTimeslot } from '../../support/factories.js'
import { aTeam, lastMessage, textOn, valuesOf } from '../support/a-team.js'
import { now } from '../support/pins.js'

const { db } = await aDatabase()
const team = aTeam(db)

const tuesday = (week: number) => new Date(Date.UTC(2026, 2, 3 + 7 * week, 12))
const noons = () => aTimeslot(team.current, { day: 2, time: '12:00' })

test('"Later" takes the next open slot after the pin’s own, and says when that is', async () => {
  const { milo } = team.current
  await noons()
  const post = await aQueuedPost(team.current, { title: 'Shelf', at: tuesday(0) })
  await aQueuedPost(team.current, { title: 'Other', at: tuesday(1), url: 'https://example.com/other' })
  await milo.command(`/pin show ${post.id}`)
  const { text, blocks } = lastMessage(await milo.click('Later'))
  expect(text).toContain('Moved “Shelf” to Tue, Mar 17, 1:00 PM.')
  expect(textOn(blocks)).toContain('"Undo"')
  expect((await now(team.current, post)).sendAt).toEqual(tuesday(2))
})

test('"Earlier" is offered only where a slot is open before the pin’s time', async () => {
  const { milo } = team.current
  await noons()
  const first = await aQueuedPost(team.current, { title: 'First', at: tuesday(0) })
  const second = await aQueuedPost(team.current, { title: 'Second', at: tuesday(2), url: 'https://example.com/other' })
  const buttons = async (id: string) => textOn(lastMessage(await milo.command(`/pin show ${id}`)).blocks)
  expect(await buttons(first.id)).not.toContain('"Earlier"')
  expect(await buttons(second.id)).toContain('"Earlier"')
  expect(lastMessage(await milo.click('Earlier')).text).toMatch(/^Moved “.*” to Tue, Mar 10, 1:00 PM\.$/)
})

test('a move that moves nothing says so, and has no Undo', async () => {
  const { milo } = team.current
  await noons()
  const post = await aQueuedPost(team.current, { title: 'Shelf', at: tuesday(2) })
  await milo.command(`/pin show ${post.id}`)
  await milo.click('Move')
  await milo.fill({ When: 'Next open slot' })
  await db.sql`update posts set send_at = ${tuesday(0)}, due_at = ${tuesday(0)} where id = ${post.id}` // it got there on its own
  await milo.submit()
  const { text, blocks } = lastMessage(await milo.submit())
  expect(text).toContain('It’s already in the earliest open slot.')
  expect(textOn(blocks)).not.toContain('"Undo"')
})

test('"Move" offers the next open slots by weekday, in the reader’s zone, the one after its own first; two clicks move the pin', async () => {
  const { milo } = team.current
  await noons()
  const post = await aQueuedPost(team.current, { title: 'Shelf', at: tuesday(0) })
  await milo.command(`/pin show ${post.id}`)
  const opened = await milo.click('Move')
  expect(valuesOf(opened)).toMatchObject({ When: 'Choose a slot', Slot: 'Tue, Mar 10, 1:00 PM' })
  expect(textOn(opened.modal?.blocks)).not.toContain('"text":"Tue, Mar 3, 1:00 PM"')
  expect(lastMessage(await milo.submit()).text).toContain('Moved “Shelf” to Tue, Mar 10, 1:00 PM.')
  await milo.click('Move')
  await milo.fill({ Slot: 'Tue, Mar 24, 1:00 PM' })
  await milo.submit()
  expect((await now(team.current, post)).sendAt).toEqual(tuesday(3))
})

test('a slot that somebody else took while the form was open is refused, and two pins never get it', async () => {
  const { milo } = team.current
  await noons()
  const post = await aQueuedPost(team.current, { title: 'Shelf', at: tuesday(0) })
  await milo.command(`/pin show ${post.id}`)
  await milo.click('Move')
  await aQueuedPost(team.current, { title: 'Quicker', at: tuesday(1), url: 'https://example.com/other' })
  expect(textOn(await milo.submit())).toContain('This slot isn’t open anymore. Choose another one.')
  expect((await now(team.current, post)).sendAt).toEqual(tuesday(0))
})

test('a draft may choose its slot, too', async () => {
  const { milo } = team.current
  await noons()
  const draft = await aDraft(team.current, { title: 'Vase' })
  await milo.command(`/pin show ${draft.id}`)
  expect(valuesOf(await milo.click('Schedule'))).toMatchObject({ When: 'Next open slot' })
  await milo.fill({ When: 'Choose a slot', Slot: 'Tue, Mar 17, 1:00 PM' })
  expect(lastMessage(await milo.submit()).text).toContain('Scheduled “Vase” for Tue, Mar 17, 1:00 PM.')
  expect((await now(team.current, draft)).sendAt).toEqual(tuesday(2))
})
