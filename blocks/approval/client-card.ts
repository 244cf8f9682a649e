/** The card of a pin for clients, in the channel that the team shares with them: what they judge, and nothing that is the team’s own. */
import type { AnyBlock, Button, ModalView } from '@slack/types'
import type { Comment } from '../../src/core/posts/comments/comment.js'
import type { ShownApproval } from '../../src/core/posts/approval/status.js'
import type { Outcome } from '../../src/core/posts/review-links/say.js'
import type { ReviewPin } from '../../src/core/posts/review-links/open.js'
import { field, shared } from '../ids.js'
import { hostOf } from '../kit/host.js'
import { actions, button, form, inline, input, type Message, type Picture, pictureBlock, section, text } from '../kit/kit.js'
import { slackDate } from '../kit/times.js'
import { clientSaid, reasonQuote } from '../pin/approval-text.js'
import { COMMENT_LENGTH } from '../pin/comments.js'
import { boardOf, titleOf } from '../pin/text.js'
import { reasonInput } from './forms.js'
import { type ClientMemory, clientMemory } from './memory.js'

export const action = {
  clientApprove: 'client_approve',
  clientChanges: 'open_client_changes',
  clientComment: 'open_client_comment',
  clientUndo: 'client_undo',
} as const
export const view = { clientChanges: 'client_changes', clientComment: 'client_comment' } as const

/** All that people of other workspaces may press and send. */
export const CLIENT_ACTIONS: readonly string[] = [...Object.values(action), ...Object.values(view)]

/** `version`: the pin as shown, which is what gets approved. `step`: the one whose card it is. */
export type ClientButton = { accountId: string; postId: string; approvalId: string; step: number; version: number }

export type ClientCardModel = {
  ref: Omit<ClientButton, 'version'>
  account: { username: string }
  /** null: it was deleted. */
  pin: Pick<ReviewPin, 'post' | 'lastAsked' | 'comments'> | null
  /** The request of the card. */
  approval: ShownApproval
  /** The people whom its step waits for, as their ids in Slack; empty: nobody here, any more. */
  asks: readonly string[]
  /** True if the pin was requested again, or is shown in another channel by now. */
  isOver: boolean
  /** null: there is nothing to undo. */
  undoUntil: Date | null
  drawn: Picture | null | undefined
}

export function clientCard(model: ClientCardModel): Message {
  const { pin, account, approval, asks, isOver, drawn } = model
  const title = inline(titleOf(pin?.post ?? { title: approval.title, savedPin: null }))
  if (!pin) return { text: `Deleted: ${title}`, blocks: [section(`*${title}*\nThis pin was deleted.`)] }
  const { post, lastAsked, comments } = pin
  const isAsked = asks.length > 0 && !isOver
  const words = stateOf(model, pin)
  return {
    text: isAsked ? `A pin waits for your approval: ${title}` : `${title}: ${words}`,
    blocks: [
      section(isAsked ? `${asks.map((id) => `<@${id}>`).join(' ')} ${words}` : words),
      ...decisionBlocks(approval, post.version),
      section(`*${title}*\n${factsOf(model, pin).join('\n')}`),
      ...pictureBlock(drawn ?? null, post.altText ?? titleOf(post)),
      ...(post.description === null ? [] : [{ type: 'section' as const, text: text(post.description) }]),
      ...(lastAsked === null || !isAsked ? [] : [section(`*Asked last time*${reasonQuote({ reason: lastAsked })}`)]),
      ...commentBlocks(comments),
      section(`For ${inline(account.username)} on Pinterest`),
      ...buttonBlocks(model, isAsked),
    ].map((block): AnyBlock => block),
  }
}

function stateOf({ approval, asks, isOver }: ClientCardModel, { post }: Pick<ReviewPin, 'post'>): string {
  if (post.status === 'sent') return `:white_check_mark: Published${post.sentAt ? ` ${slackDate(post.sentAt)}` : ''}.`
  if (post.status === 'uploading') return 'Being published now.'
  if (isOver) return 'A newer message shows this pin.'
  switch (approval.state) {
    case 'approved':
      return ':white_check_mark: Approved.'
    case 'changes_requested':
      return ':pencil2: The team is changing this pin.'
    case 'rejected':
    case 'withdrawn':
      return post.status === 'draft' ? 'The team took this pin back.' : 'The team scheduled this pin.'
    case 'open':
      if (approval.hold) return ':double_vertical_bar: The team put this pin on hold.'
      return asks.length > 0 ? 'Please look at this pin.' : 'Nothing waits for you. The team goes on from here.'
  }
}

/** What clients, who alone have names here, decided or said of the request, each with the version that they saw. */
function decisionBlocks({ decisions, state }: ShownApproval, version: number): AnyBlock[] {
  const lines = decisions.flatMap(({ name, decision, postVersion, reason, decidedAt }) => {
    if (name === null) return []
    const isNewer = state === 'open' && postVersion !== version // scheduling what was approved is a version, too
    const now = isNewer ? ` It’s version ${version} now.` : ''
    return `${clientSaid({ name, decision, version: postVersion })}, ${slackDate(decidedAt)}.${now}${reasonQuote({ reason })}`
  })
  return lines.length === 0 ? [] : [section(lines.slice(-MOST_SAID).join('\n'))]
}
const MOST_SAID = 4

function factsOf({ approval }: ClientCardModel, { post }: Pick<ReviewPin, 'post'>): string[] {
  const { url, version, sendAt, status } = post
  const { state, requestedTime, keeping } = approval
  const asked = requestedTime.kind === 'at' ? requestedTime.at : keeping?.sendAt
  const at = status === 'draft' ? asked : sendAt
  const isToCome = status === 'queued' || (status === 'draft' && state === 'open')
  const host = hostOf(url)
  return [
    [`Board: ${boardOf(post)}`, ...(host === '' ? [] : [`Link: ${inline(host)}`])].join(' · '),
    ...(isToCome ? [`Goes out ${at ? slackDate(at) : 'in the next open slot'}`] : []),
    ...(state === 'open' ? [`Version ${version}`] : []),
  ]
}

const COMMENTS_SHOWN = 3
/** The most characters shown of one. */
const COMMENT_SHOWN = 200

/** The team has no names here. */
function commentBlocks(comments: readonly Comment[]): AnyBlock[] {
  const lines = comments.slice(-COMMENTS_SHOWN).map(({ name, createdAt, text: words }) => {
    const who = name === null ? 'The team' : inline(name, 60)
    return `${who}, ${slackDate(createdAt)}\n>${inline(words, COMMENT_SHOWN)}`
  })
  return lines.length === 0 ? [] : [section(lines.join('\n'))]
}

function buttonBlocks({ ref, pin, approval, undoUntil }: ClientCardModel, isAsked: boolean): AnyBlock[] {
  const about = titleOf(pin?.post ?? { title: null, savedPin: null })
  const value = JSON.stringify({ ...ref, version: pin?.post.version ?? 0 } satisfies ClientButton)
  const one = (words: string, actionId: string, style?: Button['style']): Button =>
    button({ text: words, actionId, value, label: `${words}: ${about}`, ...(style && { style }) })
  const buttons = [
    ...(isAsked && !approval.hold ? [one('Approve', action.clientApprove, 'primary')] : []),
    ...(isAsked ? [one('Request changes', action.clientChanges), one('Comment', action.clientComment)] : []),
    ...(undoUntil ? [one('Undo', action.clientUndo)] : []),
  ]
  return buttons.length === 0 ? [] : [actions(buttons)]
}

type About = { memory: ClientMemory; title: string | null }
const head = (title: string | null) => section(`*${inline(titleOf({ title, savedPin: null }))}*`)

export const clientChangesView = ({ memory, title }: About): ModalView =>
  form({
    callbackId: view.clientChanges,
    title: 'Request changes',
    submit: 'Send',
    memory: clientMemory.write(memory),
    blocks: [head(title), reasonInput('What should change?', false)],
  })

export const clientCommentView = ({ memory, title }: About): ModalView =>
  form({
    callbackId: view.clientComment,
    title: 'Comment',
    submit: 'Send',
    memory: clientMemory.write(memory),
    blocks: [
      head(title),
      input({
        blockId: field.comment,
        label: 'Your comment',
        element: { type: 'plain_text_input', action_id: shared.value, multiline: true, max_length: COMMENT_LENGTH },
      }),
    ],
  })

/** Why nothing came of a press, for the client. */
export const REFUSED: Record<Exclude<Outcome, 'done'>, string> = {
  outdated: 'Nothing was sent: the team changed this pin. Look at it again, then press once more.',
  settled: 'Nothing was sent: this pin no longer waits for you.',
  already: 'Nothing was sent: you already answered this version.',
  held: 'Nothing was sent: the team put this pin on hold. Write a comment instead.',
  late: 'You can undo an answer for ten minutes. Write a comment instead.',
  gone: 'Nothing was sent: this pin was deleted.',
  ended: 'Nothing was sent: the team no longer asks you here. Write to them in this channel.',
}

/** The answer to a person of the team. @param contacts whom the step waits for */
export function notForTeamMessage(contacts: readonly string[], channelId: string | null): Message {
  const names = contacts.length === 0 ? 'your client' : contacts.map((name) => inline(name, 80)).join(', ')
  const words = `This is for ${names}. Decide in ${channelId === null ? '/pin approvals' : `<#${channelId}>`}.`
  return { text: words, blocks: [section(words)] }
}

/** To who asked and to admins: Slack takes no card for clients in the channel. */
export function clientsUnreachedMessage(username: string, channelId: string, title: string | null): Message {
  const words = `Your client could not be asked about “${inline(titleOf({ title, savedPin: null }))}” for ${inline(username)}: Pinslot can’t post in <#${channelId}>.`
  const fix =
    'Type /invite @Pinslot there, then save Clients in /pin settings again. Or send your client a link from the request.'
  return { text: words, blocks: [section(`:warning: ${words} The pin still waits.\n${fix}`)] }
}
