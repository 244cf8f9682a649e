/** The reference in a real browser: drawn under its policy, tried against the sandbox, and nothing leaves for elsewhere. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { aChrome, expectNoSideScroll, type Look, shoot } from '../chromium.js'
import { aRunningApp } from '../running-app.js'

const app = await aRunningApp()
const chrome = await aChrome()

async function openReference(look: Look, path = '/docs'): Promise<{ page: Page; complaints: string[]; left: string[] }> {
  const { page, complaints } = await chrome.aPage('about:blank', look)
  page.setDefaultTimeout(30_000) // it is much to draw for a busy machine
  const left: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(`${app.baseUrl}/`) && !url.startsWith('data:')) left.push(url)
  })
  await page.goto(app.baseUrl + path)
  await page.locator('.opblock-tag').first().waitFor()
  return { page, complaints, left }
}

const operation = (page: Page, tag: string, id: string) => page.locator(`#operations-${tag}-${id}`)

const backgroundOf = async (page: Page): Promise<number> => {
  const color = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
  const [red = 0, green = 0, blue = 0] = [...color.matchAll(/\d+/g)].map(Number)
  return (red + green + blue) / 3
}

describe.each([
  [1280, false],
  [1280, true],
  [390, false],
  [390, true],
])('at %i px (dark: %s)', (width, dark) => {
  test('it shows what an operation needs, without a complaint of the browser, and asks nobody else', async () => {
    const { page, complaints, left } = await openReference({ width, dark })
    const name = `reference-${width}${dark ? '-dark' : ''}`
    await shoot(page, name)
    expect((await backgroundOf(page)) < 128).toBe(dark)
    await page.locator('#operations-tag-Posts').click()
    const create = operation(page, 'Posts', 'createPost')
    await create.locator('.opblock-summary-control').click()
    await create.getByText('Responses', { exact: true }).waitFor()
    expect(
      await create
        .locator('.parameters input')
        .evaluateAll((inputs) => inputs.map((input) => Reflect.get(input, 'value') as unknown)),
    ).toEqual(['', '', ''])
    await expectNoSideScroll(page)
    await page.evaluate(`document.getElementById('operations-Posts-createPost').scrollIntoView()`)
    await shoot(page, `${name}-operation`)
    expect([complaints, left]).toEqual([[], []])
    await page.context().close()
  })
})

test('every operation and every event of the document is there, below its tag', async () => {
  const { page } = await openReference({})
  const described = (await (await fetch(`${app.baseUrl}/v1/openapi.json`)).json()) as Described
  const operations = Object.values({ ...described.paths, ...described.webhooks }).flatMap((methods) => Object.values(methods))
  for (const tag of await page.locator('.opblock-tag').all()) await tag.click()
  await expect
    .poll(async () => (await page.locator('.opblock-summary-operation-id').allInnerTexts()).toSorted())
    .toEqual(operations.map(({ operationId }) => operationId).toSorted())
  await page.context().close()
})
type Methods = Record<string, { operationId: string }>
type Described = { paths: Record<string, Methods>; webhooks: Record<string, Methods> }

test('in the sandbox an operation is tried with its key already in place', async () => {
  const { page, complaints, left } = await openReference({}, '/docs#/Accounts/listAccounts')
  await page.getByText('This is a sandbox').waitFor()
  const list = operation(page, 'Accounts', 'listAccounts')
  await list.getByRole('button', { name: 'Try it out' }).click()
  await list.getByRole('button', { name: 'Execute' }).click()
  await list.locator('.live-responses-table .response-col_status').getByText('200').waitFor()
  expect(await list.locator('.live-responses-table').innerText()).toContain(app.accounts[0]!.username)
  await shoot(page, 'reference-tried')
  expect([complaints, left]).toEqual([[], []])
  await page.context().close()
})

test('a key that is typed is the one that is used', async () => {
  const { page } = await openReference({}, '/docs#/Accounts/listAccounts')
  await page.getByText('This is a sandbox').waitFor()
  await page.locator('.btn.authorize').first().click()
  const dialog = page.locator('.dialog-ux')
  await dialog.getByRole('button', { name: 'Remove authorization' }).click()
  await dialog.locator('input').fill('pst_1_wrong')
  await dialog.getByRole('button', { name: 'Apply credentials' }).click()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  const list = operation(page, 'Accounts', 'listAccounts')
  await list.getByRole('button', { name: 'Try it out' }).click()
  await list.getByRole('button', { name: 'Execute' }).click()
  await list.locator('.live-responses-table .response-col_status').getByText('401').waitFor()
  await page.context().close()
})

test('a page of the guide is read on a phone without side scrolling', async () => {
  for (const path of ['/docs/guide/first-pin', '/docs/guide/errors-and-retries', '/docs/contract']) {
    const { page, complaints } = await chrome.aPage(app.baseUrl + path, { width: 390, dark: true })
    await expectNoSideScroll(page)
    await shoot(page, `docs${path.replaceAll('/', '-').slice(5)}`)
    expect(complaints).toEqual([])
    await page.context().close()
  }
})
