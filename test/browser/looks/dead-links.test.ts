/** A pin with a dead link in the running app: what is said before, what comes of it at its time, and the way on. */
import { expect, test } from 'vitest'
import { aChrome } from '../chromium.js'
import { goTo, message, modal, submit, type } from '../person.js'
import { aRunningApp } from '../running-app.js'
import { inEveryLook } from './in-every-look.js'

const { baseUrl, apiKey, accounts } = await aRunningApp()
const chrome = await aChrome()
const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox?as=admin`)
const account = `/v1/accounts/${accounts[0]!.id}`
const TITLE = 'A vase whose page is gone, with a title that is longer than the feed of Pinterest shows'

type Answer = { data: { boards?: { id: string }[]; post?: { id: string; status: string } }; now?: string }
async function ask(method: string, path: string, body?: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const answer = await fetch(`${baseUrl}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  expect([path, answer.ok]).toEqual([path, true])
  return (await answer.json()) as Answer // the contract's envelope
}

test('a pin with a dead link is held at its time, as its details say before, and “Publish anyway” publishes it', async () => {
  await ask('PATCH', account, { holdDeadLinks: true })
  const { data } = await ask('GET', `${account}/boards`)
  const { now } = await ask('GET', '/sandbox/clock')
  const made = await ask('POST', `${account}/posts`, {
    mediaUrl: `${baseUrl}/sandbox/media/vase-1.jpg`,
    title: TITLE,
    description: 'Hand made.',
    url: 'https://shop.example.com/no-such-page',
    boardId: data.boards![0]!.id,
    sendAt: new Date(Date.parse(now!) + 60 * 60_000).toISOString(),
  })
  const { id } = made.data.post!
  await ask('GET', `${account}/posts/${id}/preflight`) // its details say what the last check found, and wait for none
  await type(page, `/pin show ${id}`)
  const details = message(page, 'We won’t publish this pin until it’s fixed.')
  await details.waitFor()
  await inEveryLook(page, details, 'findings-details')
  await ask('POST', '/sandbox/clock', { advanceMs: 62 * 60_000 })
  await goTo(page, '# pins')
  const card = message(page, 'so we held this pin')
  await card.waitFor()
  await inEveryLook(page, card, 'held-card')
  const { post } = (await ask('GET', `${account}/posts/${id}`)).data
  expect(post).toMatchObject({ status: 'draft', failure: { reason: 'link_dead' } })
  await card.getByRole('button', { name: /^Publish anyway/ }).click()
  await modal(page).getByText('It goes out on').waitFor()
  await submit(page)
  await ask('POST', '/sandbox/clock', { advanceMs: 60_000 })
  await expect.poll(async () => (await ask('GET', `${account}/posts/${id}`)).data.post?.status).toBe('sent')
  expect(complaints).toEqual([])
})
