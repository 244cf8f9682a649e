/** What a person does on the page: typing a command, going somewhere, becoming the other user. */
import type { Locator, Page } from 'playwright-core'

export const modal = (page: Page): Locator => page.locator('#modal')

/** Types a command, or a message, where the page is; on Home, where nothing can be typed, in #general. */
export async function type(page: Page, words: string): Promise<void> {
  if (await page.locator('#composer').isHidden()) await goTo(page, '# general')
  const box = page.getByRole('combobox', { name: /^Message/ })
  await box.fill(words)
  await box.press('Enter')
}

/** @param place a channel as the bar calls it, `# general`; `Pinslot` for the messages with the app, `Pinslot Home` for its Home */
export async function goTo(page: Page, place: string): Promise<void> {
  await openBar(page)
  const isApp = place.startsWith('Pinslot')
  await page
    .locator('#bar')
    .getByRole('button', { name: isApp ? 'Pinslot' : place, exact: true })
    .click()
  await page.getByRole('heading', { name: isApp ? 'Pinslot' : place, exact: true, level: 1 }).waitFor()
  if (!isApp) return
  const tab = page.getByRole('button', { name: place === 'Pinslot' ? 'Messages' : 'Home', exact: true })
  await tab.click()
  await page.locator(`.tab[aria-current=page]`, { hasText: place === 'Pinslot' ? 'Messages' : 'Home' }).waitFor()
}

const WHO = { Ada: 'admin', Milo: 'member', Rosa: 'client' }

/** Another user, by the bar. */
export async function become(page: Page, name: keyof typeof WHO): Promise<void> {
  await openBar(page)
  await page.locator('#bar').getByRole('link', { name }).click()
  await page.locator(`body[data-as=${WHO[name]}]`).waitFor()
  await page.waitForLoadState() // its styles say what can be seen
}

/** Picks an option of a select of the open form, by its words. */
export async function choose(page: Page, label: string | RegExp, option: string): Promise<void> {
  await modal(page).getByRole('combobox', { name: label }).click()
  await modal(page).getByRole('option', { name: option }).click()
}

/** The bar is folded away where the page is narrow. */
async function openBar(page: Page): Promise<void> {
  const toggle = page.getByRole('button', { name: 'Channels' })
  if (await toggle.isVisible()) await toggle.click()
}

/** Ends the open form by its own button, and waits for what it was called to be gone. */
export async function submit(page: Page): Promise<void> {
  const title = (await page.locator('#modal-title').textContent()) ?? ''
  await modal(page).locator('[data-do=submit]').click()
  await page.locator('#modal-title', { hasText: title }).waitFor({ state: 'detached' })
}

/** The newest message that has these words. */
export const message = (page: Page, words: string | RegExp): Locator => page.locator('li.message', { hasText: words }).last()

export type PinText = { title: string; image: string; link: string; when?: 'Next open slot' | 'Save as draft' }

/** Fills the composer that is open, and leaves it open. */
export async function compose(page: Page, { title, image, link, when = 'Next open slot' }: PinText): Promise<void> {
  const form = modal(page)
  await form.getByRole('button', { name: /^More/ }).click()
  await form.getByLabel(/^Image link/).fill(image)
  await form.getByLabel(/^Title/).fill(title)
  await form.getByLabel(/^Description/).fill('Blue, hand thrown, holds one branch.')
  await form.getByLabel(/^Destination link/).fill(link)
  await form.getByRole('combobox', { name: /^Board/ }).click()
  await form.getByRole('option', { name: 'Table settings' }).click()
  await form.getByText('This board has 2 sections.').waitFor() // the form was drawn again: a click in that instant would miss
  await form.getByLabel(when).first().check()
}

/**
 * Counts what a person does with the mouse from now on, in the page itself: each press of it, and each choice of files in the window of the
 * system. What is typed, and the Enter behind it, counts for nothing. The count ends where another page is loaded.
 * @returns how many there were so far
 */
export async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(`{
    window.presses = 0
    const count = (event) => { if (event.isTrusted) window.presses += 1 }
    addEventListener('pointerdown', count, true)
    addEventListener('change', (event) => { if (event.target.type === 'file') window.presses += 1 }, true)
  }`)
  return () => page.evaluate<number>('window.presses')
}
