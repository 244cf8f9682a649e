/** One pin as a card: picture, title, board, time, and what can be done with it. */
import type { ActionsBlock, AnyBlock, ModalView, SectionBlock } from '@slack/types'
import type { Post } from '../src/core/posts/post.js'
import { failureWords } from './failure-words.js'
import { action } from './ids.js'
import { actions, button, context, escape, inline, type Message, picture, section, text } from './kit.js'
import { slackDate, slackTime } from './times.js'

export type CardPost = Pick<
  Post,
  'id' | 'accountId' | 'status' | 'title' | 'altText' | 'boardName' | 'boardId' | 'sendAt' | 'sentAt' | 'failure' | 'url'
>
export type Card = { post: CardPost; pictureUrl: string | null }
/** Where a button stands, so that its answer replaces the card, or leaves a list alone. */
export type Origin = 'card' | 'list' | 'home'
export type PinRef = { accountId: string; postId: string; from: Origin }

export const titleOf = ({ title }: Pick<CardPost, 'title'>): string => title ?? 'Untitled pin'
const boardOf = ({ boardId, boardName }: CardPost): string =>
  boardId === null ? 'no board yet' : inline(boardName ?? `board ${boardId}`)

export const pinRef = ({ id, accountId }: CardPost, from: Origin): string =>
  JSON.stringify({ accountId, postId: id, from } satisfies PinRef)

/** What has become of it, in the reader's own time. */
export function stateLine(post: CardPost): string {
  switch (post.status) {
    case 'draft':
      return post.failure ? `:warning: ${failureLine(post.failure)}` : 'Draft'
    case 'queued':
      return post.sendAt ? `Goes out ${slackDate(post.sendAt)}` : 'Queued'
    case 'uploading':
      return ':hourglass_flowing_sand: Being published'
    case 'sent':
      return post.sentAt ? `:white_check_mark: Published ${slackDate(post.sentAt)}` : ':white_check_mark: Published'
  }
}

function failureLine(failure: NonNullable<CardPost['failure']>): string {
  const { what, next, said } = failureWords(failure)
  return inline(['Not published:', what, ...(said === null ? [] : [said]), next].join(' '), 500)
}

export const pinSection = ({ post, pictureUrl }: Card): SectionBlock =>
  section(`*${inline(titleOf(post))}*\n${stateLine(post)}\n${boardOf(post)}`, picture(pictureUrl, post.altText ?? titleOf(post)))

/** A row of a list: the day stands above it, so the hour is enough. */
export const pinRow = ({ post, pictureUrl }: Card): SectionBlock =>
  section(
    `${post.sendAt ? `*${slackTime(post.sendAt)}*  ` : ''}${inline(titleOf(post))}\n${boardOf(post)}`,
    picture(pictureUrl, post.altText ?? titleOf(post)),
  )

/** Nothing where nothing can be done any more. */
export function pinActions(post: CardPost, from: Origin): ActionsBlock[] {
  const value = pinRef(post, from)
  const says = (words: string) => `${words}: ${titleOf(post)}`
  const nextSlot = button({ words: 'Next slot', actionId: action.nextSlot, value, says: says('Next slot') })
  switch (post.status) {
    case 'queued':
      return [actions([nextSlot, button({ words: 'Move', actionId: action.move, value, says: says('Move') })])]
    case 'draft':
      return [actions([nextSlot, button({ words: 'Schedule', actionId: action.move, value, says: says('Schedule') })])]
    case 'uploading':
    case 'sent':
      return []
  }
}

/** @param headline what happened, as one sentence; user text in it is escaped here */
export function pinCard(card: Card, { headline, account }: { headline: string; account?: string | undefined }): Message {
  const { post } = card
  const where = account === undefined ? [] : [context(`Account ${inline(account)}`)]
  const blocks: AnyBlock[] = [section(escape(headline)), pinSection(card), ...where, ...pinActions(post, 'card')]
  const time = post.status === 'queued' && post.sendAt ? `, ${slackDate(post.sendAt)}` : ''
  return { text: `${escape(headline)} ${inline(titleOf(post))}, ${boardOf(post)}${time}`, blocks }
}

/** In place of the working view, when the pin is made. */
export const pinView = (title: string, card: Card): ModalView => ({
  type: 'modal',
  title: text(title, 24),
  close: text('Done', 24),
  blocks: [pinSection(card)],
})
