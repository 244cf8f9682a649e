/** Brings a card about a pin up to date in its place. */
import { createHash } from 'node:crypto'
import type { WebClient } from '@slack/web-api'
import { context, type Message } from '../../../blocks/kit/kit.js'
import type { Deps } from '../../core/ports/deps.js'
import { deliveryOf, type Outcome } from '../reply/delivery.js'
import { renderPinCard } from './follow-up.js'
import { drawCardAgain, findPinCard, forgetPinCard, notePinCard } from './pin-cards.js'
import type { renderNotice } from './render.js'
import type { Pictured } from '../pictures/pictures.js'
import { withoutPictures } from '../pictures/without-pictures.js'

type Reading = Parameters<typeof renderNotice>[0] & Pick<Deps, 'log'> & Pick<Pictured, 'suspectPictures'>

/** Known again without keeping what people wrote. */
export const digestOf = ({ text, blocks }: Message): string =>
  createHash('sha256')
    .update(JSON.stringify([text, blocks]))
    .digest('base64url')

export const withRemark = <Shown extends Message>(message: Shown, remark: string | null): Shown =>
  remark === null ? message : { ...message, blocks: [...message.blocks, context(remark)] }

/**
 * One that is up to date already makes no call. One that somebody deleted, or that may not be changed any more, is given up without a word: the pin
 * is right all the same.
 */
export async function updateCard(
  deps: Reading,
  client: WebClient,
  { organizationId, cardId }: { organizationId: string; cardId: string },
): Promise<Outcome> {
  const { sql } = deps.db
  const card = await findPinCard(sql, { organizationId, cardId })
  const rendered = card && (await renderPinCard(deps, card))
  if (!rendered) return { kind: 'delivered' }
  const { channelId: channel, ts, remark } = card
  const message = withRemark(rendered, remark)
  const { text, blocks } = message
  let shown = digestOf(message)
  if (shown !== card.shown) {
    const update = async (parts: Pick<Message, 'blocks'>) => client.chat.update({ channel, ts, text, ...parts })
    let outcome = await deliveryOf(() => update({ blocks }), deps.clock)
    if (outcome.kind === 'refused') {
      deps.suspectPictures(blocks) // one may have been deleted: it is brought again for the next change
      const plain = withoutPictures(blocks)
      shown = digestOf({ text, blocks: plain })
      outcome = await deliveryOf(() => update({ blocks: plain }), deps.clock)
    }
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
