/** What a check finds is on the cards of a pin that others see, in one line, and follows what is found next. */
import { expect, test } from 'vitest'
import { checkDuePosts } from '../../../src/core/preflight/due.js'
import { editPost } from '../../../src/core/posts/edit.js'
import { aDatabase } from '../../support/database.js'
import { somePages } from '../../core/preflight/support/pages.js'
import { aTeam, textOn } from '../support/a-team.js'
import { asRole, deliverAll, theDraft, withApprovals } from '../support/approval-team.js'
import { AT, COPY } from '../support/composer-fixtures.js'

const { db } = await aDatabase()
const web = somePages()
const team = aTeam(db, { parts: { web } })

const cardInChannel = async () => (await team.current.ada.open('approvals')).messages.filter(({ ephemeral }) => !ephemeral)[0]!

test('the card of a request says the worst that a check finds, and how much else; with another link it says so no more', async () => {
  const { deps, actor, accountId, milo } = team.current
  await withApprovals(team.current)
  await asRole(team.current, 'contributor')
  const [gone, there] = ['http://gone.example.com/shelf', 'https://there.example.com/shelf']
  web.answers.set(gone, 404)
  await milo.command('/pin')
  await milo.fill({ ...COPY, Board: 'Garden', ...AT, 'Destination link': gone })
  await milo.submit()
  const post = await theDraft(team.current)
  await checkDuePosts(deps)
  await deliverAll(team.current)
  expect(textOn((await cardInChannel()).blocks)).toContain('The link returns 404 Not Found. 1 more problem.')
  await editPost(deps, actor, { accountId, postId: post.id, changes: { url: there } })
  await checkDuePosts(deps)
  await deliverAll(team.current)
  expect(textOn((await cardInChannel()).blocks)).not.toContain('The link returns')
  web.answers.set(there, 410)
  team.current.clock.advance(25 * 3_600_000)
  await db.sql`update preflights set due_at = ${team.current.clock.now} where post_id = ${post.id}`
  await checkDuePosts(deps)
  await deliverAll(team.current)
  expect(textOn((await cardInChannel()).blocks)).toContain('The link returns 410 Gone.')
})
