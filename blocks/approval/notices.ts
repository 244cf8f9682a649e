/** Messages to the person who requested an approval, with the next step. */
import { deciderText, reasonQuote } from './text.js'
import type { ApprovalCardModel } from './card.js'
import { action } from '../ids.js'
import { actions, button, context, inline, type Message, section } from '../kit/kit.js'
import { pinRef } from '../pins/buttons.js'
import { pinSection } from '../pins/card.js'
import { type CardPost, titleOf } from '../pins/text.js'

/** undefined: no decision yet. */
export function approvalDecidedMessage({ approval, account, card }: ApprovalCardModel): Message | undefined {
  const line = lineOf({ approval, card })
  if (line === undefined) return undefined
  const title = inline(titleOf(card?.post ?? approval))
  return {
    text: `${line.words} ${title}`,
    blocks: [
      section(`${line.words}${reasonQuote(approval)}`),
      card ? pinSection(card) : section(`*${title}*\nThis pin was deleted.`),
      context(`Account ${inline(account.username)} · Pin ${approval.postId}`),
      ...(card ? [actions(line.isOver || card.post.status !== 'draft' ? [details(card.post)] : waysOn(card.post))] : []),
    ],
  }
}

function lineOf({
  approval,
  card,
}: Pick<ApprovalCardModel, 'approval' | 'card'>): { words: string; isOver: boolean } | undefined {
  const who = deciderText(approval)
  switch (approval.state) {
    case 'open':
      return undefined
    case 'approved':
      return { words: `:white_check_mark: ${who} approved your pin.`, isOver: true }
    case 'changes_requested':
      return { words: `:pencil2: ${who} requested changes to your pin.`, isOver: false }
    case 'rejected':
      return { words: `:no_entry_sign: ${who} rejected your pin. It stays a draft.`, isOver: false }
    case 'withdrawn':
      return card
        ? { words: `:leftwards_arrow_with_hook: Your approval request is closed: ${who} handled the pin.`, isOver: true }
        : { words: `:leftwards_arrow_with_hook: ${who} deleted a pin you requested approval for.`, isOver: true }
  }
}

const details = (post: CardPost) => button({ text: 'Details', actionId: action.details, value: pinRef(post, 'card') })
const waysOn = (post: CardPost) => [
  button({ text: 'Edit', actionId: action.edit, value: pinRef(post, 'card'), style: 'primary' }),
  button({ text: 'Ask again', actionId: action.move, value: pinRef(post, 'card') }),
  details(post),
]

/** The reply to the person who requested it. */
export const waitsSentence = 'Sent for approval.'
