/** What the page asks the workspace to do, seen from the browser. */
import type { Page, Request } from 'playwright-core'
import { aGate } from '../support/gate.js'

export type Act = { do: string; query?: string }

/** What the page asks the workspace to do. */
export const actOf = (request: Request): Act => JSON.parse(request.postData() ?? '{}') as Act

/** Records what the page does from now on, and pauses what is of one kind: `asked` resolves with the first of them. */
export async function pauseActs(page: Page, kind: string) {
  const acts: Act[] = []
  const [asked, released] = [aGate(), aGate()]
  await page.route('**/sandbox/page/do', async (route) => {
    const act = actOf(route.request())
    acts.push(act)
    if (act.do === kind) {
      asked.open()
      await released.passed
    }
    await route.continue()
  })
  return { acts, asked: asked.passed, release: released.open }
}

/** The page gets no update until released. */
export async function pauseScreens(page: Page): Promise<() => void> {
  const released = aGate()
  await page.route('**/sandbox/page/screen?*', async (route) => {
    await released.passed
    await route.continue()
  })
  return released.open
}
