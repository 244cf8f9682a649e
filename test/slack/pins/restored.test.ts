import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost } from '../../support/factories.js'
import { aTeam, lastMessage, markupOf } from '../support/a-team.js'
import { AT } from '../support/pins.js'
import { NOT_YET, restore } from '../support/restored.js'

const { db } = await aDatabase()
const team = aTeam(db)

test.each(['Details', '/pin show'])(
  '%s of a pin says what “Resume” waits for after a restore, before it is pressed and after',
  async (where) => {
    const { ada } = team.current
    const post = await aQueuedPost(team.current, { title: 'Shelf', at: AT })
    await restore(team.current)
    const open = {
      Details: () => ada.command('/pin find Shelf').then(() => ada.click('Details', { within: 'Shelf' })),
      '/pin show': () => ada.command(`/pin show ${post.id}`),
    }[where]!
    const opened = await open()
    expect(markupOf(opened.modal?.blocks ?? lastMessage(opened).blocks)).toContain(NOT_YET)
    const refused = await ada.click('Resume')
    expect(markupOf(refused.modal?.blocks ?? lastMessage(refused).blocks).indexOf(NOT_YET)).toBe(0)
  },
)

test('“Publish now” says it where it says that publishing is paused', async () => {
  const { ada } = team.current
  const post = await aQueuedPost(team.current, { title: 'Shelf', at: AT })
  await restore(team.current)
  await ada.command(`/pin show ${post.id}`)
  expect(markupOf((await ada.click('Publish now')).modal?.blocks)).toContain(
    `Publishing is paused for this account. ${NOT_YET}`, // and not that admins can resume it
  )
})
