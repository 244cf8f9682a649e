/** A client approves pins by a link, without a script: the page in both widths and both lights, by presses that are counted. */
import { expect, test } from 'vitest'
import { setApprovalPolicy } from '../../../src/core/accounts/approval-policy.js'
import { createApiKey } from '../../../src/core/accounts/keys/create.js'
import { aServer, aPicture } from '../../http/support/support.js'
import { aDatabase } from '../../support/database.js'
import { DAY_MS } from '../../support/factories.js'
import { freePort } from '../../support/processes.js'
import { aChrome, expectNoSideScroll, shoot } from '../chromium.js'

const { db } = await aDatabase()
const chrome = await aChrome()
const port = await freePort()
const baseUrl = `http://127.0.0.1:${port}`
const server = await aServer(db, { settings: { publicUrl: baseUrl } })
const { app, call, deps, actor, accountId, clock, samples } = server
await app.listen({ port, host: '127.0.0.1' })
const account = `/v1/accounts/${accountId}`
const ada = { ...actor, via: 'slack', userId: 'T1:U1', role: 'admin' } as const
await setApprovalPolicy(deps, ada, { accountId, policy: 'required', channelId: 'C1' })
const { key } = await createApiKey(deps, actor, { name: 'Drafts', role: 'contributor' })
const [{ id: boardId } = { id: '' }] = await db.sql<
  { id: string }[]
>`select id from boards where account_id = ${accountId} limit 1`

const PINS = [
  ['Oak shelves for small kitchens', '#8a5a3b', 1000, 1500],
  ['Brass lamps', '#c9a227', 1000, 1500],
  ['A reading corner in an afternoon', '#3d6b5c', 1000, 1000],
  ['Five jars, one shelf', '#7a3b5e', 1000, 1500],
  ['Linen that lasts', '#9aa5b1', 1000, 1800],
] as const

/** The link to five requests. */
async function aLink(): Promise<{ url: string; postIds: string[] }> {
  const postIds: string[] = []
  for (const [index, [title, color, width, height]] of PINS.entries()) {
    samples.set(`${index}.jpg`, await aPicture({ color, width, height }))
    const sendAt = new Date(clock.now.getTime() + (3 + index) * DAY_MS).toISOString()
    const body = {
      mediaUrl: `https://sample.test/${index}.jpg`,
      title,
      boardId,
      sendAt,
      description: 'Made of oak from the region, oiled by hand. Each shelf carries forty kilos and goes up in ten minutes.',
      url: 'https://shop.example.com/collections/autumn-at-home/shelves?color=oak',
    }
    const { post } = (await call('POST', `${account}/posts`, body, { authorization: `Bearer ${key}` })).body.data
    postIds.push(post.id)
  }
  await call('POST', `${account}/posts/${postIds[1]}/comments`, { text: 'The lamp is on sale from Monday.', audience: 'client' })
  const made = await call('POST', `${account}/review-links`, { contactName: 'Rosa', postIds })
  return { url: (made.body.data as unknown as { reviewLink: { url: string } }).reviewLink.url, postIds }
}
const approved = async (postIds: readonly string[]) => {
  const [row] = await db.sql<[{ count: number }]>`
    select count(*)::int as count
      from approval_decisions d
      join approvals a on a.organization_id = d.organization_id and a.id = d.approval_id
     where a.post_id = any (${[...postIds]}::bigint[]) and d.decision = 'approve' and d.undone_at is null`
  return row.count
}

test('a client approves three of five: each takes two presses, the opening and the approval', async () => {
  const { url, postIds } = await aLink()
  const { page, complaints } = await chrome.aPage(url)
  let presses = 0
  await page.exposeFunction('countPress', () => void presses++)
  await page.addInitScript(`addEventListener('pointerdown', () => countPress(), true)`) // each press loads the page again
  await page.reload()
  await page.getByLabel('Your name').fill('Rosa')
  for (const [title] of PINS.slice(0, 3)) {
    await page.getByRole('button', { name: `Approve ${title}` }).click()
    await page.getByRole('status').getByText('You approved this pin.').waitFor()
  }
  console.info(`three of five pins: ${presses} presses on the page`)
  expect(presses).toBe(3)
  expect(await approved(postIds)).toBe(3)
  await page.getByText('2 of 5 wait for your answer.').waitFor()
  expect(complaints).toEqual([])
})

test('all five are approved by one press, and one is taken back by another', async () => {
  const { url, postIds } = await aLink()
  const { page } = await chrome.aPage(url)
  await page.getByLabel('Your name').fill('Rosa')
  await page.getByRole('button', { name: 'Approve all 5' }).click()
  await page.getByRole('status').getByText('You approved 5 pins.').waitFor()
  await page.getByRole('button', { name: 'Undo Brass lamps' }).click()
  await page.getByRole('status').getByText('Undone.').waitFor()
  expect(await approved(postIds)).toBe(4)
})

test('Enter in the name keeps the name and decides nothing; the keyboard alone sends a request for changes', async () => {
  const { url, postIds } = await aLink()
  const { page } = await chrome.aPage(url)
  await page.getByLabel('Your name').fill('Rosa')
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText('Thank you, Rosa.').waitFor()
  expect(await approved(postIds)).toBe(0)
  await page.locator('summary', { hasText: 'Request changes Brass lamps' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Less shine, please.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText('We sent your changes to the team.').waitFor()
})

test('the page fits both widths and both lights', async () => {
  const { url } = await aLink()
  for (const width of [390, 1440])
    for (const dark of [false, true]) {
      const { page } = await chrome.aPage(url, { width, height: width === 390 ? 1600 : 1400, dark })
      await expectNoSideScroll(page)
      await shoot(page, `client-link-${width}-${dark ? 'dark' : 'light'}`)
    }
  const { page } = await chrome.aPage(url, { width: 390, height: 2600 })
  await page.getByLabel('Your name').fill('Rosa')
  await page.getByRole('button', { name: `Approve ${PINS[0][0]}` }).click()
  await page.locator('summary', { hasText: 'Comment Brass lamps' }).click()
  await page.locator('summary', { hasText: 'Request changes Brass lamps' }).click()
  await expectNoSideScroll(page)
  await page.evaluate('scrollTo(0, 0)')
  await shoot(page, 'client-link-said')
})
