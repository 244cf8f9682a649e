/** What stands on top of Home, by what somebody has to do about it and who may. */
import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost } from '../../support/factories.js'
import { aPostOfUnknownOutcome } from '../../support/unknown-outcomes.js'
import { aTeam, lastMessage, markupOf, textOn } from '../support/a-team.js'

const { db } = await aDatabase()
const team = aTeam(db)

test('a pin of which nobody knows whether it is published is told of on Home and in the queue, with the answers', async () => {
  const { ada } = team.current
  await aPostOfUnknownOutcome(team.current, { title: 'Perhaps' })
  await aQueuedPost(team.current, { title: 'Goes on' })
  const { home } = await ada.openHome()
  expect(home?.buttons).toContain('Check')
  const words = markupOf(home?.blocks)
  expect(words.indexOf('Perhaps')).toBeLessThan(words.indexOf('Goes on'))
  const { modal } = await ada.click('Check')
  expect(modal?.buttons).toEqual(expect.arrayContaining(['It’s published', 'It isn’t']))
  await ada.close()
  await ada.open('general')
  const queue = lastMessage(await ada.command('/pin queue'))
  expect(markupOf(queue.blocks)).toMatch(/Perhaps[\s\S]*Not confirmed yet[\s\S]*Goes on/)
  expect(textOn(queue.blocks)).toContain('pin_is_there')
})

test('a failed pin is found among however many drafts came after it', async () => {
  const { milo, organizationId } = team.current
  const { id } = await aDraft(team.current, { title: 'Failed long ago' })
  const failure = { reason: 'board_gone', message: 'Gone.', failedAt: '2026-03-02T09:00:00Z', sendAt: '2026-03-02T09:00:00Z' }
  await db.sql`update posts set failure = ${db.sql.json(failure)} where organization_id = ${organizationId} and id = ${id}`
  for (let draft = 0; draft < 120; draft++) await aDraft(team.current)
  const { home } = await milo.openHome()
  expect(markupOf(home?.blocks)).toContain('Failed long ago')
  expect(home?.buttons).toContain('99+ drafts')
})

test('credits that are used up are told of before anything else goes wrong', async () => {
  const { milo, organizationId, accountId } = team.current
  await db.sql`
    update entitlements set credits_left = 0 where organization_id = ${organizationId} and account_id = ${accountId}`
  const { home } = await milo.openHome()
  expect(markupOf(home?.blocks)).toContain('No credits left, so you can’t schedule drafts')
})

test('what people typed in a title is text on Home, as they typed it', async () => {
  const { milo } = team.current
  await aQueuedPost(team.current, { title: '*bold* `code` :tada: <!channel>' })
  const { home } = await milo.openHome()
  const words = markupOf(home?.blocks)
  expect(words).not.toMatch(/[^|]\*bold\*|[^|]`code`|[^|]:tada:|<!channel>/)
  expect(words.replace(/<!date\^00000000\^\{_\}\|([^>]*)>/g, '$1')).toContain('*bold* `code` :tada: &lt;!channel&gt;')
})

test('Home of an account with 500 queued pins of the nastiest words is taken', async () => {
  const { ada } = team.current
  for (let pin = 0; pin < 12; pin++)
    await aQueuedPost(team.current, {
      title: '* _ & <!channel> '.repeat(6).slice(0, 100),
      at: new Date(1_772_500_000_000 + pin * 3_600_000),
    })
  await db.sql`
    insert into posts (organization_id, account_id, status, media_type, title, description, url, url_key, board_id, send_at, due_at, created_by, created_via, created_at, updated_at, charge_number)
    select organization_id, account_id, status, media_type, title, description, url, url_key, board_id, send_at + n * interval '1 day',
           due_at + n * interval '1 day', created_by, created_via, created_at, updated_at, charge_number
      from posts, generate_series(1, 41) as n
     where organization_id = ${team.current.organizationId} and status = 'queued'`
  const { home } = await ada.openHome()
  expect(home?.blocks.length).toBeLessThanOrEqual(100)
  expect(home?.blocks.filter((block) => textOn(block).includes('"overflow"'))).toHaveLength(6)
  expect(
    textOn(await db.sql`select count(*)::int as count from posts where organization_id = ${team.current.organizationId}`),
  ).toContain('504')
})
