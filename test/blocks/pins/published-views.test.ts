/** Views and messages of changes of published pins. */
import {
  deletePublishedView,
  pinEditAskedMessage,
  pinEditEndedMessage,
  type PublishedModel,
  publishedView,
} from '../../../blocks/edit/published.js'
import { PIN_FIELDS, type PinEdit } from '../../../src/core/publish/published/pin-edit.js'
import { aPost, AT, keepsLimits } from '../nasty.js'

const id = '9'.repeat(18)
const memory = {
  accountId: id,
  postId: id,
  from: 'card' as const,
  responseUrl: `https://hooks.slack.com/${'x'.repeat(200)}`,
  boardId: '1'.repeat(40),
  shown: 'x'.repeat(12),
}
const modelOf = (words: string): PublishedModel => {
  const named = { id, name: words || 'Board' }
  return {
    memory,
    values: { title: words, description: words, link: words, altText: words, board: named, section: named },
    isSavedPin: false,
    editedOnPinterest: PIN_FIELDS,
  }
}
const edited = (over: Partial<PinEdit>): PinEdit => ({
  organizationId: '1',
  accountId: id,
  id: '3',
  postId: id,
  pinId: id,
  kind: 'edit',
  state: 'applied',
  before: { title: 'a', description: null, url: null, altText: null, boardId: '1', boardSectionId: null },
  after: null,
  editedOnPinterest: [],
  reason: null,
  platformMessage: null,
  author: { organizationId: '1', via: 'slack', userId: 'T1:U1' },
  requestedAt: AT,
  decidedBy: null,
  settledAt: AT,
  ...over,
})

keepsLimits(
  [
    ['the form', 'modal', (words) => publishedView(modelOf(words))],
    [
      'the form with what it changes, refused',
      'modal',
      (words) =>
        publishedView({
          ...modelOf(words),
          changes: PIN_FIELDS.map((field) => ({ field, before: words, after: words })),
          problem: { sentence: words || 'No.', field: 'title' },
        }),
    ],
    ['the form of a saved pin', 'modal', (words) => publishedView({ ...modelOf(words), isSavedPin: true })],
    [
      'the confirmation',
      'modal',
      (words) => deletePublishedView(aPost(words, { status: 'sent' }), memory, { sentence: words || 'No.' }),
    ],
    [
      'what asks for approval',
      'message',
      (words) =>
        pinEditAskedMessage(
          { username: words },
          {
            edit: edited({ state: 'pending_approval', settledAt: null }),
            changes: PIN_FIELDS.map((field) => ({ field, before: words, after: words })),
            why: null,
            title: words || null,
            href: `https://www.pinterest.com/pin/${id}/`,
          },
        ),
    ],
    [
      'the end',
      'message',
      (words) =>
        pinEditEndedMessage(
          { username: words },
          {
            edit: edited({ state: 'refused' }),
            why: words || null,
            title: words || null,
            href: undefined,
          },
        )!,
    ],
  ],
  ['<@U1>', '<https://www.pinterest.com/pin/'],
)
