/** Approvals with values that people do type, and what each reader may press. */
import { expect, test } from 'vitest'
import { type ApprovalCardModel, approvalCard, decidedMessage, decidedView, timePastMessage } from '../../blocks/approval/card.js'
import { rejectView, requestChangesView } from '../../blocks/approval/forms.js'
import { approvalDecidedMessage } from '../../blocks/approval/notices.js'
import { pinActions } from '../../blocks/pins/buttons.js'
import type { CardPost, Reader } from '../../blocks/pins/text.js'
import { approvalPolicyView, approvalsChosenMessage } from '../../blocks/settings/approval.js'
import type { Role } from '../../src/core/lib/actor.js'
import type { Finding } from '../../src/core/preflight/finding.js'
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
    account: { username: words },
    card: isGone
      ? undefined
      : { ...card, post: { ...card.post, description: words, version: 3 }, findings: [titled(words), titled(words)] },
  }
}
const shown = { channel: 'C0123456789', ts: '1772955000.123456' }
const memory = { accountId: '9'.repeat(18), approvalId: '9'.repeat(18), shown }

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
  pinActions(post, 'card', 'card', undefined, reader).flatMap(({ elements }) =>
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
    expect(JSON.stringify(blocks[0])).toContain('<@U1> <!date^')
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
