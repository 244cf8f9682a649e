/** Why a pin is late: said where a person looks, without a further click. */
import { expect, test } from 'vitest'
import { aChrome, expectNoSideScroll, shoot } from './chromium.js'
import { goTo, message, type } from './person.js'
import { aRunningApp } from './running-app.js'

const { baseUrl, apiKey, accounts } = await aRunningApp()
const chrome = await aChrome()
const TITLE = 'A vase that is late'
const WHY = /late, waiting: publishing is paused/

async function post(path: string, body: object): Promise<{ data: { boards?: { id: string }[] }; now?: string }> {
  const answer = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
  })
  expect([path, answer.ok]).toEqual([path, true])
  return (await answer.json()) as { data: { boards?: { id: string }[] }; now?: string } // the contract's envelope
}

async function aLatePin(): Promise<void> {
  const account = `/v1/accounts/${accounts[0]!.id}`
  const listed = await fetch(`${baseUrl}${account}/boards`, { headers: { authorization: `Bearer ${apiKey}` } })
  const { data } = (await listed.json()) as { data: { boards: { id: string }[] } }
  const { now } = (await (await fetch(`${baseUrl}/sandbox/clock`)).json()) as { now: string }
  await post(`${account}/posts`, {
    mediaUrl: `${baseUrl}/sandbox/media/vase-1.jpg`,
    title: TITLE,
    description: 'Hand made.',
    url: 'https://shop.example.com/late',
    boardId: data.boards[0]!.id,
    sendAt: new Date(Date.parse(now) + 10 * 60_000).toISOString(),
  })
  await post(`${account}/publishing/pause`, { whilePaused: 'wait' })
  await post('/sandbox/clock', { advanceMs: 30 * 60_000 })
}

test('opening Home, or one command, says why a pin is late', async () => {
  await aLatePin()
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox`)
  await goTo(page, 'Pinslot Home')
  await page.locator('.block.section', { hasText: TITLE }).filter({ hasText: WHY }).first().waitFor()
  await expectNoSideScroll(page)
  await shoot(page, 'late-home')
  await goTo(page, '# general')
  await type(page, '/pin queue')
  await message(page, TITLE).locator('.block.section', { hasText: TITLE }).filter({ hasText: WHY }).first().waitFor()
  await shoot(page, 'late-queue')
  expect(complaints).toEqual([])
})
