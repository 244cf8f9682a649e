/** Boards that are not for everybody: never proposed, marked where one is chosen, and taken where somebody chooses one. */
import { beforeEach, expect, test } from 'vitest'
import { rememberBoard } from '../../../src/core/boards/last-board.js'
import { findTarget, reachable } from '../../../src/sandbox/slack/views/targets.js'
import { requirePerson } from '../../../src/sandbox/slack/people.js'
import { suggest } from '../../../src/sandbox/slack/views/interact.js'
import { wordsOf } from '../../../src/sandbox/slack/block-kit.js'
import { aDatabase } from '../../support/database.js'
import { aPicture } from '../support/a-file.js'
import { aTeam, lastMessage, markupOf, PICTURE, valuesOf } from '../support/a-team.js'
import { milosId } from '../support/approval-team.js'
import { aCachedBoard } from '../support/boards-team.js'
import { postsOf } from '../support/pins.js'

const { db } = await aDatabase()
const team = aTeam(db)

const LONG = `Aside ${'x'.repeat(90)}`
beforeEach(async () => {
  await aCachedBoard(team.current, { id: '103', name: 'Kitchen shelf', privacy: 'secret' })
  await aCachedBoard(team.current, { id: '104', name: 'Created by Ads Bulk Editor', privacy: 'protected' })
  await aCachedBoard(team.current, { id: '105', name: LONG, privacy: 'secret' })
})

/** What the select offers, by its text and its description. */
async function offered(label: string, query = '') {
  const { workspace } = team.current.slack
  const user = await requirePerson(db.sql, 'member')
  const target = findTarget(await reachable(workspace, user), { label }, () => true)
  if (!target) throw new Error(`there is no ${label}`)
  const options = (await suggest(workspace, user, target.place, target.on, query)) ?? []
  return options.map(({ text, description }) => [wordsOf(text), wordsOf(description)])
}

async function lastUsed(boardId: string) {
  const { deps, accountId, organizationId } = team.current
  const actor = { organizationId, via: 'slack', role: 'admin', userId: milosId } as const
  await rememberBoard(deps, actor, { accountId, boardId })
}

test('dropped pictures and “New pins” go to public boards, whatever board was used last', async () => {
  const { milo } = team.current
  await lastUsed('104')
  await milo.open('dm')
  await milo.say('', await aPicture('kitchen-shelf.jpg'), await aPicture('IMG_2.jpg'))
  expect((await postsOf(team.current, 'draft')).map(({ boardId }) => boardId)).toEqual(['101', '101']) // the second as the first
  await milo.open('general')
  await milo.say('Look', await aPicture('created-by-ads-bulk-editor.jpg'))
  await milo.shortcut('New pins', 'Look')
  expect((await postsOf(team.current, 'draft')).map(({ boardId }) => boardId)).not.toContain('104')
})

test('so is the board of a save', async () => {
  const { milo } = team.current
  await lastUsed('104')
  expect(valuesOf(await milo.command('/pin save 941000000000000001'))['Board']).toBeNull()
})

test('in a select they come last and are marked, each in Slack’s 75 characters', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  expect(await offered('Board')).toEqual([
    ['Garden', ''],
    ['Kitchen ideas', ''],
    [expect.stringMatching(/^Aside x{68}…$/), 'Secret'],
    ['Created by Ads Bulk Editor', 'Protected: seen only with its link'],
    ['Kitchen shelf', 'Secret'],
  ])
  expect(await offered('Board', 'kitchen')).toEqual([
    ['Kitchen ideas', ''],
    ['Kitchen shelf', 'Secret'],
  ])
})

test('one that somebody chooses is taken', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  await milo.click('More')
  await milo.fill({ 'Image link': PICTURE, Board: 'Kitchen shelf' })
  const saved = await milo.submit()
  expect((await postsOf(team.current, 'draft'))[0]).toMatchObject({ boardId: '103' })
  expect(markupOf(lastMessage(saved).blocks)).toContain('Kitchen shelf')
})
