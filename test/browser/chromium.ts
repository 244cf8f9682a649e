/** A real browser for the tests of the page: chromium of the system (`CHROMIUM`, else /usr/bin/chromium). */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core'
import { afterAll, afterEach, beforeEach, expect } from 'vitest'

const env = process.env
/** Where pictures of the screens go: kept where SCREENSHOTS says, else in a temporary folder. */
export const screenshots = env['SCREENSHOTS'] ?? mkdtempSync(path.join(tmpdir(), 'pinslot-screens-'))

/** A host of pictures that the workspace takes as reachable; the browser alone knows it. */
export const PICTURES = 'https://pictures.test'
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800"><rect width="800" height="800"/></svg>'

export type Look = { width?: number; height?: number; dark?: boolean }
export type Chrome = { aPage(url: string, look?: Look): Promise<{ page: Page; complaints: string[] }> }

let launched: Promise<Browser> | undefined

/** The browser of this process: files that share one share it, and it ends with it. */
const theBrowser = (): Promise<Browser> =>
  (launched ??= chromium.launch({
    executablePath: env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  }))

export async function aChrome(): Promise<Chrome> {
  const browser = await theBrowser()
  const leaving: (() => Promise<void>)[] = []
  const shared: BrowserContext[] = []
  let isOfTest = false // else all tests of the file share the page
  beforeEach(() => void (isOfTest = true))
  afterEach(async () => {
    isOfTest = false
    await Promise.all(leaving.splice(0).map((leave) => leave()))
  })
  afterAll(async () => {
    await Promise.all(shared.map((context) => context.close()))
  })
  return {
    async aPage(url, { width = 1280, height = 800, dark = false } = {}) {
      const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark ? 'dark' : 'light' })
      context.setDefaultTimeout(60_000) // a busy machine may take many times as long as usual
      if (isOfTest) leaving.push(whenAnswered(context))
      else shared.push(context)
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning')
          complaints.push(`${message.text()} ${message.location().url}`)
      })
      page.on('pageerror', (error) => complaints.push(String(error)))
      await page.route(`${PICTURES}/**`, (route) => route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }))
      await page.goto(url)
      return { page, complaints }
    },
  }
}

/** How long an act that a test did not wait for may take on a busy machine. */
const ANSWERED_MS = 10_000

/**
 * Closes the pages of a test, once what was done on them is answered: an act that is still on its way would come between those of the next
 * test, in the same window of the same person.
 */
function whenAnswered(context: BrowserContext): () => Promise<void> {
  const open = new Set<Request>()
  const isAct = (request: Request) => new URL(request.url()).pathname === '/sandbox/page/do'
  context.on('request', (request) => void (isAct(request) && open.add(request)))
  context.on('requestfinished', (request) => void open.delete(request))
  context.on('requestfailed', (request) => void open.delete(request))
  return async () => {
    if (context.pages().length === 0) return // closed by the test itself
    await context.route('**/sandbox/page/do', (route) => route.abort()) // those that wait behind it
    for (let waitedMs = 0; open.size > 0; waitedMs += 20) {
      if (waitedMs > ANSWERED_MS) throw new Error(`Never answered: ${[...open].map((request) => request.postData()).join(', ')}`)
      await setTimeout(20)
    }
    await context.close()
  }
}

export async function shoot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: path.join(screenshots, `${name}.png`) })
}

/** Nothing may stick out to the right. */
export async function expectNoSideScroll(page: Page): Promise<void> {
  const wide = await page.evaluate(`[document.documentElement, ...document.querySelectorAll('.scroll, .modal-body')]
    .map((element) => element.scrollWidth - element.clientWidth)`)
  expect(wide).toEqual((wide as number[]).map(() => 0)) // of the expression just above
}
