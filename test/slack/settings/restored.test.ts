import { expect, test } from 'vitest'
import { readAccount } from '../../../src/core/accounts/accounts.js'
import { compareAccount } from '../../../src/core/care/restores/compare.js'
import { type Comparison, listComparisons, resumeCompared } from '../../../src/core/care/restores/comparisons.js'
import { aDatabase } from '../../support/database.js'
import { aTeam, markupOf, textOn } from '../support/a-team.js'
import { NOT_YET, restore } from '../support/restored.js'

const { db } = await aDatabase()
const team = aTeam(db)

const account = () => readAccount(team.current.deps, team.current.actor, team.current)
const comparison = async (): Promise<Comparison> => (await listComparisons(db.sql, team.current))[0]!

test('an admin keeps an account paused that a restore has paused, and the comparison does not resume it', async () => {
  const { ada, deps, actor } = team.current
  await restore(team.current)
  expect((await ada.command('/pin settings')).modal?.buttons.slice(0, 2)).toEqual(['Resume', 'Keep paused'])
  await ada.click('Keep paused')
  await ada.fill({ 'Pins due while paused': 'Back to drafts' })
  const { modal } = await ada.submit()
  expect(markupOf(modal?.blocks)).toContain(
    'An admin also paused it, so only an admin can resume it.\nPins due while paused go back',
  )
  expect(modal?.buttons.slice(0, 2)).toEqual(['Resume', 'Edit'])
  expect(textOn(await ada.click('Resume'))).toContain(NOT_YET)

  await compareAccount(deps, actor, await comparison())
  expect(await resumeCompared(deps, actor, await comparison())).toBe(false)
  expect(await account()).toMatchObject({ publishing: 'paused', pausedBecause: null, whilePaused: 'fail' })
  await ada.command('/pin settings')
  await ada.click('Resume')
  expect(await account()).toMatchObject({ publishing: 'active' })
})

test('one that no admin has paused is resumed with the comparison', async () => {
  const { ada, deps, actor } = team.current
  await restore(team.current)
  await ada.command('/pin settings')
  expect(textOn(await ada.click('Resume'))).toContain(NOT_YET)
  await compareAccount(deps, actor, await comparison())
  expect(await resumeCompared(deps, actor, await comparison())).toBe(true)
})
