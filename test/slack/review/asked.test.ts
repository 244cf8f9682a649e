/** A review of somebody who may not schedule: asked for together, decided by others, and nothing of it is anybody else's. */
import { expect, test } from 'vitest'
import type { Screen } from '../../../src/sandbox/slack/screen.js'
import { anAnimation } from '../../core/media/support/animation.js'
import { aDatabase } from '../../support/database.js'
import { aTimeslot } from '../../support/factories.js'
import { aPicture } from '../support/a-file.js'
import { aTeam, lastMessage, markupOf, textOn } from '../support/a-team.js'
import { asRole, buttonsOf, deliverAll, withApprovals } from '../support/approval-team.js'
import { postsOf } from '../support/pins.js'

const { db } = await aDatabase()
const team = aTeam(db)

const pictures = (...names: string[]) => Promise.all(names.map((name) => aPicture(name)))
async function milosReview(...names: string[]): Promise<Screen> {
  const { milo } = team.current
  for (let day = 0; day < 7; day++) await aTimeslot(team.current, { day, time: '09:00' })
  await milo.open('dm')
  return milo.say('Small kitchens https://shop.example.com/', ...(await pictures(...names)))
}

test('a contributor asks for all in one press; they have one card, and some can be approved while others are not', async () => {
  await asRole(team.current, 'contributor')
  await withApprovals(team.current)
  const { milo, ada } = team.current
  const shown = await milosReview('kitchen-shelf.jpg', 'kitchen-lamp.jpg')
  expect(markupOf(lastMessage(shown).blocks)).toContain('Next open slot, once approved')
  const asked = await milo.click('Ask for approval (2)')
  expect(lastMessage(asked).text).toBe('Approval requested for 2 pins. We’ll message you.')
  expect(await postsOf(team.current, 'queued')).toEqual([])
  await deliverAll(team.current)
  const cards = (await ada.open('approvals')).messages.filter((message) => buttonsOf(message).includes('Approve'))
  expect(cards).toHaveLength(1)
  await ada.click('Approve', { within: 'Kitchen lamp' })
  expect(await postsOf(team.current, 'queued')).toMatchObject([{ title: 'Kitchen lamp' }])
  expect(await postsOf(team.current, 'draft')).toMatchObject([{ title: 'Kitchen shelf' }])
})

test('an animated image is said in the review of a contributor and on the card of who decides, alone and among others', async () => {
  await asRole(team.current, 'contributor')
  await withApprovals(team.current)
  const { milo, ada } = team.current
  for (let day = 0; day < 7; day++) await aTimeslot(team.current, { day, time: '09:00' })
  const moving = { name: 'moving.gif', bytes: await anAnimation('gif') }
  const asked = async (...files: { name: string; bytes: Buffer }[]) => {
    await milo.open('dm')
    const shown = await milo.say('Small kitchens https://shop.example.com/', ...files)
    expect(markupOf(lastMessage(shown).blocks)).toContain('This image is animated.')
    await milo.click(`Ask for approval (${files.length})`)
    await deliverAll(team.current)
    return markupOf(lastMessage(await ada.open('approvals')).blocks)
  }
  expect(await asked(moving)).toContain('This image is animated.')
  expect(await asked(moving, ...(await pictures('kitchen-lamp.jpg')))).toContain('This image is animated.')
})

test('Undo withdraws what was asked for, and it can be asked for again', async () => {
  await asRole(team.current, 'contributor')
  await withApprovals(team.current)
  const { milo } = team.current
  await milosReview('kitchen-shelf.jpg', 'kitchen-lamp.jpg')
  await milo.click('Ask for approval (2)')
  expect(textOn((await milo.click('Undo')).messages)).toContain('Undone. All of them are drafts again.')
  const [open] = await db.sql<[{ count: number }]>`
    select count(*)::int as count from approvals where organization_id = ${team.current.organizationId} and state = 'open'`
  expect(open.count).toBe(0)
  expect(lastMessage(await milo.click('Ask for approval (2)')).text).toContain('Approval requested for 2 pins.')
})

test('without approvals a contributor keeps drafts', async () => {
  await asRole(team.current, 'contributor')
  const shown = await milosReview('kitchen-shelf.jpg')
  expect(buttonsOf(lastMessage(shown))).toEqual(expect.arrayContaining(['Keep as drafts', 'New pins']))
  expect(textOn(lastMessage(shown).blocks)).not.toMatch(/Schedule all|Ask for approval/)
})

test('a viewer who drops files is told, and nothing is made', async () => {
  await asRole(team.current, 'viewer')
  const answered = await milosReview('kitchen-shelf.jpg')
  expect(lastMessage(answered).text).toContain('Viewers cannot change pins.')
  expect(await postsOf(team.current, 'draft')).toEqual([])
  expect((await db.sql`select from reviews where organization_id = ${team.current.organizationId}`).count).toBe(0)
})
