/** A real browser for the tests of the page: chromium of the system (`CHROMIUM`, else /usr/bin/chromium). */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, expect } from 'vitest'

const env = process.env
/** Where pictures of the screens go: kept where SCREENSHOTS says, else in a temporary folder. */
export const screenshots = env['SCREENSHOTS'] ?? mkdtempSync(path.join(tmpdir(), 'pinslot-screens-'))

/** A host of pictures that the workspace takes as reachable; the browser alone knows it. */
export const PICTURES = 'https://pictures.test'
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800"><rect width="800" height="800"/></svg>'

export type Look = { width?: number; height?: number; dark?: boolean }
export type Chrome = { browser: Browser; aPage(url: string, look?: Look): Promise<{ page: Page; complaints: string[] }> }

export async function aChrome(): Promise<Chrome> {
  const browser = await chromium.launch({
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
  })
  afterAll(() => browser.close())
  return {
    browser,
    async aPage(url, { width = 1280, height = 800, dark = false } = {}) {
      const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark ? 'dark' : 'light' })
      context.setDefaultTimeout(8_000)
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

export async function shoot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: path.join(screenshots, `${name}.png`) })
}

/** Nothing may stick out to the right. */
export async function expectNoSideScroll(page: Page): Promise<void> {
  const wide = await page.evaluate(`[document.documentElement, ...document.querySelectorAll('.scroll, .modal-body')]
    .map((element) => element.scrollWidth - element.clientWidth)`)
  expect(wide).toEqual((wide as number[]).map(() => 0)) // of the expression just above
}
