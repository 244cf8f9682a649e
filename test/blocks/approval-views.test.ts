/** Approvals with values that people do type, and what each reader may press. */
import { expect, test } from 'vitest'
import {
  type ApprovalCardModel,
  approvalCard,
  decidedMessage,
  decidedView,
  heldMessage,
  timePastMessage,
} from '../../blocks/approval/card.js'
import {
  clientCard,
  type ClientCardModel,
  clientChangesView,
  clientCommentView,
  clientsUnreachedMessage,
  notForTeamMessage,
} from '../../blocks/approval/client-card.js'
import { clientLinkMadeView, clientLinksView, clientLinkView } from '../../blocks/approval/client-links.js'
import type { StepDecision } from '../../src/core/posts/approval/steps/decisions.js'
import type { ReviewLink } from '../../src/core/posts/review-links/review-link.js'
import { holdView, rejectView, requestChangesView } from '../../blocks/approval/forms.js'
import {
  approvalAnsweredMessage,
  approvalDecidedMessage,
  approvalHeldMessage,
  clientDecidedMessage,
  approvalReopenedMessage,
  approvalsDecidedMessage,
  approvalsReopenedMessage,
  requestHoldEndedMessage,
} from '../../blocks/approval/notices.js'
import type { RequestLine } from '../../blocks/approval/line.js'
import { approveSomeView, type Choice, decidedManyMessage, declineSomeView } from '../../blocks/approval/many.js'
import { togetherCard, type TogetherModel } from '../../blocks/approval/together.js'
import { type WaitingLine, waitingMessage } from '../../blocks/approval/waiting.js'
import { compareView, versionsBlocks } from '../../blocks/pin/versions.js'
import { allCommentsView, commentsAddedMessage, commentView } from '../../blocks/pin/comments.js'
import { pinActions } from '../../blocks/pin/buttons.js'
import type { CardPost, Reader } from '../../blocks/pin/text.js'
import { approvalPolicyView, approvalsChosenMessage } from '../../blocks/settings/approval.js'
import { awayMessage, awayView } from '../../blocks/settings/away.js'
import { remindersMessage } from '../../blocks/settings/reminders.js'
import type { Role } from '../../src/core/lib/actor.js'
import type { Finding } from '../../src/core/posts/state/finding.js'
import type { ApprovalState } from '../../src/core/posts/approval/model.js'
import type { Versions } from '../../src/core/posts/approval/versions.js'
import { EMPTY_CONTENT } from '../../src/core/posts/content.js'
import type { PostImage } from '../../src/core/posts/row.js'
import { aCard, anApproval, aPost, AT, everyChange, keepsLimits, type NastyView, someComments } from './nasty.js'

const STATES: ApprovalState[] = ['open', 'approved', 'changes_requested', 'rejected', 'withdrawn']

const decided = (words: string, state: ApprovalState) =>
  state === 'open'
    ? anApproval(words, { changes: everyChange(words) })
    : anApproval(words, { state, decidedBy: 'T1:U1', decidedAt: AT, reason: state === 'changes_requested' ? words || 'x' : null })

const titled = (words: string): Finding => ({
  code: 'duplicate_picture',
  severity: 'warning',
  pin: { postId: '1', title: words, at: AT.toISOString() },
})
const model = (words: string, state: ApprovalState, isGone = false): ApprovalCardModel => {
  const card = aCard(words, { id: '9'.repeat(18), status: 'draft', sendAt: null, url: `https://example.com/${'&'.repeat(2000)}` })
  return {
    approval: decided(words, state),
    linkOut: `https://example.com/${'&'.repeat(1900)}?utm_source=${'a'.repeat(100)}`,
    account: { username: words },
    comments: someComments(words, 2),
    waitsFor: ['T1:U1', 'T1:U2'],
    card: isGone
      ? undefined
      : { ...card, post: { ...card.post, description: words, version: 3 }, findings: [titled(words), titled(words)] },
  }
}
const OF_CLIENT = { accountId: '7', postId: '9'.repeat(18), approvalId: '9'.repeat(18), step: 5 }
const CLIENT_MEMORY = { ...OF_CLIENT, version: 3, channel: 'C1', ts: '1.2' }
/** null: the pin is gone. */
const forClients = (words: string, state: ApprovalState | null): ClientCardModel => {
  const { card, approval } = model(words, state ?? 'open')
  const decision = {
    id: '1',
    approvalId: '1',
    step: null,
    decidedBy: 'client:T2:U9',
    decidedFor: null,
    name: words,
    postVersion: 2,
    decision: 'request_changes' as const,
    fingerprint: null,
    reason: words.repeat(20),
    token: null,
    decidedAt: AT,
  }
  return {
    ref: OF_CLIENT,
    account: { username: words },
    pin: state && card ? { post: card.post as never, lastAsked: words.repeat(20), comments: someComments(words, 20).last } : null,
    approval: { ...approval, decisions: [decision, decision, decision, decision, decision] },
    asks: state === 'open' ? Array.from({ length: 20 }, (_, n) => `U${(n % 2) + 1}`) : [],
    isOver: state === 'withdrawn',
    undoUntil: AT,
    drawn: undefined,
  }
}
const A_WORD = { decision: 'request_changes', version: 3, reason: null } as const
const aReviewLink = (words: string): ReviewLink => ({
  organizationId: '1',
  accountId: '7',
  id: '9'.repeat(18),
  contactName: words,
  email: null,
  givenName: words,
  postIds: range(100).map(() => '9'.repeat(18)),
  createdBy: 'T1:U1',
  createdAt: AT,
  expiresAt: new Date(AT.getTime() + 1),
  revokedAt: null,
  openings: range(20).map(() => AT),
})
function worded(words: string): ApprovalCardModel {
  const open = model(words, 'open')
  const decision: StepDecision = {
    id: '1',
    approvalId: '1',
    step: null,
    decision: 'request_changes',
    decidedBy: 'link:7',
    decidedFor: null,
    name: words,
    postVersion: 2,
    fingerprint: null,
    reason: words,
    token: null,
    decidedAt: AT,
  }
  return { ...open, approval: { ...open.approval, decisions: range(5).map(() => decision) } }
}
const anImage = (version: number): PostImage => ({
  ...EMPTY_CONTENT,
  status: 'draft',
  boardId: '1',
  boardSectionId: null,
  sendAt: null,
  timeslotId: null,
  chargeNumber: 0,
  failure: null,
  version,
})
const versionsOf = (words: string, state: ApprovalState = 'changes_requested'): Versions => ({
  about: decided(words, state),
  before: { version: 4, image: anImage(4) },
  now: { version: 5, image: anImage(5) },
  changes: everyChange(words),
})
function waiting(words: string, id = '7'): WaitingLine {
  const { card, approval } = model(words, 'open')
  const pin = card ? { approval, card } : null
  return { account: { id, username: words.slice(0, 100) }, askedBy: 'T1:U1', dueAt: AT, count: 1, pin }
}
const shown = { channel: 'C0123456789', ts: '1772955000.123456' }
const memory = { accountId: '9'.repeat(18), approvalId: '9'.repeat(18), shown }

const decideMemory = { accountId: '9'.repeat(18), whence: { from: 'card' as const }, shown }
const choices = (words: string): Choice[] =>
  range(100).map((number) => ({
    approvalId: '9'.repeat(18),
    version: 2_147_483_647,
    number,
    at: 29_500_000,
    title: words || null,
  }))

const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
function many(words: string, state: ApprovalState, count: number): TogetherModel {
  const { account, card } = model(words, state)
  const line: RequestLine = {
    approval: { ...decided(words, state), changes: everyChange(words) },
    card: card && { post: { ...card.post, version: 2_147_483_647 }, picture: card.picture },
    sendAt: AT,
    link: `https://example.com/${words}`,
    isPast: state === 'open' && words === '',
    isHeld: false,
    isOverdue: words === '',
    warnings: [{ code: 'account_paused', message: '', whilePaused: 'wait' }],
    problem: `${words} is wrong`,
    comments: 12_345,
  }
  return { accountId: '9'.repeat(18), batchId: '9'.repeat(18), account, at: 0, lines: range(count).map(() => line) }
}
const toldOf = (words: string, state: ApprovalState, count: number) => ({
  account: { username: words },
  lines: range(count).map((number) => ({ approval: decided(words, state), post: number === 1 ? undefined : aPost(words) })),
})

const held = (words: string) => ({ by: 'T1:U1', at: AT, until: AT, reason: words || null })
const onHold = (words: string): ApprovalCardModel => {
  const shownModel = model(words, 'open')
  return { ...shownModel, approval: { ...shownModel.approval, hold: held(words) } }
}

const views: NastyView[] = [
  ...STATES.flatMap((state): NastyView[] => [
    [`card, ${state}`, 'message', (words) => approvalCard(model(words, state))],
    [`card, ${state}, its pin gone`, 'message', (words) => approvalCard(model(words, state, true))],
    [`card, ${state}, for the next slot`, 'message', (words) => approvalCard({ ...model(words, state), nextOpenSlot: AT })],
    ...(state === 'open'
      ? []
      : ([
          [`told, ${state}`, 'message', (words) => approvalDecidedMessage(model(words, state)) ?? {}],
          [`told, ${state}, its pin gone`, 'message', (words) => approvalDecidedMessage(model(words, state, true)) ?? {}],
        ] satisfies NastyView[])),
  ]),
  ...STATES.map((state): NastyView => [`many, ${state}`, 'message', (words) => togetherCard(many(words, state, 30))]),
  ['many, a page of them', 'message', (words) => togetherCard({ ...many(words, 'open', 100), at: 40 })],
  ...STATES.filter((state) => state !== 'open').flatMap((state): NastyView[] => [
    [`told of many, ${state}`, 'message', (words) => approvalsDecidedMessage(toldOf(words, state, 30)) ?? {}],
    [`told of two, ${state}`, 'message', (words) => approvalsDecidedMessage(toldOf(words, state, 2)) ?? {}],
  ]),
  [
    'told of one that was asked for again',
    'message',
    (words) => approvalAnsweredMessage(model(words, 'changes_requested')) ?? {},
  ],
  ['told of one that waits again', 'message', (words) => approvalReopenedMessage(model(words, 'open'), words) ?? {}],
  ['told of many that wait again', 'message', (words) => approvalsReopenedMessage(toldOf(words, 'open', 30), words)],
  ['away', 'message', () => awayMessage({ deputy: 'T1:U2', until: new Date(0) })],
  ['being away', 'modal', () => awayView({ deputy: 'T1:U2', until: new Date(1_800_000_000_000) })],
  ['reminders on', 'message', () => remindersMessage(true)],
  ['reminders off', 'message', () => remindersMessage(false)],
  ['one waits for a person', 'message', (words) => waitingMessage({ count: 1, lines: [waiting(words)], isMore: false, now: AT })],
  [
    'many wait for a person',
    'message',
    (words) => waitingMessage({ count: 1000, lines: range(10).map((id) => waiting(words, String(id))), isMore: true, now: AT }),
  ],
  [
    'some approved',
    'message',
    (words) =>
      decidedManyMessage({
        kind: 'approved',
        done: 1,
        left: range(30).map((number) => ({ number, why: `${number} ${words}` })),
        moved: range(30).map((number) => ({ number, sendAt: AT, at: 29_000_000 })),
      }),
  ],
  ['too late', 'message', (words) => decidedMessage(decided(words, 'changes_requested'), aPost(words))],
  ['too late, in a form', 'modal', (words) => decidedView(decided(words, 'changes_requested'), undefined)],
  ['time past', 'message', (words) => timePastMessage(words || 'x', { ...memory, version: 3 }, { title: words })],
  ['request changes', 'modal', (words) => requestChangesView({ memory, post: { title: words } })],
  ['reject', 'modal', (words) => rejectView({ memory, post: { title: words } })],
  [
    'comment',
    'modal',
    (words) => commentView({ post: { title: words }, memory: { ...memory, postId: '9'.repeat(18), from: 'card' } }),
  ],
  [
    'all comments',
    'modal',
    (words) =>
      allCommentsView({ accountId: '7', postId: '12', at: 20 }, { comments: [...someComments(words, 20).last], count: 1234 }),
  ],
  ['no comments', 'modal', () => allCommentsView({ accountId: '7', postId: '12', at: 0 }, { comments: [], count: 0 })],
  [
    'told of comments',
    'message',
    (words) => commentsAddedMessage({ username: words }, aPost(words), someComments(words, 30).last),
  ],
  ...[...STATES, null].map(
    (state): NastyView => [`card for clients, ${state ?? 'deleted'}`, 'message', (words) => clientCard(forClients(words, state))],
  ),
  ['changes by a client', 'modal', (words) => clientChangesView({ memory: CLIENT_MEMORY, title: words })],
  ['comment by a client', 'modal', (words) => clientCommentView({ memory: CLIENT_MEMORY, title: words })],
  ['not for the team', 'message', (words) => notForTeamMessage([words, words], 'C1')],
  ['clients unreached', 'message', (words) => clientsUnreachedMessage(words, 'C1', words)],
  ['client link', 'modal', () => clientLinkView({ accountId: '7', postIds: range(100).map(() => '9'.repeat(18)) }, true)],
  [
    'client link made',
    'modal',
    (words) =>
      clientLinkMadeView({ contactName: words, email: words, expiresAt: AT }, `https://pinslot.test/review/${'9'.repeat(60)}`),
  ],
  [
    'client links',
    'modal',
    (words) =>
      clientLinksView(
        range(50).map(() => aReviewLink(words)),
        AT,
      ),
  ],
  ['no client links', 'modal', () => clientLinksView([], AT)],
  ['word of a client', 'message', (words) => approvalCard(worded(words))],
  ['told of a word', 'message', (words) => clientDecidedMessage(worded(words), { ...A_WORD, name: words, reason: words }) ?? {}],
  [
    'told that it was taken back',
    'message',
    (words) => clientDecidedMessage(worded(words), { ...A_WORD, name: words, isUndone: true }) ?? {},
  ],
  ['hold', 'modal', (words) => holdView({ memory, post: { title: words } })],
  ['held', 'message', (words) => heldMessage(held(words))],
  ['on hold', 'message', (words) => approvalCard(onHold(words))],
  ['changed since', 'message', (words) => approvalCard({ ...model(words, 'approved'), versions: versionsOf(words) })],
  [
    'compared',
    'modal',
    (words) =>
      compareView({
        post: aPost(words),
        versions: versionsOf(words),
        pictures: { before: null, now: { kind: 'file', id: 'F1' } },
      }),
  ],
  ['compared, nothing differs', 'modal', (words) => compareView({ post: aPost(words), versions: null })],
  ['told of a hold', 'message', (words) => approvalHeldMessage(onHold(words)) ?? {}],
  ['told of its end', 'message', (words) => requestHoldEndedMessage(model(words, 'open')) ?? {}],
  ['some to approve', 'modal', (words) => approveSomeView(decideMemory, choices(words))],
  ['some to decline', 'modal', (words) => declineSomeView(decideMemory, choices(words))],
  ['channel chosen', 'message', (words) => approvalsChosenMessage({ username: words })],
  [
    'policy',
    'modal',
    () =>
      approvalPolicyView({
        memory: { accountId: '1' },
        account: { approvalPolicy: 'required', approvalsChannelId: 'C1', remindsApprovers: true },
      }),
  ],
]
keepsLimits(views, ['<@U1>', '<@U2>', '<#C1>'])

const buttonsOf = (post: CardPost, reader?: Reader) =>
  pinActions({ post, reader }, 'card').flatMap(({ elements }) =>
    elements.flatMap((each) => {
      if (each.type === 'button') return [each.text.text]
      return each.type === 'overflow' ? [`[${each.options.map(({ text }) => text.text).join(', ')}]`] : []
    }),
  )
const reader = (role: Role, asks = false, userId = 'T1:U2'): Reader => ({ role, userId, asks })
const own = aPost('Own', { status: 'draft', createdBy: 'T1:U2' })

test.each<[string, CardPost, Reader | undefined, string[]]>([
  [
    'what is for all shows all',
    own,
    undefined,
    ['Edit', 'Schedule', 'Next open slot', '[Publish now, Duplicate, Delete, Details]'],
  ],
  [
    'a scheduler has all',
    own,
    reader('scheduler'),
    ['Edit', 'Schedule', 'Next open slot', '[Publish now, Duplicate, Delete, Details]'],
  ],
  ['a viewer looks', own, reader('viewer'), ['Details']],
  ['a contributor changes a draft of their own', own, reader('contributor'), ['Edit', '[Duplicate, Delete, Details]']],
  [
    'and asks for it where there are approvals',
    own,
    reader('contributor', true),
    ['Edit', 'Ask for approval', '[Duplicate, Delete, Details]'],
  ],
  ['a draft of somebody else is looked at', own, reader('contributor', true, 'T1:U9'), ['Details']],
  ['so is what is on the schedule', { ...own, status: 'queued' }, reader('contributor', true), ['Details']],
])('%s', (_name, post, who, expected) => {
  expect(buttonsOf(post, who)).toEqual(expected)
})

test('a decided card has no buttons, and says who and when', () => {
  for (const state of STATES.slice(1)) {
    const { blocks } = approvalCard(model('Shelf', state))
    expect(blocks.filter(({ type }) => type === 'actions')).toEqual([])
    expect(JSON.stringify(blocks[0])).toContain('<@U1>, <!date^')
  }
})

test('who agrees to a pin has read its whole link and its whole description', () => {
  const { approval, account, card } = model('x', 'open')
  const url = `https://example.com/${'a'.repeat(2020)}end`
  const description = `${'b'.repeat(790)} *the end*`
  const shownCard = card && { ...card, post: { ...card.post, url, description } }
  const { blocks } = approvalCard({ approval, account, card: shownCard })
  expect(JSON.stringify(blocks)).toContain(`Destination link: ${url}`)
  expect(JSON.stringify(blocks)).toContain(`Description: ${description}`)
})

test('the card of a request shows the pin as it will look, else its bare picture', () => {
  const pictureOn = (drawn?: ApprovalCardModel['drawn']) =>
    approvalCard({ ...model('Shelf', 'open'), drawn }).blocks.filter(({ type }) => type === 'image')
  expect(pictureOn({ kind: 'file', id: 'F1' })).toMatchObject([{ slack_file: { id: 'F1' } }])
  expect(pictureOn(null)).toMatchObject([{ image_url: 'https://pinslot.test/media/1_a.jpg' }])
  expect(pictureOn()).toMatchObject([{ image_url: 'https://pinslot.test/media/1_a.jpg' }])
})

test('thirty requests of any words fit pages of one message, from the first to the last', () => {
  const seen: string[] = []
  let at = 0
  for (let turns = 0; turns < 30 && at < 30; turns++) {
    const shown = JSON.stringify(togetherCard({ ...many('&'.repeat(80), 'open', 30), at }).blocks)
    seen.push(...[...shown.matchAll(/\*(\d+)\. /g)].map(([, number]) => number!))
    at = seen.length
  }
  expect(seen).toEqual(range(30).map(String))
})

test('twelve requests of usual words are on one page, with what to press for each', () => {
  const model = many('Autumn kitchen shelf', 'open', 12)
  const lines = model.lines.map((line) => ({ ...line, problem: null, warnings: [], link: 'https://shop.example.com/autumn' }))
  const shown = JSON.stringify(togetherCard({ ...model, lines }).blocks)
  expect(shown).toContain('*12. Autumn kitchen shelf*')
  expect(shown).not.toContain('Next ')
})

test('of what stays, equal reasons are said once, with the numbers of their lines', () => {
  const left = [1, 2, 3, 7].map((number) => ({ number, why: 'No credit is left.' }))
  expect(decidedManyMessage({ kind: 'approved', done: 8, left }).blocks).toMatchObject([
    { text: { text: 'Approved 8 pins. 4 weren’t approved.\n• 1–3, 7: No credit is left.' } },
  ])
})

test('a decision names its version and what was changed since; what was requested alone is listed already, but for a picture', () => {
  const changes = [{ field: 'title' as const, before: 'Shelf', after: 'Oak shelf' }]
  const wordsOf = (versions: Versions) => JSON.stringify(approvalCard({ ...model('Shelf', 'open'), versions }).blocks)
  const [line] = versionsBlocks({ ...versionsOf('Shelf', 'approved'), changes }, aPost('Shelf'))
  expect(line?.text?.text).toMatch(/^:pencil2: Approved v4 by <@U1>, <!date[^>]*> · \*now v5: title changed\*$/)
  expect(wordsOf({ ...versionsOf('Shelf'), changes })).toContain('Changes requested to v4 by')
  expect(wordsOf({ ...versionsOf('Shelf', 'open'), changes })).not.toContain('Requested v4')
  expect(wordsOf(versionsOf('Shelf', 'open'))).toContain('Requested v4 by')
})

test('the words of both versions stand side by side, and their pictures below each other', () => {
  const pictures = { before: { kind: 'file' as const, id: 'F1' }, now: { kind: 'file' as const, id: 'F2' } }
  const { blocks } = compareView({ post: aPost('Shelf'), versions: versionsOf('Oak'), pictures })
  const shown = blocks as { type: string; fields?: { text: string }[]; title?: { text: string } }[]
  const fields = shown.flatMap((block) => (block.fields ? [block.fields.map(({ text }) => text)] : []))
  expect(fields[0]).toEqual([expect.stringMatching(/^\*Version 4\*\n/), '*Version 5*\nNow'])
  expect(fields[1]).toEqual(['v4: Oak before', 'v5: Oak after'])
  expect(shown.flatMap(({ type, title }) => (type === 'image' ? [title?.text] : []))).toEqual(['Version 4', 'Version 5'])
  const gone = compareView({ post: aPost('Shelf'), versions: versionsOf('Oak'), pictures: { ...pictures, before: null } })
  expect(JSON.stringify(gone.blocks)).toContain('The picture of version 4 isn’t stored any more.')
})
