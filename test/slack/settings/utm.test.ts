/** UTM parameters in Slack: set for the account and for a board, and shown before a pin goes out. */
import { expect, test } from 'vitest'
import { listUtmRules } from '../../../src/core/links/utm-rules.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost } from '../../support/factories.js'
import { aTeam, errorsOf, markupOf } from '../support/a-team.js'

const { db } = await aDatabase()
const team = aTeam(db)

const rules = () => {
  const { deps, actor, accountId } = team.current
  return listUtmRules(deps, actor, { accountId })
}
const NONE = { source: null, medium: null, campaign: null, content: null }

async function openForm() {
  const { ada } = team.current
  await ada.command('/pin settings')
  await ada.click('Advanced')
  return ada.click('Edit: UTM parameters')
}

test('an admin sets those of the account, and turns them off', async () => {
  const { ada } = team.current
  expect((await openForm()).modal?.title).toBe('UTM parameters')
  await ada.fill({ Source: 'pinterest', Campaign: '{board}' })
  const saved = await ada.submit()
  expect(markupOf(saved.modal?.blocks)).toContain('utm_source: pinterest\nutm_campaign: {board}')
  expect(await rules()).toEqual([{ ...NONE, boardId: null, source: 'pinterest', campaign: '{board}' }])
  await ada.click('Edit: UTM parameters')
  await ada.fill({ Source: '', Campaign: '' })
  expect(markupOf((await ada.submit()).modal?.blocks)).toContain('Off: links don’t change.')
  expect(await rules()).toEqual([])
})

test('what is wrong is said under its field, and what was typed stays', async () => {
  const { ada } = team.current
  await openForm()
  await ada.fill({ Campaign: '{bord}' })
  const refused = await ada.submit()
  expect(Object.values(errorsOf(refused))).toEqual(['Campaign can contain {board} and {account}, and no other braces.'])
  expect(await rules()).toEqual([])
})

test('a board has its own by its menu, for admins alone', async () => {
  const { ada, milo } = team.current
  await ada.command('/pin boards')
  await ada.click('UTM parameters', { within: 'Garden' })
  await ada.fill({ Campaign: 'spring' })
  await ada.submit()
  expect(await rules()).toEqual([{ ...NONE, boardId: '102', campaign: 'spring' }])
  await milo.command('/pin boards')
  await expect(milo.click('UTM parameters', { within: 'Garden' })).rejects.toThrow()
})

test('the pin’s details show the link as it goes out', async () => {
  const { ada } = team.current
  const post = await aQueuedPost(team.current, { title: 'Lamp' })
  const shown = async () => markupOf((await ada.command(`/pin show ${post.id}`)).messages.at(-1)?.blocks)
  expect(await shown()).not.toContain('UTM')
  await openForm()
  await ada.fill({ Source: 'pinterest' })
  await ada.submit()
  await ada.close()
  expect(await shown()).toContain(`*Link with UTM parameters*\n<${post.url}?utm_source=pinterest`)
})

test('the composer’s preview shows it before the pin is saved', async () => {
  const { ada } = team.current
  await openForm()
  await ada.fill({ Source: 'pinterest' })
  await ada.submit()
  await ada.close()
  await ada.command('/pin')
  await ada.fill({ 'Destination link': 'https://example.com/shelf#oak' })
  const previewed = await ada.click('Preview')
  expect(markupOf(previewed.modal?.blocks)).toContain('https://example.com/shelf?utm_source=pinterest#oak')
})
