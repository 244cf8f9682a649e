/** Numbers and pins whose pictures Slack cannot load. */
import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { lastMessage, markupOf, textOn } from '../support/a-team.js'
import { aPinWith, aStatsTeam, someDays } from '../support/stats-team.js'

const { db } = await aDatabase()
/** As JSON, and as JSON in a form. */
const HAS_IMAGE = /"type":"image"|%22type%22%3A%22image%22/
let refusing = true
/** As Slack answers when it could not load a picture of a message. */
const { team } = await aStatsTeam(db, {
  slackFetch: (real) => async (input, init) => {
    const body = await new Response(init?.body).text()
    const url = String(input instanceof Request ? input.url : input)
    if (!refusing || !HAS_IMAGE.test(body)) return real(input, init)
    if (/chat\.|views\.open/.test(url)) return Response.json({ ok: false, error: 'invalid_blocks' })
    return url.startsWith('https://hooks.slack.com/') ? new Response('invalid_blocks', { status: 400 }) : real(input, init)
  },
})
const warnings = () =>
  team.current.logged.filter(({ message }) => message === 'slack refused the blocks of an answer: sent without pictures')

test('come without them', async () => {
  const { milo } = team.current
  await someDays(db, 2, 29, 10)
  await aPinWith(db, 'A shelf', { IMPRESSION: 40, SAVE: 4, ENGAGEMENT: 4 })
  const numbers = lastMessage(await milo.command('/pin stats'))
  expect(textOn(numbers.blocks)).not.toContain('"type":"image"')
  expect(markupOf(numbers.blocks)).toContain('*Impressions*\n11,200')
  const pins = lastMessage(await milo.command('/pin top'))
  expect(textOn(pins.blocks)).not.toContain('"type":"image"')
  expect(markupOf(pins.blocks)).toContain('|A shelf>')
  expect(warnings()).toHaveLength(2)
  refusing = false
  expect(textOn(lastMessage(await milo.command('/pin stats')).blocks)).toContain('"type":"image"')
})

test('come without them in a form, too', async () => {
  const { milo } = team.current
  refusing = false
  await someDays(db, 2, 29, 10)
  await milo.command('/pin stats')
  await milo.openHome()
  refusing = true
  const { modal } = await milo.click('Stats')
  expect(textOn(modal?.blocks)).not.toContain('"type":"image"')
  expect(markupOf(modal?.blocks)).toContain('*Impressions*\n11,200')
})
