/** `/pin published`, `/pin drafts`, `/pin failed`, and the links of published pins. */
import { expect, test } from 'vitest'
import { keepPinDays } from '../../../src/core/insight/analytics/pin-days.js'
import { accountOf } from '../../core/slots/support/fixtures.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, aSentPost, inDays } from '../../support/factories.js'
import { aTeam, lastMessage, markupOf, textOn } from '../support/a-team.js'
import { fail } from '../support/pins.js'

const { db } = await aDatabase()
const team = aTeam(db)

const shown = async (line: string) => markupOf(lastMessage(await team.current.milo.command(line)).blocks)

test('published pins are listed newest first, each with its time and its link', async () => {
  const first = await aSentPost(team.current, { title: 'First', at: inDays(team.current, 1) })
  await aSentPost(team.current, { title: 'Second', at: inDays(team.current, 2) })
  const markup = await shown('/pin published')
  expect(markup.indexOf('Second')).toBeLessThan(markup.indexOf('First'))
  expect(markup).toContain('Tue, Mar 3, ')
  expect(markup).toContain(`<https://www.pinterest.com/pin/${first.pinId}/|First>`)
})

test('all drafts can be reached, page by page in place', async () => {
  const { milo } = team.current
  for (let n = 1; n <= 17; n++) {
    await aDraft(team.current, { title: `Draft ${n}.` })
    team.current.clock.advance(1000)
  }
  const markup = await shown('/pin drafts')
  expect(markup).toContain('Draft 17.')
  expect(markup).not.toContain('Draft 2.')
  const { messages } = await milo.click('Show more')
  expect(messages).toHaveLength(1)
  expect(markupOf(messages.at(-1)?.blocks)).toMatch(/Draft 2\.[\s\S]*Draft 1\./)
  expect(markupOf(lastMessage(await milo.click('Back to the first')).blocks)).toContain('Draft 17.')
})

test('“3 drafts” on Home opens them as a form', async () => {
  const { milo } = team.current
  for (let n = 1; n <= 3; n++) await aDraft(team.current, { title: `Draft ${n}.` })
  await milo.openHome()
  const { modal } = await milo.click('3 drafts')
  expect(markupOf(modal?.blocks)).toMatch(/Draft 3\.[\s\S]*Draft 1\./)
})

test('failed pins are listed with the reason, and lead to their form', async () => {
  const { milo } = team.current
  const failed = await aQueuedPost(team.current, { title: 'Broken' })
  await fail(team.current, failed, 'board_gone')
  await aDraft(team.current, { title: 'A draft' })
  const markup = await shown('/pin failed')
  expect(markup).toContain(':warning: Broken')
  expect(markup).not.toContain('A draft')
  expect((await milo.click('Edit', { within: 'Broken' })).modal?.title).toBe('Edit pin')
})

test.each(['published', 'drafts', 'failed'])('/pin %s of an account without any says so', async (verb) => {
  expect(await shown(`/pin ${verb}`)).toMatch(/Nothing is published yet\.|No drafts\.|Nothing failed\./)
})

test('drafts, published and failed pins are tabs of one list, switched in place', async () => {
  const { milo } = team.current
  await aDraft(team.current, { title: 'A draft' })
  await aSentPost(team.current, { title: 'Out', at: inDays(team.current, 1) })
  expect(await shown('/pin pins')).toContain('A draft')
  const published = await milo.click('Published')
  expect(published.messages).toHaveLength(1)
  expect(markupOf(lastMessage(published).blocks)).toContain('|Out>')
  expect(markupOf(lastMessage(await milo.click('Failed')).blocks)).toContain('Nothing failed.')
  expect(markupOf(lastMessage(await milo.click('Drafts')).blocks)).toContain('A draft')
})

test('a published pin is found, and leads to Pinterest', async () => {
  const { pinId } = await aSentPost(team.current, { title: 'Lamp' })
  expect(await shown('/pin find lamp')).toContain(`<https://www.pinterest.com/pin/${pinId}/|Lamp>`)
})

test('/pin show of a published pin has its link, a link to its page, and what it came to, as of when', async () => {
  const post = await aSentPost(team.current, { title: 'Lamp', url: 'https://shop.test/lamp' })
  const show = () => shown(`/pin show ${post.id}`)
  expect(await show()).toContain(`<https://www.pinterest.com/pin/${post.pinId}/|View on Pinterest>`)
  expect(await show()).toContain('<https://shop.test/lamp|https://shop.test/lamp>')
  expect(await show()).not.toContain('impressions')
  const day = (date: string, impression: number) => ({
    day: date,
    metrics: { impression, save: 2 },
    dataStatus: 'READY' as const,
  })
  const days = [day('2026-03-03', 1000), day('2026-03-04', 204)]
  await keepPinDays(db.sql, await accountOf(team.current), { pinId: post.pinId!, days: days }, team.current.clock.now)
  expect(await show()).toContain('1,204 impressions · 4 saves · 0 link clicks, as of Mar 2')
  expect(textOn(post)).toContain('Lamp')
})
