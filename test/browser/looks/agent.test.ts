/** A program signs in: the page in the browser where it began, and the form in Slack, with what both cost a person. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { asked, aSignInServer, authorizeUrl, pkce, register } from '../../mcp/support/sign-in.js'
import { aTeam, type Team } from '../../slack/support/a-team.js'
import { aDatabase } from '../../support/database.js'
import { aChrome, expectNoSideScroll, shoot } from '../chromium.js'
import { countPresses, modal, type } from '../person.js'

const { db } = await aDatabase()
const team: { current: Team } = aTeam(db)
const chrome = await aChrome()

const answers: URL[] = []
const program = createServer((request, response) => {
  answers.push(new URL(request.url ?? '', 'http://127.0.0.1'))
  response.setHeader('content-type', 'text/html').end('<link rel="icon" href="data:,"><h1>Signed in</h1>')
})
await new Promise<void>((done) => program.listen(0, '127.0.0.1', done))
const callback = `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback` // listening on a port
afterAll(() => program.close())

const LOOKS = [
  { width: 1280, height: 900, dark: false },
  { width: 390, height: 900, dark: true },
]
test.each(LOOKS)('a program signs in with three presses, a code and a number: %j', async (look) => {
  const { url } = await aSignInServer(team.current)
  const { body } = await register(url, { client_name: 'Claude', redirect_uris: [callback] })
  const begun = authorizeUrl(url, asked(url, body['client_id'] ?? '', pkce(), { redirect_uri: callback }))
  const { page } = await chrome.aPage(begun, look)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  const command = page.getByText(/^\/pin agent /)
  await command.waitFor()
  await expectNoSideScroll(page)
  await shoot(page, `agent-page-${look.width}`)
  const { page: slack } = await chrome.aPage(`${team.current.baseUrl}/sandbox?as=admin`, look)
  await type(slack, (await command.textContent()) ?? '')
  const counted = await countPresses(slack)
  await modal(slack).getByText('Allow this only if you began it yourself', { exact: false }).waitFor()
  await expectNoSideScroll(slack)
  await shoot(slack, `agent-slack-${look.width}`)
  await modal(slack).getByRole('button', { name: 'Allow', exact: true }).click()
  const number = modal(slack).getByText(/^\d{3} \d{3}$/)
  await number.waitFor()
  expect(await counted()).toBe(1)
  await page.getByLabel('Number from Slack').fill((await number.textContent()) ?? '')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Signed in' }).waitFor()
  expect(answers.at(-1)?.searchParams.get('code')).toMatch(/^\S{20,}$/)
  await page.context().close()
  await slack.context().close()
})
