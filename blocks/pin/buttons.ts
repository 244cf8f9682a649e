/** The actions on a pin, as three buttons and a menu, limited to what its state allows. */
import { action as connectAction } from '../admin/connect.js'
import type { ActionsBlock, ActionsBlockElement, Button, Overflow } from '@slack/types'
import type { PostState } from '../../src/core/posts/state/state.js'
import type { ChangeRef } from '../../src/core/posts/undo/change.js'
import { more } from '../ids.js'
import { actions, button, option, text } from '../kit/kit.js'
import { type EditPart, fixesOf } from './failure-text.js'
import { type Card, type CardPost, mayAll, type Reader, titleOf } from './text.js'

export const action = {
  takeBack: 'take_back_request',
  edit: 'open_edit',
  /** A button on the card of a published pin. */
  evergreenPut: 'evergreen_put',
  evergreenTake: 'evergreen_take',
  nextSlot: 'next_slot',
  earlier: 'earlier_slot',
  later: 'later_slot',
  move: 'open_move',
  more: 'pin_more',
  publishAnyway: 'publish_anyway',
  details: 'show_pin',
  undo: 'undo_change',
  pinThere: 'pin_is_there',
  pinNotThere: 'pin_is_not_there',
  viewBoard: 'view_board',
  receipt: 'open_receipt',
  series: 'show_series',
  duplicate: 'duplicate_pin',
  editPublished: 'edit_published',
  deletePublished: 'delete_published',
} as const

/** Where a button is shown: the response to a press replaces a card, but not a list. */
export type Origin = 'card' | 'list' | 'home'
/** `on`: the part of the edit form that comes first. */
export type PinRef = { accountId: string; postId: string; from: Origin; on?: EditPart }
/** `version`: the pin as shown, so that a second press of “Earlier” or “Later” does not move it twice. */
export type SeenPinRef = PinRef & { version?: number }
export type MoreVerb = (typeof more)[keyof typeof more]

export const pinRef = ({ id, accountId }: Pick<CardPost, 'id' | 'accountId'>, from: Origin, on?: EditPart): string =>
  JSON.stringify({ accountId, postId: id, from, ...(on && { on }) } satisfies PinRef)

/** Short, because the value of an option is limited to 75 characters. */
export const moreValue = (verb: MoreVerb, { id, accountId }: CardPost, from: Origin): string =>
  [verb, accountId, id, from].join(':')

/** Whether a published pin is in the evergreen pool; undefined: not read. */
export type InEvergreen = 'in' | 'out' | undefined

type Rights = 'all' | 'asks' | 'copy' | 'none'
/** Contributors may edit only drafts they made, and schedule none without approval. Without a reader everything is offered. */
function rightsOver({ status, createdBy }: CardPost, reader: Reader | undefined): Rights {
  if (reader === undefined || mayAll(reader)) return 'all'
  if (reader.role === 'viewer' || reader.role === 'reviewer' || status !== 'draft' || createdBy !== reader.userId) return 'none'
  return reader.asks ? 'asks' : 'copy'
}

/** True for a contributor who may ask that their published pin is edited. */
const mayAskToEdit = ({ createdBy }: CardPost, reader: Reader | undefined): boolean =>
  reader?.role === 'contributor' && reader.asks && createdBy === reader.userId

/** True when the reader may change the content of the pin. */
export const mayEdit = (post: CardPost, reader: Reader | undefined): boolean => rightsOver(post, reader) !== 'none'

/**
 * @param card decides by its `reader` what is offered; without a reader everything is. `receiptHref`: of a published pin
 * @param shown 'details' leaves out the button that leads to the details
 */
export function pinActions(
  card: Pick<Card, 'post' | 'reader' | 'boardHref'> & { state?: PostState; receiptHref?: string | undefined },
  from: Origin,
  shown: 'details' | 'card' = 'card',
  evergreen?: InEvergreen,
): ActionsBlock[] {
  const { post, reader } = card
  const rights = rightsOver(post, reader)
  const value = pinRef(post, from)
  const to = (shown: string, actionId: string, style?: Button['style']) =>
    button({ text: shown, actionId, value, label: `${shown}: ${titleOf(post)}`, ...(style && { style }) })
  const seen = JSON.stringify({
    accountId: post.accountId,
    postId: post.id,
    from,
    ...(post.version !== undefined && { version: post.version }),
  } satisfies SeenPinRef)
  const aside = (shown: string, actionId: string) =>
    button({ text: shown, actionId, value: seen, label: `${shown}: ${titleOf(post)}` })
  const details = shown === 'details' ? [] : [to('Details', action.details)]
  const series = post.intervalGroupId === null ? [] : [to('View series', action.series)]
  const publishNow = [option('Publish now', moreValue(more.publish, post, from))]
  const row = (elements: ActionsBlockElement[]) => (elements.length === 0 ? [] : [actions(elements)])
  const receipt = card.receiptHref === undefined ? [] : [{ ...aside('Receipt ↗', action.receipt), url: card.receiptHref }]
  const onPinterest = shown === 'details' && post.status === 'sent' && !post.pinDeletedAt
  if (rights === 'none')
    return row([
      ...details,
      ...series,
      ...receipt,
      ...(onPinterest && mayAskToEdit(post, reader) ? [to('Edit on Pinterest', action.editPublished)] : []),
    ])
  switch (post.status) {
    case 'queued':
      return row([
        to('Edit', action.edit),
        to('Move', action.move),
        ...(post.hasEarlierSlot ? [aside('Earlier', action.earlier)] : []),
        aside('Later', action.later),
        menu(post, from, shown, [...publishNow, option('Unschedule', moreValue(more.unschedule, post, from))]),
      ])
    case 'draft': {
      const isAsked = card.state?.name === 'awaiting_approval' || card.state?.name === 'approval_expired'
      if (isUnknown(post)) return row([...(rights === 'all' ? outcomeButtons(card, from) : []), menu(post, from, shown, [])])
      if (isFixable(post) && !isAsked)
        return row([...fixing(post, to, rights === 'all'), menu(post, from, shown, rights === 'all' ? publishNow : [])])
      return row([
        to('Edit', action.edit),
        ...(rights === 'copy'
          ? []
          : [to(rights === 'all' ? 'Schedule' : isAsked ? 'Change the time' : 'Ask for approval', action.move)]),
        ...(rights === 'all' ? [to('Next open slot', action.nextSlot)] : isAsked ? [to('Take back', action.takeBack)] : []),
        menu(post, from, shown, rights === 'all' ? publishNow : []),
      ])
    }
    case 'uploading':
    case 'sent':
      return row([
        ...details,
        ...series,
        ...(evergreen === 'in' ? [to('Remove from evergreen', action.evergreenTake)] : []),
        ...(shown === 'details' ? [to('Duplicate', action.duplicate)] : []),
        ...(evergreen === 'out' ? [to('Add to evergreen', action.evergreenPut)] : []),
        ...receipt,
        ...(onPinterest
          ? [to('Edit on Pinterest', action.editPublished), to('Delete from Pinterest', action.deletePublished, 'danger')]
          : []),
      ])
  }
}

/** The remedies of the failure come first; a pin that was held for its dead link can be published anyway. */
function fixing(
  post: CardPost,
  to: (shown: string, actionId: string, style?: Button['style']) => Button,
  isAll: boolean,
): Button[] {
  const fixes = fixesOf(post.failure ?? {}).map(({ says, on }, index) =>
    on === 'connection'
      ? button({
          text: says,
          actionId: connectAction.connect,
          value: post.accountId,
          label: `${says} the account of ${titleOf(post)}`,
        })
      : to(says, action.edit, index === 0 ? 'primary' : undefined),
  )
  return [...fixes, ...(isAll && post.failure?.reason === 'link_dead' ? [to('Publish anyway', action.publishAnyway)] : [])]
}

/** False while the outcome is unknown: first a person says whether the pin is on Pinterest. */
export const isFixable = (post: CardPost) => post.failure !== null && !isUnknown(post)
export const isUnknown = ({ failure }: CardPost) => failure?.reason === 'outcome_unknown'

/** Stands beside the buttons while the board is still being checked for the pin. */
export const STILL_CHECKING = 'We keep checking. If you’ve looked at the board, tell us: “It’s published” or “It isn’t”.'

/** “It’s published” and “It isn’t”, for a pin with an unknown outcome. The second asks to confirm: it cannot be undone. */
export function outcomeButtons({ post, boardHref }: Pick<Card, 'post' | 'boardHref'>, from: Origin): Button[] {
  const value = pinRef(post, from)
  const saying = (answer: string) => ({ text: answer, value, label: `${answer}: ${titleOf(post)}` })
  const looking = button({ text: 'View board ↗', actionId: action.viewBoard, label: `View board ↗: ${titleOf(post)}` })
  return [
    ...(boardHref === undefined ? [] : [{ ...looking, url: boardHref }]),
    button({ ...saying('It’s published'), actionId: action.pinThere, style: 'primary' }),
    {
      ...button({ ...saying('It isn’t'), actionId: action.pinNotThere }),
      confirm: {
        title: text('Is it missing from the board?', 100),
        text: text(
          post.status === 'uploading'
            ? 'Check the board first. We publish the pin again right away, so if it’s there after all, it appears twice.'
            : 'Check the board first. Once you reschedule it, we won’t check again, so if it’s there after all, it appears twice.',
          300,
        ),
        confirm: text('It isn’t', 30),
        deny: text('Cancel', 30),
      },
    },
  ]
}

function menu(post: CardPost, from: Origin, shown: 'details' | 'card', first: Overflow['options']): Overflow {
  const one = (words: string, verb: MoreVerb) => option(words, moreValue(verb, post, from))
  const rest = [
    one('Delete', more.delete),
    ...(shown === 'details' ? [] : [one('Details', more.details)]),
    ...(post.intervalGroupId === null ? [] : [one('View series', more.series)]),
  ]
  const hasRoom = first.length + rest.length < MOST_OPTIONS // in a list "Duplicate" is among the details
  return {
    type: 'overflow',
    action_id: action.more,
    options: [...first, ...(hasRoom ? [one('Duplicate', more.duplicate)] : []), ...rest],
  }
}
/** Slack's limit for the options of an overflow menu. */
const MOST_OPTIONS = 5

/** A change of one pin, by the version that it led to, or a change of many pins, by its own id. */
export type UndoRef = ChangeRef | { accountId: string; changeId: string }

/** Undo works for ten minutes after the change. */
export const undoButton = (change: UndoRef): Button =>
  button({ text: 'Undo', actionId: action.undo, value: JSON.stringify(undoRefOf(change)) })

/** Keeps only the fields of the reference, as the argument may have others. */
function undoRefOf(change: UndoRef): UndoRef {
  const { accountId } = change
  if ('changeId' in change) return { accountId, changeId: change.changeId }
  return { accountId, postId: change.postId, version: change.version }
}
