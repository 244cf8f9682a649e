/** Replaces a shared card about an earlier state of a pin by what has become of the pin. */
import type { Account } from '../../src/core/accounts/account.js'
import type { PostChange } from '../../src/core/posts/history.js'
import { actorText } from '../kit/actor.js'
import { actions, button, context, inline, type Message, section } from '../kit/kit.js'
import { slackDate } from '../kit/times.js'
import { action, pinRef } from './buttons.js'
import { pinSection } from './card.js'
import { findingLine } from './problems/preflight.js'
import { publishedLine } from './state-text.js'
import { type Card, titleOf } from './text.js'

type About = Pick<Account, 'username'>
/** The changes since the card was sent, newest first. */
type Changes = readonly Pick<PostChange, 'action' | 'via' | 'actor' | 'keyName' | 'alsoEdited'>[]

export function followUpMessage({ username }: About, card: Card, changes: Changes): Message {
  const { post } = card
  const line = lineOf(card, changes)
  return {
    text: `${line} ${inline(titleOf(post))}`,
    blocks: [
      section(line),
      pinSection(card, isInLine(card) ? '' : undefined),
      ...findingLine(card),
      context(`Account ${inline(username)} · Pin ${post.id}`),
      actions([
        button({ text: 'Details', actionId: action.details, value: pinRef(post, 'card'), label: `Details: ${titleOf(post)}` }),
      ]),
    ],
  }
}

/** `title` null: unknown, or the pin had none. */
export function deletedMessage(
  { username }: About,
  { postId, title }: { postId: string; title: string | null },
  changes: Changes,
): Message {
  const line = `:wastebasket: *Deleted*${by(changes[0])}.`
  const name = inline(titleOf({ title }))
  return {
    text: `${line} ${name}`,
    blocks: [section(`${line}\n${name}`), context(`Account ${inline(username)} · Pin ${postId}`)],
  }
}

const by = (change: Changes[number] | undefined): string =>
  change ? ` by ${actorText(change.via, change.actor, change.keyName ?? null)}` : ''

/** True if the line above the pin already has its state and time. */
const isInLine = ({ state: { name } }: Card): boolean => name === 'published' || name === 'scheduled'

function lineOf(card: Card, changes: Changes): string {
  const { post } = card
  const [newest] = changes
  const when = post.sendAt ? ` for ${slackDate(post.sendAt)}` : ''
  switch (post.status) {
    case 'sent':
      return `${publishedLine(card).replace(/Published(?: again)?/, '*$&*')}.${confirmed(newest)}`
    case 'uploading':
      return ':hourglass_flowing_sand: *Publishing now.*'
    case 'queued': {
      if (newest?.action === 'sayNotThere')
        return `:calendar: *Checked*${by(newest)}: it isn’t on Pinterest. We’re publishing it again.`
      const isFixed = changes.some(({ action: did, alsoEdited }) => did === 'edit' || alsoEdited)
      return `:calendar: *${isFixed ? 'Fixed and rescheduled' : 'Rescheduled'}*${by(newest)}${when}.`
    }
    case 'draft':
      return draftLine(newest)
  }
}

function confirmed(newest: Changes[number] | undefined): string {
  if (newest?.action === 'sayThereUnchecked')
    return ` Confirmed${by(newest)}, not checked: Pinterest doesn’t let Pinslot read this pin.`
  return newest?.action === 'sayThere' ? ` Confirmed${by(newest)}.` : ''
}

function draftLine(newest: Changes[number] | undefined): string {
  switch (newest?.action) {
    case 'edit':
      return `:pencil2: *Edited*${by(newest)}. It’s a draft without a time.`
    case 'sayNotThere':
      return `:pencil2: *Checked*${by(newest)}: it isn’t on Pinterest. It’s a draft now.`
    case 'unschedule':
      return `:pencil2: *Unscheduled*${by(newest)}. It’s a draft now.`
    default:
      return ':pencil2: It’s a draft now.'
  }
}
