/** “It’s published” and “It isn’t”: where they stand, what they do, and what is left of them. */
import { afterAll, expect, test } from 'vitest'
import { setOutcome } from '../../../src/core/publish/settle/set-outcome.js'
import { failureMessage, unconfirmedMessage } from '../../../src/core/posts/state/failure-messages.js'
import { undeliverable } from '../../../src/core/notices/notices.js'
import type { Notice } from '../../../src/core/ports/notice.js'
import type { Post } from '../../../src/core/posts/post.js'
import { clearFaults } from '../../../src/sandbox/platform/faults/faults.js'
import { botToken, channels } from '../../../src/sandbox/slack/ids.js'
import type { Screen } from '../../../src/sandbox/slack/screen.js'
import { makeMessenger } from '../../../src/slack/notices/messenger.js'
import { aDatabase } from '../../support/database.js'
import { creditsOf } from '../../support/factories.js'
import { startSimulator } from '../../support/simulator.js'
import { aDraftOfUnknownOutcome, aPinOf, aPostOfUnknownOutcome } from '../../support/unknown-outcomes.js'
import { START } from '../../support/world.js'
import { aTeam, errorsOf, lastMessage, textOn, type Team, markupOf, waitAsProduct } from '../support/a-team.js'
import { untilShown } from '../support/boards-team.js'
import { now } from '../support/pins.js'

const { db } = await aDatabase()
const simulator = await startSimulator(db, () => team.current?.clock.now ?? START, { timeoutMs: 2500 })
const gateway = { open: Promise.resolve() }
const platform = {
  ...simulator.platform,
  readPin: async (...asked: Parameters<typeof simulator.platform.readPin>) =>
    gateway.open.then(() => simulator.platform.readPin(...asked)),
}
const team: { current: Team } = aTeam(db, { parts: { platform } })
afterAll(() => simulator.close())

/** As the outbox delivers it, in the channel of the account. */
async function tell(notice: Notice): Promise<void> {
  expect(await deliver(notice)).toEqual({ kind: 'delivered' })
}

async function deliver(notice: Notice) {
  const { deps, slack, organizationId, accountId } = team.current
  await db.sql`update accounts set notify_channel_id = ${channels.pins} where organization_id = ${organizationId}`
  const messenger = makeMessenger({ ...deps, botToken, staffChannelId: null, fetch: slack.fetch })
  return messenger.deliver({ organizationId, destination: `account:${accountId}`, notice, dedupeKey: 'k' })
}

const failed = ({ accountId, id: postId }: Post): Notice => {
  const cause = { code: 'outcome_unknown' } as const
  return { kind: 'pinFailed', accountId, postId, reason: cause.code, cause, message: failureMessage(cause), refunded: true }
}
const unconfirmed = ({ accountId, id: postId }: Post): Notice => ({
  kind: 'pinLate',
  accountId,
  postId,
  message: unconfirmedMessage(false),
  isUnconfirmed: true,
})
const buttonsOn = (screen: Screen): string[] =>
  [...textOn(screen.messages.map(({ blocks }) => blocks)).matchAll(/"action_id":"(pin_is_\w+)"/g)].map(([, id]) => id!)
const aDraft = () =>
  aDraftOfUnknownOutcome(team.current, { title: 'Perhaps', url: `https://example.com/${team.current.accountId}` })

test('the failure in the channel asks what became of the pin, and what is told of a pin that is looked for does too', async () => {
  const { ada } = team.current
  await tell(failed(await aDraft()))
  const screen = await ada.open('#pins')
  expect(textOn(lastMessage(screen).blocks)).toContain('“It’s published” or “It isn’t”')
  expect(buttonsOn(screen)).toEqual(['pin_is_there', 'pin_is_not_there'])
  await tell(unconfirmed(await aPostOfUnknownOutcome(team.current, { title: 'Looked for' })))
  expect(buttonsOn(await ada.open('#pins'))).toHaveLength(4)
})

test('that a pin is looked for is told to nobody once it is known what became of it', async () => {
  const { deps, actor, accountId } = team.current
  const post = await aPostOfUnknownOutcome(team.current, { title: 'Known' })
  await setOutcome(deps, actor, { accountId, postId: post.id, outcome: { kind: 'notThere' } })
  expect(await deliver(unconfirmed(post))).toEqual(undeliverable('no_longer_so'))
})

test('“It isn’t” in the channel: a draft without a failure, and the message has no such buttons any more', async () => {
  const { milo } = team.current
  const draft = await aDraft()
  await tell(failed(draft))
  await milo.open('#pins')
  const screen = await milo.click('It isn’t')
  expect(await now(team.current, draft)).toMatchObject({ status: 'draft', failure: null })
  expect(screen.messages).toHaveLength(1)
  expect(lastMessage(screen)).toMatchObject({ ephemeral: false })
  expect(lastMessage(screen).text).toContain('Thanks. It’s a draft now; you can schedule it again. Perhaps')
  expect(buttonsOn(screen)).toEqual([])
})

test('“It isn’t” of a pin that is being looked for queues it again, and the message says so', async () => {
  const { milo } = team.current
  const post = await aPostOfUnknownOutcome(team.current, { title: 'Looked for' })
  await tell(unconfirmed(post))
  await milo.open('#pins')
  const screen = await milo.click('It isn’t')
  expect((await now(team.current, post)).status).toBe('queued')
  expect(lastMessage(screen).text).toContain('Thanks. We’ll publish it again as soon as possible.')
  expect(buttonsOn(screen)).toEqual([])
})

test('“It’s published” asks for the pin, explains how to find it, and publishes the post with it', async () => {
  const { milo } = team.current
  const draft = await aDraft()
  const pinId = await aPinOf(team.current, draft)
  const credits = await creditsOf(team.current)
  await tell(failed(draft))
  await milo.open('#pins')
  const form = await milo.click('It’s published')
  expect(form.modal?.title).toBe('It’s published')
  expect(textOn(form.modal?.blocks)).toContain('paste its link or number')
  await milo.fill({ 'Pin link': `https://www.pinterest.com/pin/${pinId}/` })
  const screen = await milo.submit()
  expect(screen.modal).toBeNull()
  expect(await now(team.current, draft)).toMatchObject({ status: 'sent', pinId })
  expect(screen.messages).toHaveLength(1)
  expect(lastMessage(screen).text).toContain('Published: we found the pin on Pinterest. Perhaps')
  expect(buttonsOn(screen)).toEqual([])
  expect(await creditsOf(team.current)).toBe(credits)
})

test('where Pinterest does not let us read the pin, “It’s published” is taken, and said to be unchecked', async () => {
  const { milo } = team.current
  const draft = await aDraft()
  const pinId = await aPinOf(team.current, draft)
  await tell(failed(draft))
  await milo.open('#pins')
  await milo.click('It’s published')
  await simulator.fault({ operation: 'get_pin', fault: 'pinner_data_denied', times: 5 })
  await milo.fill({ 'Pin link': pinId })
  const screen = await milo.submit()
  expect(screen.modal).toBeNull()
  expect(await now(team.current, draft)).toMatchObject({ status: 'sent', pinId })
  expect(lastMessage(screen).text).toContain('Not checked: Pinterest doesn’t let Pinslot read this pin.')
  await clearFaults(db.sql)
})

test('a wrong link is told under its field, and what was typed stays', async () => {
  const { milo } = team.current
  const draft = await aDraft()
  await milo.command(`/pin show ${draft.id}`)
  await milo.click('It’s published')
  for (const [typed, sentence] of [
    ['the blue one', /^Pin link must be a pin’s number or link/],
    ['https://www.pinterest.com/pin/424242/', /^Pin link: Pinterest shows no pin 424242 on this account/],
  ] as const) {
    await milo.fill({ 'Pin link': typed })
    expect(errorsOf(await milo.submit())).toEqual({ 'Pin link': expect.stringMatching(sentence) as string })
  }
  expect(await now(team.current, draft)).toEqual(draft)
})

test('a platform that takes its time is waited for in the form, which then says what came of it', async () => {
  const { milo } = team.current
  const draft = await aDraft()
  const pinId = await aPinOf(team.current, draft)
  await milo.command(`/pin show ${draft.id}`)
  await milo.click('It’s published')
  await milo.fill({ 'Pin link': pinId })
  waitAsProduct(team.current)
  let letThrough = () => {}
  gateway.open = new Promise((resolve) => (letThrough = resolve))
  const submitting = milo.submit() // answered once the work is done
  await untilShown(milo, 'Looking for the pin on Pinterest')
  letThrough()
  expect(textOn((await submitting).modal?.blocks)).toContain('we found the pin on Pinterest')
  expect(await now(team.current, draft)).toMatchObject({ status: 'sent', pinId })
})

test('the details of such a draft ask too; one’s own card is replaced, and a second click hears what became of it', async () => {
  const { milo, deps, actor, accountId } = team.current
  const draft = await aDraft()
  const shown = await milo.command(`/pin show ${draft.id}`)
  expect(buttonsOn(shown)).toEqual(['pin_is_there', 'pin_is_not_there'])
  await setOutcome(deps, actor, { accountId, postId: draft.id, outcome: { kind: 'notThere' } })
  const late = await milo.click('It isn’t')
  expect(late.messages).toHaveLength(shown.messages.length)
  expect(lastMessage(late).text).toContain('We already know what happened to this pin')
  expect(buttonsOn(late)).toEqual([])
})

test('the details of a pin that is looked for say so and ask too; those of one that is just being published do not', async () => {
  const { milo } = team.current
  const post = await aPostOfUnknownOutcome(team.current, { title: 'Looked for' })
  const shown = await milo.command(`/pin show ${post.id}`)
  expect(textOn(lastMessage(shown).blocks)).toContain('Not confirmed yet')
  expect(textOn(lastMessage(shown).blocks)).toMatch(/<https?:[^|>]+\|Kitchen ideas>/) // the board, which a person is asked to look at
  expect(buttonsOn(shown)).toEqual(['pin_is_there', 'pin_is_not_there'])
  const said = await milo.click('It isn’t')
  expect(lastMessage(said).text).toContain('Thanks. We’ll publish it again as soon as possible.')
  await db.sql`update posts set status = 'uploading', due_at = null, lease_until = ${START} where id = ${post.id}`
  expect(buttonsOn(await milo.command(`/pin show ${post.id}`))).toEqual([])
})

test('in the channel the one who comes second finds that it is known, and the buttons go', async () => {
  const { ada, milo, deps, actor, accountId } = team.current
  const draft = await aDraft()
  const pinId = await aPinOf(team.current, draft)
  await tell(failed(draft))
  await ada.open('#pins')
  await ada.click('It’s published')
  await setOutcome(deps, actor, { accountId, postId: draft.id, outcome: { kind: 'notThere' } })
  await ada.fill({ 'Pin link': pinId })
  const refused = await ada.submit()
  expect(errorsOf(refused)['Pin link']).toContain('We already know what happened to this pin')
  expect(buttonsOn(refused)).toEqual([])
  expect(buttonsOn(await milo.open('#pins'))).toEqual([])
  expect(await now(team.current, draft)).toMatchObject({ status: 'draft', failure: null })
})

test('a pin that was deleted meanwhile is said to be gone', async () => {
  const { milo, organizationId } = team.current
  const draft = await aDraft()
  await tell(failed(draft))
  await milo.open('#pins')
  await db.sql`delete from posts where organization_id = ${organizationId} and id = ${draft.id}`
  const screen = await milo.click('It’s published')
  expect(lastMessage(screen).text).toContain('This pin was deleted.')
  expect(buttonsOn(screen)).toEqual([])
})

test('“Check” on Home leads to what can be said of the pin, and Home follows', async () => {
  const { milo } = team.current
  await aDraft()
  await milo.openHome()
  await milo.click('Check', { within: 'Perhaps' })
  const { modal } = await milo.click('It isn’t')
  expect(markupOf(modal?.blocks)).toContain('Thanks. It’s a draft now')
  expect(markupOf((await milo.close()).home?.blocks)).not.toContain('Perhaps')
})

test('the history names who said so', async () => {
  const { milo } = team.current
  const draft = await aDraft()
  await milo.command(`/pin show ${draft.id}`)
  await milo.click('It isn’t')
  const shown = await milo.command(`/pin show ${draft.id}`)
  expect(textOn(lastMessage(shown).blocks)).toContain('Marked as not published by <@')
})

test('what was found without the edits since is told with what was lost', async () => {
  const { ada, accountId } = team.current
  const draft = await aDraft()
  await tell({ kind: 'pinPublished', accountId, postId: draft.id, message: 'It was there already. Not in it: title <&>.' })
  expect(textOn(lastMessage(await ada.open('#pins')).blocks)).toContain('It was there already. Not in it: title &lt;&amp;&gt;.')
})
