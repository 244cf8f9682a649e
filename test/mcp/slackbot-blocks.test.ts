/** What Slack's own assistant shows: answers with blocks, and one button for each write, which does what was shown. */
import { expect, test } from 'vitest'
import { aTeam, PICTURE } from '../slack/support/a-team.js'
import { asRole, withApprovals } from '../slack/support/approval-team.js'
import { postsOf } from '../slack/support/composer-fixtures.js'
import { aDatabase } from '../support/database.js'
import { ada, aSlackbot, buttonOf, elementsOf, milo, requireTaken } from './support/slackbot.js'

const { db } = await aDatabase()
const team = aTeam(db)
const bot = aSlackbot(team, db)

const COPY = { title: 'Oak <!channel> *shelves*', description: 'D', url: 'https://a.test', boardId: '101', mediaUrl: PICTURE }
const titles = async () => (await postsOf(team.current, 'draft')).map(({ title }) => title)

const listed = async () => (await bot.ask({ method: 'tools/list' })).answer.result!.tools!

test('a write is shown first, with one button that does it once, however often it is pressed', async () => {
  const { result, blocks, text } = await bot.call('create_pin', COPY)
  expect(result).toMatchObject({ done: false, dryRun: true, pin: { title: COPY.title } })
  requireTaken(blocks, await listed())
  const button = buttonOf(blocks, 'Create a pin')
  const { confirm } = JSON.parse(button.value) as { confirm: string }
  expect(text.split(confirm)).toHaveLength(2) // the code is in the button alone, not in what the model reads
  expect(await titles()).toEqual([])
  const pressed = await Promise.all([bot.press(button), bot.press(button), bot.press(button)])
  expect(await titles()).toEqual([COPY.title])
  const done = pressed.filter((one) => one.result?.['done'] === true)
  expect(done.length).toBeGreaterThan(0)
  requireTaken(done[0]!.blocks, await listed())
  expect(elementsOf(done[0]!.blocks).map(({ text: { text: words } }) => words)).toEqual(['Next open slot'])
  const again = await bot.press(button)
  expect(again.result).toMatchObject({ done: true, isReplayed: true })
  expect(await titles()).toEqual([COPY.title])
})

test('the button of another person, and a code that a model makes up, only show it', async () => {
  await asRole(team.current, 'scheduler')
  const { blocks } = await bot.call('create_pin', COPY)
  const button = buttonOf(blocks, 'Create a pin')
  expect((await bot.press(button, milo)).result).toMatchObject({ done: false })
  expect((await bot.call('create_pin', { ...COPY, confirm: 'yes' })).result).toMatchObject({ done: false })
  expect((await bot.call('create_pin', { ...COPY, dryRun: false })).result).toMatchObject({ done: false })
  expect(await titles()).toEqual([])
})

async function aDraft(): Promise<string> {
  await bot.press(buttonOf((await bot.call('create_pin', COPY)).blocks, 'Create a pin'))
  const [draft] = await postsOf(team.current, 'draft')
  return draft!.id
}

test('a pin that was changed meanwhile is shown as it is now, and the new button does that', async () => {
  const postId = await aDraft()
  const { blocks } = await bot.call('schedule_pin', { postId, sendAt: '2026-03-20T10:00:00Z' })
  expect(JSON.stringify(blocks)).toContain('Mar 20')
  expect(elementsOf(blocks)).toHaveLength(1)
  await db.sql`update posts set version = version + 1, title = 'Renamed' where id = ${postId}`
  const second = await bot.press(buttonOf(blocks, 'Schedule a pin'))
  expect(second.result).toMatchObject({ done: false, pin: { title: 'Renamed' } })
  expect(JSON.stringify(second.blocks)).toContain('Something has changed since')
  const third = await bot.press(buttonOf(second.blocks, 'Schedule a pin'))
  expect(third.result).toMatchObject({ done: true, pin: { state: 'scheduled' } })
  expect(JSON.stringify(third.blocks)).toContain('Goes out')
})

test('a press on a pin that is gone is refused as /v1 does, and the button is used up', async () => {
  const postId = await aDraft()
  const { blocks } = await bot.call('schedule_pin', { postId, sendAt: '2026-03-20T10:00:00Z' })
  await db.sql`delete from posts where id = ${postId}`
  const refused = await bot.press(buttonOf(blocks, 'Schedule a pin'))
  expect([refused.isError, elementsOf(refused.blocks)]).toEqual([true, []])
  expect(refused.text).toContain('NOT_FOUND')
  requireTaken(refused.blocks, await listed())
})

test('pins, the schedule and requests are cards, and their details are one press away', async () => {
  const { accountId } = team.current
  await withApprovals(team.current)
  await asRole(team.current, 'contributor')
  const ask = await bot.call('create_pin', { ...COPY, sendAt: '2026-03-20T10:00:00Z' }, milo)
  await bot.press(buttonOf(ask.blocks, 'Create a pin'), milo)
  const shows = [
    await bot.call('find_pins', { status: 'draft' }),
    await bot.call('read_schedule', { from: '2026-03-01T00:00:00Z', to: '2026-03-30T00:00:00Z' }),
    await bot.call('list_approvals', {}),
  ]
  const tools = await listed()
  for (const { blocks, isError } of shows) {
    expect(isError).toBe(false)
    requireTaken(blocks, tools)
  }
  const [pins, , approvals] = shows
  expect(pins!.blocks!.map(({ type }) => type)).toEqual(['header', 'carousel', 'actions'])
  expect(JSON.stringify(pins!.blocks)).toContain('"image_url":"https://pinslot.test/media/')
  expect(JSON.stringify(approvals!.blocks)).toContain('Waits for approval')
  expect(JSON.stringify(approvals!.blocks)).toContain('/pin approvals')
  const [select] = elementsOf(pins!.blocks)
  const [option] = select!.options!
  expect(JSON.parse(option!.value)).toMatchObject({ accountId })
  const one = await bot.press({ ...select!, value: option!.value })
  requireTaken(one.blocks, tools)
  expect(JSON.stringify(one.blocks)).toContain('Waiting for approval')
})

test('a comment and a slot are shown before they are made', async () => {
  const postId = await aDraft()
  const comment = await bot.call('comment_on_pin', { postId, text: 'Crop *it*' })
  expect(JSON.stringify(comment.blocks)).toContain('Crop')
  expect((await bot.press(buttonOf(comment.blocks, 'Comment on a pin'))).result).toMatchObject({ done: true })
  const slot = await bot.call('save_slot', { dayPreference: 1, time: '09:00' })
  expect(JSON.stringify(slot.blocks)).toContain('Monday, 9:00 AM')
  const made = await bot.press(buttonOf(slot.blocks, 'Add or move a slot'))
  expect(made.result).toMatchObject({ done: true })
  const gone = await bot.call('remove_slot', { timeslotId: (made.result['slot'] as { timeslotId: string }).timeslotId })
  expect((await bot.press(buttonOf(gone.blocks, 'Remove a slot'))).result).toMatchObject({ done: true })
})

test('no button approves: a program cannot be told from a press there', async () => {
  expect((await listed()).filter(({ name }) => /approve|decide/.test(name))).toEqual([])
})

test('the tools that are drawn say so to Slack alone, and to a client that shows no blocks nothing changes', async () => {
  const tools = await listed()
  const drawn = tools.filter(({ _meta }) => _meta !== undefined).map(({ name }) => name)
  expect(drawn).toEqual(expect.arrayContaining(['read_schedule', 'show_pin', 'create_pin', 'edit_pin', 'delete_pin']))
  expect(drawn).not.toContain('check_fit')
  expect(JSON.stringify(tools).length).toBeLessThanOrEqual(18_000)
  const plain = await bot.begin({})
  const { result, blocks } = await bot.call('create_pin', COPY, ada, plain)
  expect([result, blocks]).toEqual([expect.objectContaining({ done: true }), undefined])
})

test('a write too long for a button is confirmed in words', async () => {
  const { result, blocks } = await bot.call('create_pin', { ...COPY, url: `https://a.test/${'x'.repeat(2000)}` })
  expect(result).toMatchObject({ done: false, confirm: expect.any(String) as string })
  expect(elementsOf(blocks)).toEqual([])
})
