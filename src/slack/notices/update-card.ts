/** Updates a card about a pin in Slack. */
import { createHash } from 'node:crypto'
import type { WebClient } from '@slack/web-api'
import { context, type Message } from '../../../blocks/kit/kit.js'
import type { Deps } from '../../core/ports/deps.js'
import { deliveryOf, type Outcome } from '../reply/delivery.js'
import { renderPinCard } from './follow-up.js'
import { drawCardAgain, findPinCard, forgetPinCard, notePinCard } from './pin-cards.js'
import type { renderNotice } from './render.js'
import { updateUnfurl } from './unfurl.js'

type Reading = Parameters<typeof renderNotice>[0] & Pick<Deps, 'log'>

/** Digest of a message, which identifies it without storing what people wrote. */
export const digestOf = ({ text, blocks }: Message): string =>
  createHash('sha256')
    .update(JSON.stringify([text, blocks]))
    .digest('base64url')

export const withRemark = <Shown extends Message>(message: Shown, remark: string | null): Shown =>
  remark === null ? message : { ...message, blocks: [...message.blocks, context(remark)] }

/**
 * Updates the card unless it is current already. A card that was deleted, or can no longer be changed, is given up silently: the
 * pin itself is correct.
 */
export async function updateCard(
  deps: Reading,
  client: WebClient,
  { organizationId, cardId }: { organizationId: string; cardId: string },
): Promise<Outcome> {
  const { sql } = deps.db
  const card = await findPinCard(sql, { organizationId, cardId })
  if (card?.notice.kind === 'pinLink') return updateUnfurl(deps, client, { ...card, notice: card.notice })
  const rendered = card && (await renderPinCard(deps, card))
  if (!rendered) return { kind: 'delivered' }
  const { channelId: channel, ts, remark } = card
  const message = withRemark(rendered, remark)
  const { text, blocks } = message
  const shown = digestOf(message)
  if (shown !== card.shown) {
    const outcome = await deliveryOf(() => client.chat.update({ channel, ts, text, blocks }), deps.clock)
    if (outcome.kind === 'later') return outcome
    if (outcome.kind !== 'delivered') {
      deps.log.debug({ organizationId, cardId, because: outcome.message }, 'a card is given up')
      await forgetPinCard(sql, card)
      return { kind: 'delivered' }
    }
    await notePinCard(sql, card, shown)
  }
  if (rendered.againAt) await drawCardAgain(sql, card, rendered.againAt)
  return { kind: 'delivered' }
}
