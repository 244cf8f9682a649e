/** A team's day on the page: an admin sets roles and approval, a contributor asks, the admin decides. */
import { expect, test } from 'vitest'
import { aChrome, expectNoSideScroll, shoot } from './chromium.js'
import { become, choose, compose, goTo, message, modal, submit, type } from './person.js'
import { aRunningApp } from './running-app.js'

const { baseUrl } = await aRunningApp()
const chrome = await aChrome()
const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox`)
const form = modal(page)
const asked = (title: string) => ({
  title,
  image: `${baseUrl}/sandbox/media/vase-1.jpg`,
  link: `https://shop.example.com/${title.replaceAll(' ', '-')}`,
})

test('a request waits in a new workspace: its first press approves it for the team, and the client’s schedules it', async () => {
  await goTo(page, '# approvals')
  const card = page.locator('li.message', { hasText: 'Linen that gets better' })
  await card.getByRole('button', { name: 'Approve: Linen that gets better' }).click()
  await card.getByText('Step 2 of 2: Client').waitFor()
  await become(page, 'Rosa')
  await page.getByRole('button', { name: 'Approve: Linen that gets better' }).click()
  await page.getByText('Rosa Bluebird (client) approved').waitFor()
  await become(page, 'Ada')
})

test('an admin makes the second user a contributor, whose pins are approved first', async () => {
  await type(page, '/pin settings')
  await form.getByRole('button', { name: 'Roles' }).click()
  await form.getByRole('button', { name: 'Add or change a person' }).click()
  await choose(page, 'Person', 'Milo Member')
  await choose(page, 'Role', 'Contributor')
  await submit(page)
  await form.getByText('is now a contributor.').waitFor()
  await shoot(page, 'team-roles')
  await form.getByRole('button', { name: 'Back' }).last().click()
  await form.getByRole('button', { name: 'Edit: approval', exact: true }).click()
  await form.getByRole('radio', { name: 'Off' }).check() // a new workspace has approvals
  await form.getByRole('button', { name: /^Clear/ }).click()
  await submit(page)
  await form.getByText('Approval is off').waitFor()
  await form.getByRole('button', { name: 'Edit: approval', exact: true }).click()
  await form.getByLabel('Required').check()
  await form.locator('[data-do=submit]').click()
  await form.getByText('Choose a channel for approvals.').waitFor()
  await choose(page, /^Channel/, 'approvals')
  expect(await form.getByLabel('Required').isChecked()).toBe(true)
  await submit(page)
  await form.getByText('Approval is on').waitFor()
  await shoot(page, 'team-settings')
  await form.getByRole('button', { name: 'Done' }).click()
  await goTo(page, '# approvals')
  await page.getByText('that need approval are posted here').waitFor()
})

test('what a contributor asks for is approved on its card, which changes in place, and who asked is told', async () => {
  await become(page, 'Milo')
  await goTo(page, '# general')
  await type(page, '/pin')
  await form.getByText('Needs approval').waitFor()
  await compose(page, asked('A vase to approve'))
  await submit(page)
  const answer = message(page, 'Sent for approval.')
  await answer.getByRole('button', { name: 'Edit: A vase to approve' }).waitFor()
  expect(await answer.getByRole('button', { name: /^(Schedule|Next open slot):/ }).count()).toBe(0) // not for contributors
  await shoot(page, 'team-asked')

  await become(page, 'Ada')
  await goTo(page, 'Pinslot Home')
  await page.locator('.home').getByRole('button', { name: 'Review request' }).click()
  await modal(page).getByText('Requested by').first().waitFor()
  await modal(page).getByText('https://shop.example.com/A-vase-to-approve').first().waitFor() // read before it is agreed to
  await shoot(page, 'team-home')
  await page.keyboard.press('Escape')
  await goTo(page, '# approvals')
  const card = page.locator('li.message', { hasText: 'A vase to approve' })
  await expectNoSideScroll(page)
  await shoot(page, 'team-card')
  await card.getByRole('button', { name: 'Approve: A vase to approve' }).click()
  await card.getByText('Approved by @Ada Admin').waitFor()
  expect(await card.count()).toBe(1) // in its place
  expect(await card.getByRole('button', { name: /^(Approve|Reject)/ }).count()).toBe(0)
  await shoot(page, 'team-approved')

  await become(page, 'Milo')
  await goTo(page, 'Pinslot')
  await message(page, '@Ada Admin approved your pin').getByText('Goes out').waitFor()
  await shoot(page, 'team-told')
  await goTo(page, '# general')
  await type(page, '/pin queue')
  await message(page, 'open slots').getByText('A vase to approve').waitFor()
  expect(complaints).toEqual([])
})

test('changes are asked for with their reason, made, asked for again, and approved', async () => {
  await type(page, '/pin')
  await compose(page, asked('A jug to change'))
  await submit(page)
  await become(page, 'Ada')
  await goTo(page, '# approvals')
  const card = page.locator('li.message', { hasText: 'A jug to change' })
  await card.getByRole('button', { name: 'Request changes' }).click()
  await form.getByLabel(/What should change?/).fill('Please say how large it is.')
  await shoot(page, 'team-reason')
  await submit(page)
  await card.getByText('Please say how large it is.').waitFor()
  expect(await card.count()).toBe(1)

  await become(page, 'Milo')
  await goTo(page, 'Pinslot')
  const told = message(page, '@Ada Admin requested changes')
  await told.getByText('Please say how large it is.').waitFor()
  await shoot(page, 'team-changes')
  await told.getByRole('button', { name: 'Edit' }).click()
  await form.getByText('Please say how large it is.').waitFor() // the request is in view
  await form.getByLabel(/^Title/).fill('A jug of one litre')
  await form.getByLabel('Next open slot').check()
  await submit(page)
  await become(page, 'Ada')
  await goTo(page, '# approvals')
  const again = message(page, 'A jug of one litre')
  await again.getByRole('button', { name: 'Approve: A jug of one litre' }).click()
  await again.getByText('Approved by @Ada Admin').waitFor()
  await shoot(page, 'team-approved-again')
  expect(complaints).toEqual([])
})

test.each([
  { width: 390, height: 800, dark: true },
  { width: 390, height: 800, dark: false },
  { width: 1280, height: 800, dark: true },
])('settings, roles and the channel of approvals fit $width px, dark: $dark, and go by keyboard', async (look) => {
  const team = await chrome.aPage(`${baseUrl}/sandbox?as=admin`, look)
  const name = `${look.width}-${look.dark ? 'dark' : 'light'}`
  const title = team.page.locator('#modal-title')
  await goTo(team.page, '# approvals')
  await expectNoSideScroll(team.page)
  await shoot(team.page, `team-approvals-${name}`)
  await type(team.page, '/pin settings')
  await expect.poll(() => title.textContent()).toBe('Settings')
  await expectNoSideScroll(team.page)
  await shoot(team.page, `team-settings-${name}`)
  await team.page.getByRole('button', { name: 'Roles' }).focus()
  await team.page.keyboard.press('Enter')
  await expect.poll(() => title.textContent()).toBe('Roles')
  await expectNoSideScroll(team.page)
  await shoot(team.page, `team-roles-${name}`)
  await team.page.keyboard.press('Escape') // one form at a time
  await expect.poll(() => title.textContent()).toBe('Settings')
  await expect.poll(() => team.page.evaluate(`document.activeElement.textContent.trim()`)).toBe('Edit') // where it was
  await team.page.keyboard.press('Escape')
  await modal(team.page).waitFor({ state: 'hidden' })
  expect(await team.page.evaluate(`document.activeElement.id`)).toBe('typed')
  expect(team.complaints).toEqual([])
  await team.page.context().close()
})
