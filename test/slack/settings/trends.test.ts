/** Whose searches an account is interested in, in the settings. */
import { expect, test } from 'vitest'
import { readAccount } from '../../../src/core/accounts/accounts.js'
import { aDatabase } from '../../support/database.js'
import { aTeam, markupOf, textOn, valuesOf } from '../support/a-team.js'

const { db } = await aDatabase()
const team = aTeam(db)
const account = () => readAccount(team.current.deps, team.current.actor, team.current)

test('are those of the region of the time zone and of all topics, until an admin chooses others', async () => {
  const { ada } = team.current
  const before = await ada.command('/pin settings')
  expect(markupOf(before.modal?.blocks)).toContain('*Trends*\nThe United States (by time zone): all topics')
  const form = await ada.click('Edit: trends')
  expect(form.modal?.title).toBe('Trends')
  expect(valuesOf(form)).toMatchObject({ Region: 'By time zone: The United States' })
  await ada.fill({ Region: 'France', Topics: ['Food and drinks', 'Travel'] })
  const saved = await ada.submit()
  expect(textOn(saved.modal?.blocks)).toContain('Trends saved.')
  expect(markupOf(saved.modal?.blocks)).toContain('*Trends*\nFrance: Food and drinks and Travel')
  expect(await account()).toMatchObject({ trendRegion: 'FR', trendInterests: ['food_and_drinks', 'travel'] })
  const again = await ada.click('Edit: trends')
  expect(valuesOf(again)).toMatchObject({ Region: 'France' })
  await ada.fill({ Region: 'By time zone: The United States', Topics: [] })
  await ada.submit()
  expect(await account()).toMatchObject({ trendRegion: null, trendInterests: [] })
})

test('are seen by everybody, and changed by admins alone', async () => {
  const { milo } = team.current
  const { modal } = await milo.command('/pin settings')
  expect(markupOf(modal?.blocks)).toContain('*Trends*')
  expect(textOn(modal?.blocks)).not.toContain('Edit: trends')
})
