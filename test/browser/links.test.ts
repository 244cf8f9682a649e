/** The link of a pin in a channel: what stands below it, and its pane with an edit and a comment, as a person plays it. */
import { expect, test } from 'vitest'
import { aChrome, expectNoSideScroll, shoot } from './chromium.js'
import { goTo, message, modal, type } from './person.js'
import { aRunningApp } from './running-app.js'

const { baseUrl, apiKey, accounts } = await aRunningApp()
const chrome = await aChrome()

async function aPin(): Promise<string> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }
  const draft = { mediaUrl: `${baseUrl}/sandbox/media/vase-1.jpg`, title: 'A vase to share', description: 'Hand made.' }
  const answer = await fetch(`${baseUrl}/v1/accounts/${accounts[0]!.id}/posts`, {
    method: 'POST',
    headers,
    body: JSON.stringify(draft),
  })
  const { data } = (await answer.json()) as { data: { post: { id: string } } }
  return `${baseUrl}/p/${data.post.id}`
}

test('a pasted link shows the pin, opens its pane, and follows an edit and a comment there', async () => {
  const url = await aPin()
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox`)
  await goTo(page, '# general')
  await type(page, `Look: ${url}`)
  const below = message(page, 'Look:')
  await below.getByText('A vase to share').waitFor()
  await expectNoSideScroll(page)
  await shoot(page, 'link-unfurl')
  await below.getByRole('button', { name: 'Open', exact: true }).click()
  await modal(page).getByLabel('Title').fill('A vase to keep')
  await shoot(page, 'link-pane')
  await modal(page).getByRole('button', { name: 'Save' }).click()
  await below.getByText('A vase to keep').waitFor({ state: 'attached' })
  await modal(page).getByRole('button', { name: '0 comments' }).click()
  await modal(page).getByLabel('Comment').fill('Brighter, please')
  await modal(page).getByRole('button', { name: 'Post' }).click()
  await below.getByText('1 comment').waitFor({ state: 'attached' })
  await page.goto(url)
  await page.getByRole('heading', { name: 'Open this pin in Slack' }).waitFor()
  expect(await page.content()).not.toContain('vase')
  await shoot(page, 'link-closed-page')
  expect(complaints).toEqual([])
})
