/** Holding pins with dead links: switched in the settings, seen on the card of a pin, and left behind by its buttons. */
import { expect, test } from 'vitest'
import { readAccount } from '../../../src/core/accounts/accounts.js'
import { setHoldDeadLinks, setNotifyChannel } from '../../../src/core/accounts/settings.js'
import { preflightPost } from '../../../src/core/preflight/check.js'
import { failDraft } from '../../../src/core/publish/settle/failed.js'
import { findDeath } from '../../../src/core/preflight/dead-links.js'
import { channels } from '../../../src/sandbox/slack/ids.js'
import { somePages } from '../../core/preflight/support/pages.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost, inDays } from '../../support/factories.js'
import { aTeam, lastMessage, markupOf, textOn } from '../support/a-team.js'
import { buttonsOf, deliverAll } from '../support/approval-team.js'
import { now } from '../support/pins.js'

const { db } = await aDatabase()
const web = somePages()
const team = aTeam(db, { parts: { web } })
const URL_GONE = 'https://gone.example.com/vase'
web.answers.set(URL_GONE, 404)

const account = () => readAccount(team.current.deps, team.current.actor, team.current)

test('an admin turns it on and off in the settings; it is off to begin with', async () => {
  const { ada } = team.current
  const before = await ada.command('/pin settings')
  expect(markupOf(before.modal?.blocks)).toContain('*Hold pins with dead links*\nOff: pins go out even if their link is dead.')
  const on = await ada.click('Turn on: hold pins with dead links')
  expect(textOn(on.modal?.blocks)).toContain('We’ll hold pins whose link is dead when they’re due.')
  expect((await account()).holdDeadLinks).toBe(true)
  await ada.click('Turn off: hold pins with dead links')
  expect((await account()).holdDeadLinks).toBe(false)
})

/** As the publisher leaves it at its time. */
async function aHeldPin() {
  const { deps, actor, accountId, clock } = team.current
  await setHoldDeadLinks(deps, actor, { accountId, holdDeadLinks: true })
  await setNotifyChannel(deps, actor, { accountId, channelId: channels.pins })
  const post = await aQueuedPost(team.current, { at: inDays(team.current, 1), url: URL_GONE })
  const cause = { code: 'link_dead', status: 404 } as const
  const from = { status: 'queued', sendAt: post.sendAt! } as const
  const held = await account()
  await deps.db.tx((sql) => failDraft(sql, { account: held, postId: post.id, cause, from }, clock.now))
  await deliverAll(team.current)
  return post
}

test('what will happen is on the details of a scheduled pin', async () => {
  const { deps, actor, accountId, ada } = team.current
  await setHoldDeadLinks(deps, actor, { accountId, holdDeadLinks: true })
  const post = await aQueuedPost(team.current, { at: inDays(team.current, 1), url: URL_GONE })
  await preflightPost(deps, actor, { accountId, postId: post.id })
  const details = await ada.command(`/pin show ${post.id}`)
  expect(textOn(lastMessage(details).blocks)).toContain(
    'The link returns 404 Not Found. We won’t publish this pin until it’s fixed.',
  )
})

test('the card of a held pin says why, and “Publish anyway” publishes it with its link', async () => {
  const { ada, deps, organizationId, clock } = team.current
  const post = await aHeldPin()
  const card = lastMessage(await ada.open('pins'))
  expect(markupOf(card.blocks)).toContain(
    'The link returns 404 Not Found, so we held this pin. Change the link, or publish it anyway. You weren’t charged.',
  )
  expect(buttonsOf(card)).toEqual(['Edit link', 'Publish anyway'])
  const question = await ada.click('Publish anyway')
  expect(question.modal?.title).toBe('Publish now?')
  await ada.submit()
  expect(await now(team.current, post)).toMatchObject({ status: 'queued', url: URL_GONE, failure: null })
  expect(await findDeath(deps.db.sql, { organizationId, postId: post.id, url: URL_GONE }, clock.now)).toBeUndefined()
})

test('“Edit link” changes the link, and the pin is scheduled again', async () => {
  const { ada } = team.current
  const post = await aHeldPin()
  await ada.open('pins')
  await ada.click('Edit link')
  await ada.fill({ 'Destination link': 'https://there.example.com/vase' })
  await ada.submit()
  expect(await now(team.current, post)).toMatchObject({ status: 'queued', url: 'https://there.example.com/vase' })
})
