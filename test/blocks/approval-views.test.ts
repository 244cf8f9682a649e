/** Approvals with values that people do type, and what each reader may press. */
import { expect, test } from 'vitest'
import { type ApprovalCardModel, approvalCard, decidedMessage, decidedView, timePastMessage } from '../../blocks/approval/card.js'
import { rejectView, requestChangesView } from '../../blocks/approval/forms.js'
import {
  approvalAnsweredMessage,
  approvalDecidedMessage,
  approvalReopenedMessage,
  approvalsDecidedMessage,
  approvalsReopenedMessage,
} from '../../blocks/approval/notices.js'
import { approvedSomeMessage, togetherCard, type TogetherLine, type TogetherModel } from '../../blocks/approval/together.js'
import { pinActions } from '../../blocks/pin/buttons.js'
import type { CardPost, Reader } from '../../blocks/pin/text.js'
import { approvalPolicyView, approvalsChosenMessage } from '../../blocks/settings/approval.js'
import type { Role } from '../../src/core/lib/actor.js'
import type { Finding } from '../../src/core/posts/state/finding.js'
import type { ApprovalState } from '../../src/core/posts/approval/model.js'
import { aCard, anApproval, aPost, AT, everyChange, keepsLimits, type NastyView } from './nasty.js'

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
    card: isGone
      ? undefined
      : { ...card, post: { ...card.post, description: words, version: 3 }, findings: [titled(words), titled(words)] },
  }
}
const shown = { channel: 'C0123456789', ts: '1772955000.123456' }
const memory = { accountId: '9'.repeat(18), approvalId: '9'.repeat(18), shown }

const range = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
function many(words: string, state: ApprovalState, count: number): TogetherModel {
  const { account, card } = model(words, state)
  const line: TogetherLine = {
    approval: { ...decided(words, state), changes: everyChange(words) },
    card: card && { post: { ...card.post, version: 2_147_483_647 }, picture: card.picture },
    sendAt: AT,
    link: `https://example.com/${words}`,
    isPast: state === 'open' && words === '',
    warnings: [{ code: 'account_paused', message: '', whilePaused: 'wait' }],
    problem: `${words} is wrong`,
  }
  return { accountId: '9'.repeat(18), batchId: '9'.repeat(18), account, at: 0, lines: range(count).map(() => line) }
}
const toldOf = (words: string, state: ApprovalState, count: number) => ({
  account: { username: words },
  lines: range(count).map((number) => ({ approval: decided(words, state), post: number === 1 ? undefined : aPost(words) })),
})

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
  [
    'some approved',
    'message',
    (words) => approvedSomeMessage({ approved: 1, left: range(30).map((number) => ({ number, why: `${number} ${words}` })) }),
  ],
  ['too late', 'message', (words) => decidedMessage(decided(words, 'changes_requested'), aPost(words))],
  ['too late, in a form', 'modal', (words) => decidedView(decided(words, 'changes_requested'), undefined)],
  ['time past', 'message', (words) => timePastMessage(words || 'x', { ...memory, version: 3 }, { title: words })],
  ['request changes', 'modal', (words) => requestChangesView({ memory, post: { title: words } })],
  ['reject', 'modal', (words) => rejectView({ memory, post: { title: words } })],
  ['channel chosen', 'message', (words) => approvalsChosenMessage({ username: words })],
  [
    'policy',
    'modal',
    () => approvalPolicyView({ memory: { accountId: '1' }, account: { approvalPolicy: 'required', approvalsChannelId: 'C1' } }),
  ],
]
keepsLimits(views, ['<@U1>', '<@U2>'])

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
  expect(approvedSomeMessage({ approved: 8, left }).blocks).toMatchObject([
    { text: { text: 'Approved 8 pins. 4 weren’t approved.\n• 1–3, 7: No credit is left.' } },
  ])
})
