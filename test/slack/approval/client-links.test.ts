/** "Client link…" makes a link that is shown once; what the client says is on the card and with who asked; links are listed and revoked. */
import { beforeEach, expect, test } from 'vitest'
import { clientLinkView } from '../../../blocks/approval/client-links.js'
import type { Mailer } from '../../../src/core/ports/mail.js'
import { openReviewLink } from '../../../src/core/posts/review-links/open.js'
import { sayAsClient, undoAsClient } from '../../../src/core/posts/review-links/say.js'
import { aDatabase } from '../../support/database.js'
import { aTeam, markupOf, textOn } from '../support/a-team.js'
import { asRole, deliverAll, theDraft, withApprovals } from '../support/approval-team.js'
import { AT, COPY } from '../support/composer-fixtures.js'

const { db } = await aDatabase()
/** No mail is sent here: the page of the link sends it. */
const mail: Mailer = { send: () => Promise.reject(new Error('no mail')), check: () => Promise.resolve() }
const team = aTeam(db, { parts: { mail } })

beforeEach(async () => {
  await withApprovals(team.current)
  await asRole(team.current, 'contributor')
  const { milo, ada } = team.current
  await milo.command('/pin')
  await milo.fill({ ...COPY, Board: 'Garden', ...AT })
  await milo.submit()
  await deliverAll(team.current)
  await ada.open('approvals')
})

const theCard = async () => (await team.current.ada.open('approvals')).messages.find(({ ephemeral }) => !ephemeral)!

/** Ada makes a link from the card. */
async function aLink(name = 'Rosa'): Promise<{ shown: string; token: string }> {
  const { ada } = team.current
  await ada.open('approvals')
  await ada.choose('More', 'Client link…')
  await ada.fill({ 'Your client’s name': name })
  const shown = JSON.stringify((await ada.submit()).modal?.blocks)
  return { shown, token: /\/review\/([\w-]+)/.exec(shown)?.[1] ?? '' }
}
const opened = async (token: string) => {
  const open = await openReviewLink(team.current.deps, token)
  if (typeof open === 'string') throw new Error(open)
  return open
}

test('the form on the card makes a link to its pin, which its answer alone shows', async () => {
  const { shown, token } = await aLink('Rosa <!here>')
  expect(shown).toContain('Copy it now')
  expect(shown).not.toContain('<!here>')
  const { link } = await opened(token)
  expect(link).toMatchObject({ contactName: 'Rosa <!here>', postIds: [(await theDraft(team.current)).id] })
  const kept =
    await db.sql`select i::text as row from idempotency_keys i where i::text like '%' || ${token.slice(token.indexOf('_') + 1)} || '%'`
  expect(kept).toHaveLength(0)
})

test('without a mail server the form asks for no address', () => {
  expect(textOn(clientLinkView({ accountId: '7', postIds: ['1'] }, false).blocks)).not.toContain('Your client’s email')
})

test('the form asks for an address where mail can be sent, and the link says where its code goes', async () => {
  const { ada } = team.current
  await ada.choose('More', 'Client link…')
  await ada.fill({ 'Your client’s name': 'Rosa', 'Your client’s email': 'rosa@example.com' })
  const shown = JSON.stringify((await ada.submit()).modal?.blocks)
  expect(shown).toContain('Whoever has it and reads mail to r…@example.com can answer as Rosa.')
  const { link } = await opened(/\/review\/([\w-]+)/.exec(shown)?.[1] ?? '')
  expect(link.email).toBe('rosa@example.com')
})

test('the word of the client is on the card with its version, and who asked gets a message; taken back, it is gone', async () => {
  const { deps, milo } = team.current
  const { token } = await aLink()
  const { id, version } = await theDraft(team.current)
  const word = { postId: id, version, name: 'Rosa', decision: 'request_changes', reason: 'Less <!here> light' } as const
  expect(await sayAsClient(deps, await opened(token), word)).toBe('done')
  await deliverAll(team.current)
  const said = `:pencil2: Rosa (client) asked for changes to version ${version}`
  const card = markupOf((await theCard()).blocks)
  expect(card).toContain(`${said}, <!date^`)
  expect(card).not.toContain('<!here>')
  const message = (await milo.open('Pinslot')).messages.at(-1)!
  expect(message.text).toContain(`(client) asked for changes to version ${version} of “Shelf above the sink”.`)
  await undoAsClient(deps, await opened(token), id)
  await deliverAll(team.current)
  expect(markupOf((await theCard()).blocks)).not.toContain('(client)')
  expect((await milo.open('Pinslot')).messages.at(-1)!.text).toContain('(client) took back what they said')
})

test('/pin approvals lists the client links, with their openings, and revokes one', async () => {
  const { ada } = team.current
  const { token } = await aLink()
  await ada.open('approvals')
  await ada.command('/pin approvals')
  const list = await ada.click('Client links…')
  expect(textOn(list.modal?.blocks)).toContain('Rosa')
  expect(textOn(list.modal?.blocks)).toContain('Not opened yet')
  const after = await ada.click('Revoke')
  expect(textOn(after.modal?.blocks)).toContain('revoked')
  expect(await openReviewLink(team.current.deps, token)).toBe('ended')
})
