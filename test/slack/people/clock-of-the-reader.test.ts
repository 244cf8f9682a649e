/** Times in what one person alone is shown: in their zone, and on their clock. */
import { beforeEach, expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost, aTimeslot } from '../../support/factories.js'
import { aTeam, lastMessage, markupOf, textOn } from '../support/a-team.js'

const { db } = await aDatabase()
let locale: string | undefined
const team = aTeam(db, {
  slackFetch: (real) => async (input, init) => {
    const answer = await real(input, init)
    if (!new Request(input).url.endsWith('users.info')) return answer
    const { user, ...rest } = (await answer.json()) as { user?: object }
    return Response.json({ ...rest, user: { ...user, locale } })
  },
})
beforeEach(() => void (locale = undefined))

const SOON = new Date('2026-03-09T18:15:00Z')

test.each([
  [undefined, 'Goes out Mon, Mar 9, 7:15 PM'],
  ['en-US', 'Goes out Mon, Mar 9, 7:15 PM'],
  ['de-DE', 'Goes out Mon 9 Mar, 19:15'],
])('with the locale %s a pin shown, Home and a form are on one clock', async (its, words) => {
  locale = its
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { title: 'Shelf', at: SOON })
  expect(markupOf(lastMessage(await milo.command(`/pin show ${post.id}`)).blocks)).toContain(words)
  expect(markupOf((await milo.openHome()).home?.blocks)).toContain(words.replace('Goes out ', '*'))
})

test.each([
  ['en-US', 'Mon, Mar 2, 9:15 PM', '9:15 PM'],
  ['de-DE', 'Mon 2 Mar, 21:15', '21:15'],
])('with the locale %s the slots of a week and the composer are on it, too', async (its, time, clock) => {
  locale = its
  const { milo } = team.current
  await aTimeslot(team.current, { day: 1, time: '15:15', timezone: 'America/New_York' })
  await aTimeslot(team.current, { day: 1, time: '21:15', timezone: 'Europe/Berlin' })
  expect(JSON.stringify((await milo.command('/pin slots')).modal)).toContain(clock)
  expect(textOn((await milo.command('/pin new')).modal?.blocks)).toContain(time)
})

test('a locale is kept while Slack does not say it', async () => {
  locale = 'de-DE'
  const { milo, organizationId } = team.current
  await milo.openHome()
  const [row] = await db.sql`select locale from members where organization_id = ${organizationId}`
  expect(row).toEqual({ locale: 'de-DE' })
})
