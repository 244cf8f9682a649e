/** One pin as a card: picture, title, board, time and actions. */
import type { ContextBlock, ModalView, SectionBlock } from '@slack/types'
import type { ChangeRef } from '../../src/core/posts/undo/change.js'
import type { Warning } from '../../src/core/posts/state/warning.js'
import type { Placement } from '../../src/core/slots/placement.js'
import { context, escape, inline, type Message, picture, section, text } from '../kit/kit.js'
import { type InEvergreen, pinActions, undoButton } from './buttons.js'
import { stateLine } from './state-text.js'
import { boardOf, type Card, titleOf, whereLine } from './text.js'
import { fitRow } from './problems/fit.js'
import { findingLine } from './problems/preflight.js'
import { placementBlocks } from './placement-text.js'
import { linkTo } from '../kit/link.js'
import { warningBlocks, warningLines } from './problems/warnings.js'
import { slackDate } from '../kit/times.js'

const linkOf = ({ href }: Card): string => (href === undefined ? '' : ` · ${linkTo(href, 'View on Pinterest')}`)

const pictureOf = ({ post, picture: shown }: Card) => picture(shown, post.altText ?? titleOf(post))

/** @param state in words; '' if the line above has it */
export function pinSection(card: Card, state = stateLine(card)): SectionBlock {
  const line = `${state}${state === '' ? linkOf(card).replace(' · ', '') : linkOf(card)}`
  const lines = [`*${inline(titleOf(card.post))}*`, ...(line === '' ? [] : [line]), whereLine(card)]
  return section(lines.join('\n'), pictureOf(card))
}

export const lackLine = ({ lacks }: Card): ContextBlock[] => (lacks === undefined ? [] : [context(`:pencil2: Needs ${lacks}.`)])

export type CardText = {
  /** What happened, as one sentence; user text in it is escaped here. */
  headline: string
  /** The headline for a list or a notification, where it stands alone: it has the title and the time. */
  alone?: string | undefined
  account?: string | undefined
  /** The change that the sentence describes: it can be undone from here. */
  undo?: ChangeRef | undefined
  /** Why the pin got this time, if the next open slot was requested. */
  placement?: Placement | undefined
  /** The channel or the time of its approval request, as markup. */
  asked?: string | undefined
  /** Warnings about its time. */
  warnings?: readonly Warning[] | undefined
}

export function pinCard(
  card: Card,
  { headline, alone, account, undo, placement, asked, warnings, evergreen }: CardText & { evergreen?: InEvergreen },
): Message {
  const { post } = card
  const where = account === undefined ? [] : [`Account ${inline(account)}`]
  return {
    text:
      alone !== undefined
        ? escape(alone)
        : `${escape(headline)} ${inline(titleOf(post))}, ${boardOf(post)}${timeOf(post)}${asked === undefined ? '' : `. ${asked}.`}${warningLines(warnings)}`,
    blocks: [
      section(escape(headline), undo && undoButton(undo)),
      pinSection(card, alone !== undefined && card.state.name === 'scheduled' ? '' : undefined),
      ...(asked === undefined ? [] : [context(asked)]),
      ...placementBlocks(placement),
      ...warningBlocks(warnings),
      ...lackLine(card),
      ...findingLine(card),
      ...fitRow(card, true),
      context([...where, `Pin ${post.id}`].join(' · ')),
      ...pinActions(card, 'card', 'card', evergreen),
    ],
  }
}

function timeOf({ status, sendAt, sentAt }: Card['post']): string {
  if (status === 'uploading') return ', publishing now'
  if (status === 'sent') return sentAt ? `, published ${slackDate(sentAt)}` : ', published'
  return status === 'queued' && sendAt ? `, ${slackDate(sendAt)}` : ''
}

/** The card of a deleted pin. `undo`: the deletion, if it can be undone. */
export function goneCard(
  { title }: { title: string | null },
  { headline, undo }: { headline: string; undo?: ChangeRef | undefined },
): Message {
  const way = undo ? [context('You can undo this for 10 minutes.')] : []
  return {
    text: `${escape(headline)} ${inline(titleOf({ title }))}`,
    blocks: [section(`${escape(headline)}\n*${inline(titleOf({ title }))}*`, undo && undoButton(undo)), ...way],
  }
}

/** Replaces the working view when the pin has been created. */
export const pinView = (title: string, card: Card): ModalView => ({
  type: 'modal',
  title: text(title, 24),
  close: text('Done', 24),
  blocks: [pinSection(card)],
})

/** Replaces a form whose pin changed its state while the form was open. */
export const becameView = (title: string, sentence: string, card: Card): ModalView => ({
  type: 'modal',
  title: text(title, 24),
  close: text('Close', 24),
  blocks: [section(escape(sentence)), pinSection(card)],
})
