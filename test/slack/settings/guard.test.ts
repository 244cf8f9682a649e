/** The guard of an account in the settings: its limit, blackouts, and moving pins out of them. */
import { expect, test } from 'vitest'
import { changeGuard, readGuardSettings } from '../../../src/core/slots/guard-settings.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost, aTimeslot, DAY_MS, inDays } from '../../support/factories.js'
import { aTeam, errorsOf, markupOf, textOn, valuesOf } from '../support/a-team.js'

const { db } = await aDatabase()
const team = aTeam(db)
const guard = () => readGuardSettings(team.current.deps, team.current.actor, team.current)
const dayOf = (days: number) => inDays(team.current, days).toISOString().slice(0, 10)

test('is off until an admin sets a limit of a day and blackouts, in one form', async () => {
  const { ada } = team.current
  const before = await ada.command('/pin settings')
  expect(markupOf(before.modal?.blocks)).toContain('*Posting guard*\nNo limit of pins a day. No blackouts.')
  const form = await ada.click('Edit: posting guard')
  expect(valuesOf(form)).toMatchObject({ 'Most pins a day': 'No limit', 'Same picture in 30 days': '5' })
  await ada.fill({ 'Most pins a day': '3', 'New blackout: first day': dayOf(5), 'Last day': dayOf(6), Note: 'Holidays' })
  const saved = await ada.submit()
  expect(textOn(saved.modal?.blocks)).toContain('Guard saved.')
  expect(markupOf(saved.modal?.blocks)).toMatch(/Up to 3 pins a day\. Next blackout: \w+ \d+ to \w+ \d+: “Holidays”\./)
  expect(await guard()).toMatchObject({ perDay: 3, blackouts: [{ from: dayOf(5), to: dayOf(6), note: 'Holidays' }] })
})

test('shows a wrong day under its input, and saves nothing', async () => {
  const { ada } = team.current
  await ada.command('/pin settings')
  await ada.click('Edit: posting guard')
  await ada.fill({ 'New blackout: first day': dayOf(6), 'Last day': dayOf(5) })
  expect(errorsOf(await ada.submit())).toEqual({
    'Last day': 'The last day must be after its begin. A day is included as a whole.',
  })
  expect((await guard()).blackouts).toEqual([])
})

test('leaves a limit that was not touched as another admin set it meanwhile', async () => {
  const { ada, deps, actor, accountId } = team.current
  await ada.command('/pin settings')
  await ada.click('Edit: posting guard')
  await changeGuard(deps, actor, { accountId, perDay: 2, samePicturePerMonth: 7 })
  await ada.fill({ 'New blackout: first day': dayOf(5) })
  await ada.submit()
  expect(await guard()).toMatchObject({ perDay: 2, samePicturePerMonth: 7, blackouts: [{ from: dayOf(5) }] })
  await ada.click('Edit: posting guard')
  await changeGuard(deps, actor, { accountId, perDay: 3 })
  await ada.fill({ 'Most pins a day': 'No limit', 'Same picture in 30 days': '9' })
  await ada.submit()
  expect(await guard()).toMatchObject({ perDay: null, samePicturePerMonth: 9 })
})

test('counts the pins in a new blackout, moves them by one press, and lets it be removed', async () => {
  const { ada, deps, actor, accountId } = team.current
  for (let day = 0; day < 7; day++) await aTimeslot(team.current, { day, time: '23:50' })
  const post = await aQueuedPost(team.current, { at: inDays(team.current, 5) })
  await ada.command('/pin settings')
  await ada.click('Edit: posting guard')
  await ada.fill({ 'New blackout: first day': dayOf(4), 'Last day': dayOf(6) })
  const saved = await ada.submit()
  expect(textOn(saved.modal?.blocks)).toContain('1 pin in blackouts stay until you move them.')
  expect(markupOf(saved.modal?.blocks)).toContain(':warning: 1 pin lies in a blackout.')
  const moved = await ada.click('Move out of blackouts: scheduled pins')
  expect(textOn(moved.modal?.blocks)).toContain('Moved 1 pin to the next open slots.')
  expect((await guard()).blackouts[0]?.pins).toBe(0)
  const [row] = await db.sql<[{ at: Date }]>`select send_at as at from posts where id = ${post.id} and account_id = ${accountId}`
  expect(Math.abs(row.at.getTime() - inDays(team.current, 5).getTime())).toBeGreaterThan(DAY_MS)
  const form = await ada.click('Edit: posting guard')
  expect(form.modal?.title).toBe('Posting guard')
  const { blackouts } = await readGuardSettings(deps, actor, { accountId })
  expect(blackouts).toHaveLength(1)
})

test('is seen by everybody, and changed by admins alone', async () => {
  const { milo } = team.current
  const { modal } = await milo.command('/pin settings')
  expect(markupOf(modal?.blocks)).toContain('*Posting guard*')
  expect(textOn(modal?.blocks)).not.toContain('Edit: posting guard')
})
