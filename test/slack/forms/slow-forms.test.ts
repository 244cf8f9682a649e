/** Forms that are read for when the database is slow: in time for Slack, which takes no trigger that is older than three seconds. */
import { beforeEach, expect, test, vi } from 'vitest'
import type { Sql } from '../../../src/core/ports/deps.js'
import type { Screen } from '../../../src/sandbox/slack/screen.js'
import { aDatabase } from '../../support/database.js'
import { aTeam, markupOf, type Team, textOn, waitAsProduct } from '../support/a-team.js'
import { onMonday, timesOn } from '../support/slots-week.js'

const { db } = await aDatabase()
const team = aTeam(db)
beforeEach(() => waitAsProduct(team.current))

/** Nobody else can read the table until the form says that it reads, and `during` is over. */
async function whileUnreadable(
  table: string,
  asking: () => Promise<Screen>,
  during: (sql: Sql) => Promise<unknown> = async () => {},
): Promise<Screen> {
  let answer: Promise<Screen> | undefined
  await db.tx(async (sql) => {
    await sql`lock table ${sql(table)} in access exclusive mode`
    answer = asking()
    await vi.waitFor(async () => expect(await topView(team.current)).toContain('Loading…'), { timeout: 60_000 })
    await during(sql)
  })
  if (!answer) throw new Error('nothing was asked')
  return answer
}

const topView = async ({ slack }: Team) => {
  const [top] = await slack.workspace.db.sql<[{ view: object }?]>`select view from slk_views order by position desc limit 1`
  return textOn(top?.view)
}

test.each([
  ['slots', 'timeslots', 'Weekly slots', '1 weekly slot'],
  ['evergreen', 'timeslots', 'Evergreen', 'Not set up yet'],
  ['settings', 'spacing_rules', 'Settings', 'Time zone'],
])('/pin %s opens in time and says that it reads, and becomes the form', async (verb, table, title, words) => {
  const { milo } = team.current
  await onMonday(team.current, '09:00')
  const screen = await whileUnreadable(table, () => milo.command(`/pin ${verb}`))
  expect(screen.modal?.title).toBe(title)
  expect(markupOf(screen.modal?.blocks)).toContain(words)
})

test('a slot and the suggestions open in time over the week, which is there still', async () => {
  const { milo } = team.current
  await onMonday(team.current, '09:00')
  await milo.command('/pin slots')
  const slot = await whileUnreadable('posts', () => milo.click('○ 9:00 AM'))
  expect([slot.modal?.title, slot.modal?.depth]).toEqual(['Slot', 2])
  await milo.close()
  const suggested = await whileUnreadable('posts', () => milo.click('Suggestions'))
  expect([suggested.modal?.title, suggested.modal?.depth]).toEqual(['Suggested times', 2])
  expect(timesOn(await milo.close())).toEqual(['○ 9:00 AM'])
})

test('what cannot be read after all says so in the form', async () => {
  const { milo, organizationId } = team.current
  await onMonday(team.current, '09:00')
  const screen = await whileUnreadable(
    'timeslots',
    () => milo.command('/pin slots'),
    (sql) => sql`update timeslots set timezone = 'Nowhere/City' where organization_id = ${organizationId}`,
  )
  expect(screen.modal?.title).toBe('Pinslot')
  expect(markupOf(screen.modal?.blocks)).toMatch(/went wrong on our side.+reference [0-9a-f]{8}/)
})
