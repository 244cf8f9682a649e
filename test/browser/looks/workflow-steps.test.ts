/** The page that plays the steps of workflows: each step once, and a refusal. */
import { expect, test } from 'vitest'
import { aChrome } from '../chromium.js'
import { aRunningApp } from '../running-app.js'
import { inEveryLook } from './in-every-look.js'

const { baseUrl, apiKey, accounts } = await aRunningApp()
const chrome = await aChrome()
const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox/slack/steps`)
/** Pins of the first wait for approval. */
const [asking, scheduling] = [accounts[0]!, accounts[1]!]

const form = (step: string) => page.locator('form').filter({ has: page.locator(`input[value="${step}"]`) })
/** The newest execution is the first. */
const newest = page.locator('dl > div').first()

/** Fills and runs a step, and waits until it has come to this state. @returns what became of it */
async function run(step: string, title: string, given: Record<string, string>, state = 'completed'): Promise<string> {
  const before = await page.locator('dl > div').count()
  for (const [label, value] of Object.entries(given)) await form(step).getByLabel(label, { exact: true }).fill(value)
  await form(step).getByRole('button', { name: 'Run', exact: true }).click()
  await expect
    .poll(async () => {
      await page.reload()
      return [await page.locator('dl > div').count(), await newest.locator('dt').textContent()]
    })
    .toEqual([before + 1, `${title}: ${state}`])
  return (await newest.locator('dd').textContent()) ?? ''
}
async function aBoard({ id }: { id: string }): Promise<string> {
  const answer = await fetch(`${baseUrl}/v1/accounts/${id}/boards`, { headers: { authorization: `Bearer ${apiKey}` } })
  const { data } = (await answer.json()) as { data: { boards: [{ name: string }] } } // the contract's envelope
  return data.boards[0].name
}
async function aDraft(account: { id: string; username: string }): Promise<string> {
  const given = {
    Account: account.username,
    'Image link': `${baseUrl}/sandbox/media/vase-1.jpg`,
    Title: 'A vase from a workflow',
    Description: 'Hand made.',
    'Destination link': 'https://shop.example/vase',
    Board: await aBoard(account),
  }
  const said = await run('draft_pin', 'Draft a pin', given)
  expect(said).toMatch(/^Pin: \d+$/)
  return said.slice('Pin: '.length)
}

test('before anything ran, the page has a form for each step', async () => {
  expect(await page.getByRole('button', { name: 'Run', exact: true }).count()).toBe(5)
  await inEveryLook(page, page.locator('body'), 'steps-none')
})

test('“Next open slot” and “Queue of a week” hand on a time, and a line for each pin', async () => {
  expect(await run('next_open_slot', 'Next open slot', { Account: asking.username })).toMatch(
    /^Time: \d{4}-\d\d-\d\d \d\d:\d\d UTC$/,
  )
  expect(await run('queue_of_week', 'Queue of a week', { Account: asking.username })).toMatch(/^Pins: \d+\nList: .+ · .+\n/)
})

test('a draft is made, and scheduled by its number at the time that was chosen', async () => {
  const pin = await aDraft(scheduling)
  const { now } = (await (await fetch(`${baseUrl}/sandbox/clock`)).json()) as { now: string } // as docs/sandbox.md says
  const at = new Date(Date.parse(now) + 30 * 60 * 60_000).toISOString().slice(0, 16)
  const said = await run('schedule_pin', 'Schedule a pin', { Pin: pin, 'Time (UTC)': at })
  expect(said).toBe(`Pin: ${pin}\nTime: ${at.replace('T', ' ')} UTC`)
})

test('a pin that nobody knows, and an image that is no link, are refused in words', async () => {
  expect(await run('schedule_pin', 'Schedule a pin', { Pin: '999999999' }, 'failed')).toMatch(/pin/i)
  const given = { Account: asking.username, 'Image link': 'nowhere' }
  expect(await run('draft_pin', 'Draft a pin', given, 'failed')).toContain('Image link')
})

test('a request for approval goes on waiting, and the page shows all that ran in each look', async () => {
  const pin = await aDraft(asking)
  await run('ask_for_approval', 'Ask for approval', { Pin: pin }, 'running')
  await inEveryLook(page, page.locator('body'), 'steps-ran')
  expect(complaints).toEqual([])
})
