/** Lists of pins by label: `/pin queue label:Spring`, `/pin pins drafts label:Spring`, `/pin find label:Spring`, and figures by label. */
import { beforeEach, expect, test } from 'vitest'
import { editPost } from '../../../src/core/posts/edit.js'
import { readDigest } from '../../../src/core/insight/analytics/digest.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, aSentPost, aTimeslot } from '../../support/factories.js'
import { aTeam, lastMessage, markupOf, textOn } from '../support/a-team.js'
import { fail } from '../support/pins.js'

const { db } = await aDatabase()
const team = aTeam(db)
const FRIDAY = new Date('2026-03-06T12:00:00Z')
const NEXT_WEEK = new Date('2026-03-11T12:00:00Z')

beforeEach(async () => {
  const { deps, actor, accountId } = team.current
  const label = (postId: string, ...labels: string[]) => editPost(deps, actor, { accountId, postId, changes: { labels } })
  await label((await aQueuedPost(team.current, { title: 'Oak shelf', at: FRIDAY })).id, 'Spring sale')
  await label((await aQueuedPost(team.current, { title: 'Ash shelf', at: FRIDAY })).id, 'ash')
  await label((await aQueuedPost(team.current, { title: 'Oak lamp', at: NEXT_WEEK })).id, 'spring sale', 'lamps')
  await label((await aDraft(team.current, { title: 'Oak draft' })).id, 'Spring sale')
  await aDraft(team.current, { title: 'Plain draft' })
  await aTimeslot(team.current, { day: 5, time: '09:00' })
})
const shown = async (line: string) => lastMessage(await team.current.milo.command(line))

test('the queue of a label has its pins alone, without open slots; the next week keeps the label', async () => {
  const { text, blocks } = await shown('/pin queue week label:"spring sale"')
  expect(text).toBe('Queue · maker · Monday, March 2 to Sunday, March 8 · spring sale: 1 pin')
  expect(markupOf(blocks)).toContain('Oak shelf')
  expect(markupOf(blocks)).not.toContain('Ash shelf')
  expect(textOn(blocks)).not.toContain('open slot')
  const next = lastMessage(await team.current.milo.click('Next ›'))
  expect(markupOf(next.blocks)).toContain('Oak lamp')
  expect(next.text).toContain('spring sale: 1 pin')
})

test('without days, the queue of a label also has what goes out later', async () => {
  expect(markupOf((await shown('/pin queue label:“Spring sale”')).blocks)).toMatch(/Oak shelf[\s\S]*Oak lamp/)
})

test('drafts and failed pins of a label are listed, and its tabs keep the label', async () => {
  const { milo, deps, actor, accountId } = team.current
  const failed = await aQueuedPost(team.current, { title: 'Broken' })
  await editPost(deps, actor, { accountId, postId: failed.id, changes: { labels: ['Spring sale'] } })
  await fail(team.current, failed, 'board_gone')
  await fail(team.current, await aQueuedPost(team.current, { title: 'Broken, too' }), 'board_gone')
  const { text, blocks } = await shown('/pin pins drafts label:"Spring sale"')
  expect(text).toContain('Drafts · Spring sale · maker')
  expect(markupOf(blocks)).toContain('Oak draft')
  expect(markupOf(blocks)).not.toContain('Plain draft')
  const tab = lastMessage(await milo.click('Failed'))
  expect(markupOf(tab.blocks)).toContain('Broken')
  expect(markupOf(tab.blocks)).not.toContain('Broken, too')
})

test('a label that no pin can have is refused by its name', async () => {
  const { text } = await shown(`/pin pins drafts label:${'x'.repeat(31)}`)
  expect(text).toBe('Label is 1 character too long: at most 30.')
})

test('a search for a label finds its pins', async () => {
  const { blocks } = await shown('/pin find label:"spring sale" oak')
  for (const title of ['Oak shelf', 'Oak lamp', 'Oak draft']) expect(markupOf(blocks)).toContain(title)
  expect(markupOf(blocks)).not.toContain('Ash shelf')
})

test('the digest counts the pins of the week by label', async () => {
  const { deps, actor, accountId, organizationId } = team.current
  const sent = await aSentPost(team.current, { title: 'Out', at: FRIDAY })
  await db.sql`update posts set labels = '{Spring,sale}' where organization_id = ${organizationId} and id = ${sent.id}`
  const { published } = await readDigest(deps, actor, { accountId, week: '2026-03-02' })
  expect(published.byLabel).toEqual([
    { name: 'sale', count: 1 },
    { name: 'Spring', count: 1 },
  ])
})
