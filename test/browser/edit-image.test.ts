/** Another image for a pin, in the form that edits it: a refused file stays beside its reason, and the next one is saved. */
import { expect, test } from 'vitest'
import { aChrome, expectNoSideScroll, shoot } from './chromium.js'
import { aPicture } from '../http/support/support.js'
import { compose, message, modal, submit, type } from './person.js'
import { aRunningApp } from './running-app.js'

const { baseUrl } = await aRunningApp()
const chrome = await aChrome()

test('a small picture is refused under its field, and the next one is the pin’s', async () => {
  const { page, complaints } = await chrome.aPage(`${baseUrl}/sandbox`)
  const form = modal(page)
  await type(page, '/pin')
  await compose(page, {
    title: 'A vase to be pictured again',
    image: `${baseUrl}/sandbox/media/vase-1.jpg`,
    link: 'https://shop.example.com/pictured-again',
    when: 'Save as draft',
  })
  await submit(page)
  const card = message(page, 'A vase to be pictured again')
  await card.getByRole('button', { name: /^Edit/ }).click()
  await form.getByRole('button', { name: 'Change picture…' }).click()
  await form.getByText('Leave empty to keep the current one.').waitFor()
  await shoot(page, 'edit-image')
  const chooseFile = (name: string, buffer: Buffer) =>
    form.getByLabel(/^Image or video/).setInputFiles({ name, mimeType: 'image/png', buffer })
  await chooseFile('dot.png', await aPicture({ width: 90, height: 400, format: 'png' }))
  await form.getByText('dot.png').waitFor()
  await form.locator('[data-do=submit]').click()
  await form.getByText('the image is 90 x 400').waitFor()
  await expectNoSideScroll(page)
  await shoot(page, 'edit-image-refused')
  await form.getByRole('button', { name: 'Remove dot.png' }).click()
  await form.getByText('dot.png', { exact: true }).waitFor({ state: 'detached' })
  await chooseFile('tall.png', await aPicture({ width: 600, height: 900, format: 'png', color: '#aa3333' }))
  await form.getByText('tall.png').waitFor()
  await submit(page)
  await message(page, 'A vase to be pictured again').getByText(/Saved/).waitFor()
  await shoot(page, 'edit-image-saved')
  expect(complaints).toEqual([])
})
