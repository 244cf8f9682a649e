/** The menu “Try” beside the clock: what goes wrong with the next pin, and how the page says what came of it. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { aChrome, expectNoSideScroll, shoot } from '../chromium.js'
import { goTo, message } from '../person.js'
import { aRunningApp } from '../running-app.js'

const { baseUrl, apiKey, accounts } = await aRunningApp()
const chrome = await aChrome()
const accountId = accounts[0]!.id

/** A pin ten minutes from now, before those of the sample data. */
async function schedule(title: string): Promise<void> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const account = `${baseUrl}/v1/accounts/${accountId}`
  const { data } = (await (await fetch(`${account}/boards`, { headers })).json()) as { data: { boards: { id: string }[] } } // the contract's envelope
  const { now } = (await (await fetch(`${baseUrl}/sandbox/clock`)).json()) as { now: string }
  const body = {
    mediaUrl: `${baseUrl}/sandbox/media/lamp-1.jpg`,
    title,
    description: 'Low over the table.',
    url: `https://shop.example.com/${title.replaceAll(' ', '-')}`,
    boardId: data.boards[0]!.id,
    sendAt: new Date(Date.parse(now) + 600_000).toISOString(),
  }
  const response = await fetch(`${account}/posts`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(response.status).toBe(201)
}

const said = (page: Page, words: string) => page.locator('#toast').getByText(words).waitFor()
async function choose(page: Page, what: string) {
  await page.getByText('Try…').click()
  await page.getByRole('button', { name: what }).click()
}
async function forward(page: Page) {
  const button = page.getByRole('button', { name: 'Forward to the next pin' })
  await button.click()
  await expect.poll(() => button.isEnabled()).toBe(true)
}

beforeEach(async () => {
  await fetch(`${baseUrl}/sandbox/platform/faults`, { method: 'DELETE' })
})

test('a failure is named, and “See why” leads to the channel that says so', async () => {
  await schedule('Lamp of the failure')
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox`)
  await page.getByText('Try…').click()
  await shoot(page, 'try-menu')
  await page.getByRole('button', { name: 'A failure' }).click()
  await said(page, 'The next pin will fail: Pinterest will say that its board is gone.')
  await forward(page)
  await said(page, 'Failed: Lamp of the failure · maple_and_thread.')
  await shoot(page, 'try-failure')
  await page.locator('#toast').getByRole('button', { name: 'See why' }).click()
  await page.getByRole('heading', { name: '# pins', level: 1 }).waitFor()
  await message(page, 'Lamp of the failure').waitFor()
  expect(complaints).toEqual([])
})

test('a lost answer is found on the board, and nothing goes out twice', async () => {
  await schedule('Lamp of the answer')
  const { page } = await chrome.aPage(`${baseUrl}/sandbox`, { width: 390, dark: true })
  await choose(page, 'A lost answer')
  await said(page, 'The next pin will go out, but Pinterest’s answer will be lost.')
  await expectNoSideScroll(page)
  await forward(page)
  await said(page, 'No answer from Pinterest: Lamp of the answer · maple_and_thread.')
  await forward(page)
  await said(page, 'Published: Lamp of the answer · maple_and_thread.')
  await shoot(page, 'try-answer')
  const { pins } = (await (await fetch(`${baseUrl}/sandbox/platform/state`)).json()) as { pins: { title: string }[] }
  expect(pins.filter(({ title }) => title === 'Lamp of the answer')).toHaveLength(1)
})

test('an hour in which no pin was due says so', async () => {
  const { page } = await chrome.aPage(`${baseUrl}/sandbox`)
  await page.getByRole('button', { name: '+1 hour' }).click()
  await said(page, 'No pin was due.')
})

test('with a lost connection the pin waits, and its channel says who is disconnected', async () => {
  await schedule('Lamp of the connection')
  const { page } = await chrome.aPage(`${baseUrl}/sandbox`)
  await choose(page, 'A lost connection')
  await said(page, 'Pinterest no longer accepts our access to maple_and_thread.')
  await forward(page)
  await said(page, 'Waiting: Lamp of the connection · maple_and_thread.')
  await page.locator('#toast').getByRole('button', { name: 'See why' }).click()
  await message(page, 'maple_and_thread is disconnected').waitFor()
  await goTo(page, '# general')
})
