/** The comments of a pin: the last ones beside it, all of them, the form for a new one, and the message about new ones. */
import type { ActionsBlock, AnyBlock, Button, ModalView, SectionBlock } from '@slack/types'
import type { Account } from '../../src/core/accounts/account.js'
import type { Comment, Comments } from '../../src/core/posts/comments/comment.js'
import { field, shared } from '../ids.js'
import { actions, button, context, form, inline, input, type Message, option, section, text } from '../kit/kit.js'
import { type PagedList, pageButtons } from '../kit/paging.js'
import { noticeMessage } from '../kit/sentence.js'
import { slackDate } from '../kit/times.js'
import { clientText, requesterText } from './approval-text.js'
import { action as pinAction, type Origin, pinRef } from './buttons.js'
import { type CommentsMemory, commentsMemory, type OpenedFrom, openedFromMemory } from './memory.js'
import { type Card, type CardPost, titleOf } from './text.js'

export const action = {
  comment: 'open_comment',
  allComments: 'all_comments',
  commentsNext: 'comments_next',
  commentsFirst: 'comments_first',
} as const
export const view = { comment: 'add_comment' } as const

type About = Pick<CardPost, 'id' | 'accountId' | 'title'>

export const commentButton = (post: About, from: Origin = 'card'): Button =>
  button({ text: 'Comment', actionId: action.comment, value: pinRef(post, from), label: `Comment: ${titleOf(post)}` })

export const commentCount = (count: number): string => `:speech_balloon: ${count} ${count === 1 ? 'comment' : 'comments'}`

/** The most characters that the core takes. */
export const COMMENT_LENGTH = 2000

export const NO_COMMENTS: Comments = { last: [], count: 0 }

/** A program gives itself a name of any length. */
const NAME = 30

/** Names a model as such, and the person or the key that it acts for. */
function authorText({ author, name: called, writtenWith, isAgent }: Comment): string {
  if (called !== null) return clientText(called)
  if (!isAgent) return requesterText({ askedBy: author, askedWith: writtenWith && { ...writtenWith, agent: null } })
  const name = writtenWith?.agent ?? writtenWith?.keyName ?? author
  return `the agent ${inline(name, NAME)} for ${requesterText({ askedBy: author, askedWith: null })}`
}

/** Says who commented when, and whether clients see it. */
const headOf = (comment: Comment): string =>
  `${authorText(comment)}, ${slackDate(comment.createdAt)}${comment.audience === 'client' ? ' · visible to clients' : ''}`

/** The most characters shown of a comment beside its pin. */
const SHOWN = 120

const lineOf = (comment: Comment): string => `${headOf(comment)}\n>${inline(comment.text, SHOWN)}`

/** The last comments on a card, in the order in which they were written. */
export function lastCommentsSection({ last, count }: Comments = NO_COMMENTS): SectionBlock[] {
  if (count === 0) return []
  return [section([commentCount(count), ...last.map(lineOf)].join('\n'))]
}

/** Comments a block: ten of the longest are more than Slack takes in one. */
const A_BLOCK = 5
/** Beside the rest of the details; longer ones are behind “Show all”. */
const MOST_CHARACTERS = 3000

/** The comments among the details of a pin, with the button for another one. */
export function commentsOf({ post, reader }: Pick<Card, 'post' | 'reader'>, { last, count }: Comments): AnyBlock[] {
  const way = reader?.role === 'viewer' ? undefined : commentButton(post)
  if (count === 0) return way ? [section(':speech_balloon: No comments yet.', way)] : []
  const written = last.map(lineOf)
  const lines = written.join('').length > MOST_CHARACTERS ? [] : written
  const isAll = count === lines.length && last.every(({ text }) => text.length <= SHOWN && !text.includes('\n'))
  return [
    section([commentCount(count), ...lines.slice(0, A_BLOCK)].join('\n'), way),
    ...(lines.length > A_BLOCK ? [section(lines.slice(A_BLOCK).join('\n'))] : []),
    ...(isAll ? [] : allOf(post, count)),
  ]
}

const allOf = (post: About, count: number): ActionsBlock[] => [
  actions([
    button({
      text: count === 1 ? 'Show it whole' : `Show all ${count}`,
      actionId: action.allComments,
      value: pinRef(post, 'card'),
      label: count === 1 ? 'Show it whole: comment' : `Show all ${count} comments`,
    }),
  ]),
]

export const PAGE: PagedList = { size: 20, next: action.commentsNext, first: action.commentsFirst, label: 'comments' }

/** A page of all comments in full, the newest first. */
export function allCommentsView(memory: CommentsMemory, { comments, count }: { comments: Comment[]; count: number }): ModalView {
  const buttons = pageButtons(PAGE, { at: memory.at, of: count })
  const blocks: AnyBlock[] = comments.flatMap((comment) => [
    context(headOf(comment)),
    { type: 'section', text: text(comment.text) },
  ])
  return {
    type: 'modal',
    title: text('Comments', 24),
    close: text('Close', 24),
    private_metadata: commentsMemory.write(memory),
    blocks: [...(count === 0 ? [section('No comments yet.')] : blocks), ...(buttons.length > 0 ? [actions(buttons)] : [])],
  }
}

const TEAM = option('Team', 'internal')
const CLIENTS = option('Team and clients', 'client')

export const commentView = ({ post, memory }: { post: Pick<CardPost, 'title'>; memory: OpenedFrom }): ModalView =>
  form({
    callbackId: view.comment,
    title: 'Comment',
    submit: 'Send',
    memory: openedFromMemory.write(memory),
    blocks: [
      section(`*${inline(titleOf(post))}*`),
      input({
        blockId: field.comment,
        label: 'Comment',
        element: { type: 'plain_text_input', action_id: shared.value, multiline: true, max_length: COMMENT_LENGTH },
      }),
      input({
        blockId: field.audience,
        label: 'Who sees it',
        element: { type: 'radio_buttons', action_id: shared.value, options: [TEAM, CLIENTS], initial_option: TEAM },
      }),
    ],
  })

/** The most comments in one message; it grows for a minute only. */
const MOST = 5

/** @param comments by others than the reader, at least one */
/** The answer to a reply in a thread that is too long for a comment. */
export const replyTooLongMessage = (): Message =>
  noticeMessage('This reply is not a comment on the pin: a comment has at most 2,000 characters. Post it again in parts.')

export function commentsAddedMessage(
  { username }: Pick<Account, 'username'>,
  post: CardPost,
  comments: readonly Comment[],
): Message {
  const title = inline(titleOf(post))
  const authors = [...new Set(comments.map(authorText))]
  const who = authors.length > 2 ? `${authors.length} people` : authors.join(' and ')
  const words = `:speech_balloon: ${who} commented on *${title}*.`
  const rest = comments.length - MOST
  return {
    text: words,
    blocks: [
      section(words),
      ...comments.slice(0, MOST).map((comment) => section(`${headOf(comment)}\n>${inline(comment.text, 300)}`)),
      ...(rest > 0 ? [context(`and ${rest} more`)] : []),
      context(`Account ${inline(username)} · Pin ${post.id}`),
      actions([
        commentButton(post),
        button({ text: 'Details', actionId: pinAction.details, value: pinRef(post, 'card'), label: `Details: ${titleOf(post)}` }),
      ]),
    ],
  }
}
