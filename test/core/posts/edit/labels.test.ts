/** Labels and what a pin says about AI: kept, found, exported, judged by rules, and sent to Pinterest as far as it is for Pinterest. */
import { expect, test } from 'vitest'
import { listPosts } from '../../../../src/core/posts/list.js'
import { editPost } from '../../../../src/core/posts/edit.js'
import { findMany } from '../../../../src/core/many/bulk/find.js'
import { searchPosts } from '../../../../src/core/posts/search.js'
import { undoChange } from '../../../../src/core/posts/undo/undo.js'
import type { GivenChanges } from '../../../../src/core/posts/content.js'
import { aDatabase } from '../../../support/database.js'
import { inDays } from '../../../support/factories.js'
import type { World } from '../../../support/world.js'
import { asked, person, rule, step } from '../approval/steps/support.js'
import { create, openStudios, refused } from '../support/create-fixtures.js'

const { db } = await aDatabase()
const aStudio = openStudios(db)
const edit = ({ deps, actor, accountId }: World, postId: string, changes: GivenChanges) =>
  editPost(deps, actor, { accountId, postId, changes })
const drafts = ({ deps, actor, accountId }: World, label: string, cursor: string | null = null) =>
  listPosts(deps, actor, { accountId, status: 'draft', limit: 2, cursor, startDate: null, endDate: null, label })

test('labels are cleaned, each once whatever its case, and in their order', async () => {
  const world = await aStudio()
  const post = await create(world, {
    labels: [' Spring  sale', 'spring sale', 'Oak'],
    aiDisclosures: ['SYNTHETIC_PERFORMER', 'AI_MODIFIED'],
  })
  expect(post).toMatchObject({ labels: ['Spring sale', 'Oak'], aiDisclosures: ['AI_MODIFIED', 'SYNTHETIC_PERFORMER'] })
})

test.each([
  [{ labels: Array.from({ length: 11 }, (_, n) => `label ${n}`) }, 'labels'],
  [{ labels: ['ok', ' '] }, 'labels'],
  [{ labels: ['x'.repeat(31)] }, 'labels'],
  [{ labels: ['spring, summer'] }, 'labels'],
  [{ labels: ['spring; summer'] }, 'labels'],
  [{ aiDisclosures: ['HUMAN'] }, 'aiDisclosures'],
])('%j is refused at its field', async (given, field) => {
  await refused(await aStudio(), given, field)
})

test('an edit replaces them, an empty list removes them, and undo brings them back', async () => {
  const world = await aStudio()
  const { id } = await create(world, { labels: ['spring'], aiDisclosures: ['AI_MODIFIED'] })
  expect(await edit(world, id, { labels: ['autumn'] })).toMatchObject({ labels: ['autumn'], aiDisclosures: ['AI_MODIFIED'] })
  const cleared = await edit(world, id, { labels: [], aiDisclosures: [] })
  expect(cleared).toMatchObject({ labels: [], aiDisclosures: [] })
  const { deps, actor, accountId } = world
  const { posts } = await undoChange(deps, actor, { accountId, postId: id, version: cleared.version })
  expect(posts).toMatchObject([{ labels: ['autumn'], aiDisclosures: ['AI_MODIFIED'] }])
})

test('a list has the pins of one label, ignoring case, page by page; the cursor of another label is refused', async () => {
  const world = await aStudio()
  const made = []
  for (const labels of [['Oak'], ['ash'], ['oak', 'ash'], [], ['OAK']]) made.push(await create(world, { labels }))
  const first = await drafts(world, 'oak')
  const second = await drafts(world, 'oak', first.cursor)
  const ids = [...first.posts, ...second.posts].map(({ id }) => id)
  expect(ids).toEqual([made[4]!.id, made[2]!.id, made[0]!.id])
  expect(second.cursor).toBeNull()
  await expect(drafts(world, 'ash', first.cursor)).rejects.toMatchObject({ details: { field: 'cursor' } })
  const { deps, actor, accountId } = world
  const { posts } = await searchPosts(deps, actor, { accountId, words: 'ash', limit: 9 })
  expect(posts.map(({ id }) => id).sort()).toEqual([made[1]!.id, made[2]!.id].sort())
})

test('a label to list by is cleaned as a pin’s is, and one that no pin can have is refused', async () => {
  const world = await aStudio()
  const { id } = await create(world, { labels: ['Spring sale'] })
  expect((await drafts(world, ' spring\u200b  SALE ')).posts).toMatchObject([{ id }])
  for (const label of ['', ' ', 'x'.repeat(31)])
    await expect(drafts(world, label)).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field: 'label' } })
})

test('“label:” finds only the pins with that label, with other words or alone, in a search and in a filter of many', async () => {
  const world = await aStudio()
  const { deps, actor, accountId } = world
  const oak = await create(world, { title: 'Shelf', labels: ['Spring sale'] })
  const ash = await create(world, { title: 'Spring sale lamp', labels: ['spring sale', 'ash'] })
  await create(world, { title: 'Spring sale shelf', labels: ['Spring'] })
  const found = async (words: string) =>
    (await searchPosts(deps, actor, { accountId, words, limit: 9 })).posts.map(({ id }) => id).sort()
  const filtered = async (text: string) => {
    const filter = { status: 'draft', boardId: null, failureReason: null, from: null, to: null, text } as const
    return (await findMany(deps, actor, { accountId, filter, limit: 9 })).map(({ id }) => id).sort()
  }
  for (const by of [found, filtered]) {
    expect(await by('label:"SPRING  sale"')).toEqual([oak.id, ash.id].sort())
    expect(await by('label:“spring sale” shelf')).toEqual([oak.id])
    expect(await by('lamp label:ash')).toEqual([ash.id])
    expect(await by('label:spring sal')).toEqual([expect.any(String)])
    expect(await by('label:elm')).toEqual([])
  }
  await expect(found('label:')).resolves.toEqual([])
})

test('a saved pin takes labels, which are the team’s, and no disclosure, which is the original’s', async () => {
  const world = await aStudio()
  const saved = { media: null, savePinId: '1234567890', title: null, description: null, url: null }
  expect(await create(world, { ...saved, labels: ['moodboard'] })).toMatchObject({ labels: ['moodboard'] })
  await refused(world, { ...saved, aiDisclosures: ['AI_MODIFIED'] }, 'aiDisclosures')
})

test('a rule is for requests of its labels, or of pins that say something about AI', async () => {
  const ofSpring = rule([step('Brand', [person('EVE')])], { name: 'Spring', when: { labels: [' SPRING '] } })
  const ofAi = rule([step('Legal', [person('BOB')])], { name: 'AI', when: { aiDisclosed: true } })
  const names = async (given: GivenChanges) => {
    const one = await asked(db, [ofSpring, ofAi])
    const when = { kind: 'at', at: inDays(one.world, 6) } as const // asked again, with the edit
    await editPost(one.deps, one.milo, { ...one.pin, changes: given, when })
    return one
  }
  const none = await asked(db, [ofSpring, ofAi])
  expect((await none.now()).plan).toBeNull()
  expect((await (await names({ labels: ['spring'] })).now()).plan?.ruleNames).toEqual(['Spring'])
  expect((await (await names({ labels: ['Spring'], aiDisclosures: ['AI_MODIFIED'] })).now()).plan?.ruleNames).toEqual([
    'Spring',
    'AI',
  ])
})
