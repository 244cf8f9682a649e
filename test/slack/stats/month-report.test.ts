/** “Monthly report” in `/pin stats`: the message and the canvas. */
import { expect, test } from 'vitest'
import { setDefaultRole } from '../../../src/core/accounts/people/assign-roles.js'
import { openMonthReport } from '../../../src/core/insight/monthly/link.js'
import { aSentPost } from '../../support/factories.js'
import { aDatabase } from '../../support/database.js'
import { lastMessage, markupOf } from '../support/a-team.js'
import { aStatsTeam, keptDays } from '../support/stats-team.js'

const { db } = await aDatabase()
const { team } = await aStatsTeam(db)

/** A pin of February with a hostile title and label, and the numbers of its day. */
async function aBestPin(): Promise<void> {
  const { current } = team
  const { id, pinId } = await aSentPost(current, { title: '<b>Oak</b> [x](https://evil.test) ![](@U1) *bold*' })
  await db.sql`update posts set sent_at = '2026-02-10T12:00Z', labels = '{"<i>spring"}' where id = ${id}`
  await db.sql`
    insert into pin_days (organization_id, account_id, pin_id, day, metrics, data_status, read_at)
    values (${current.organizationId}, ${current.accountId}, ${pinId}, '2026-02-11', '{"impression": 40, "save": 3}', 'READY', now())`
}

async function theReport() {
  const { milo } = team.current
  await milo.command('/pin stats')
  return lastMessage(await milo.click('Monthly report'))
}
const hrefIn = (blocks: unknown): string => /<(https:[^|]+)\|Open the report>/.exec(markupOf(blocks))?.[1] ?? ''
const canvases = () => db.sql<{ name: string; words: string }[]>`
  select name, convert_from(bytes, 'utf8') as words from slk_files where name like '%.txt' order by created_at`

test('the report of the last month comes below the stats, and has the link for clients', async () => {
  await aBestPin()
  await keptDays(team.current, 3, 29, 10)
  const { ephemeral, text, blocks } = await theReport()
  expect([ephemeral, text]).toEqual([true, 'maker: February 2026'])
  expect(markupOf(blocks)).toContain('*Published*\n1 pin. January 2026 had none.')
  expect(hrefIn(blocks)).toMatch(/^https:\/\/pinslot\.test\/reports\/[\w-]+\.[\w-]+$/)
})

test('other months take the place of the one shown, until the current one', async () => {
  await theReport()
  const { milo } = team.current
  expect(lastMessage(await milo.click('January 2026')).text).toBe('maker: January 2026')
  await milo.click('February 2026')
  const { text, blocks } = lastMessage(await milo.click('March 2026'))
  expect(text).toBe('maker: March 2026 so far')
  expect(JSON.stringify(blocks)).not.toContain('April')
})

test('in a channel each press makes a canvas of it, in which names are no markup', async () => {
  await aBestPin()
  await theReport()
  const { milo } = team.current
  expect(lastMessage(await milo.click('Put it into a canvas')).text).toBe(
    'The report is a canvas in the tabs of this channel now.',
  )
  await milo.click('Put it into a canvas')
  const made = await canvases()
  expect(made.map(({ name }) => name)).toEqual(['maker: February 2026.txt', 'maker: February 2026.txt'])
  expect(made[0]?.words).toContain(
    '## Best pins\n- [‹b›Oak‹/b› (x)(https://evil.test) ǃ()(＠U1) ∗bold∗](https://www.pinterest.com/pin/',
  )
  expect(made[0]?.words).toMatch(/\[The page of this report\]\(https:\/\/pinslot\.test\/reports\/[\w-]+\.[\w-]+\)/)
})

test('“End shared links” asks first, ends those of all months, and shows the new link in its place', async () => {
  const { milo } = team.current
  const before = hrefIn((await theReport()).blocks)
  const { blocks } = lastMessage(await milo.click('End shared links'))
  expect(markupOf(blocks)).toContain('Links that were shared before don’t work any more.')
  expect(hrefIn(blocks)).not.toBe(before)
  expect(await openMonthReport(team.current.deps, before.split('/').at(-1)!)).toBeUndefined()
  expect(await openMonthReport(team.current.deps, hrefIn(blocks).split('/').at(-1)!)).toMatchObject({
    report: { month: '2026-02' },
  })
})

test.each([
  ['missing_scope', 'This workspace didn’t let Pinslot make canvases (canvases:write).'],
  ['canvas_disabled_user_team', 'Canvases are turned off in this workspace.'],
  ['free_team_canvas_tab_already_exists', 'This channel has its canvas already'],
  ['free_teams_cannot_create_non_tabbed_canvases', 'Slack’s plan of this workspace has no canvases here.'],
  ['not_in_channel', 'Pinslot can’t add a canvas to this channel.'],
  ['canvas_creation_failed', 'Slack made no canvas (canvas_creation_failed).'],
])('when Slack refuses with %s, one sentence says why and the link stays', async (error, sentence) => {
  await theReport()
  const { milo, slack } = team.current
  slack.workspace.faults.add({ method: 'canvases.create', error, times: 1, retryAfterSeconds: 0 })
  const screen = await milo.click('Put it into a canvas')
  expect(lastMessage(screen).text).toContain(sentence)
  expect(lastMessage(screen).text).toContain('The link of the report works as before.')
  expect(screen.messages.filter(({ blocks }) => hrefIn(blocks) !== '')).toHaveLength(1)
})

test('a form has no canvas, but the link', async () => {
  const { milo } = team.current
  await keptDays(team.current, 2, 29, 10)
  await milo.openHome()
  await milo.click('Stats')
  const { modal } = await milo.click('Monthly report')
  expect(hrefIn(modal?.blocks)).toContain('/reports/')
  expect(JSON.stringify(modal?.blocks)).not.toContain('canvas')
})

test('a viewer is told who may make the link', async () => {
  await setDefaultRole(team.current.deps, team.current.actor, { role: 'viewer' })
  const { text } = await theReport()
  expect(text).not.toContain('February')
  expect(await canvases()).toHaveLength(0)
})
