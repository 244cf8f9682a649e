/** "Undo": reverts the change that a card describes. The core decides whether that is still possible. */
import type { Message } from '../../../../blocks/kit/kit.js'
import { goneCard, pinCard } from '../../../../blocks/pin/card.js'
import { action, type UndoRef } from '../../../../blocks/pin/buttons.js'
import { noticeMessage } from '../../../../blocks/kit/sentence.js'
import { seriesCard } from '../../../../blocks/pins/series.js'
import type { Actor } from '../../../core/lib/actor.js'
import { fingerprintOf } from '../../../core/posts/seen.js'
import type { Post } from '../../../core/posts/post.js'
import { undoMany } from '../../../core/many/bulk/undo.js'
import { undoChange, type Undone } from '../../../core/posts/undo/undo.js'
import type { ChangeRef } from '../../../core/posts/undo/change.js'
import type { UndoableAction } from '../../../core/posts/action.js'
import { cardsOf } from '../cards/cards.js'
import { asOfADraft, errorText } from '../../reply/errors.js'
import { onAction, type SlackDeps } from '../../listener.js'
import { type Answer, answerClick, changed, itIsGone, shown, whatBecame } from './click.js'
import { valueOf } from '../cards/pressed.js'
import { findPin, isConflict, isGone } from '../cards/find-pin.js'

onAction(action.undo, async (deps, args) => {
  const change = valueOf<UndoRef>(args)
  const { actor } = args.context.member
  await answerClick(
    deps,
    args,
    'card',
    'changeId' in change ? await manyUndone(deps, actor, change) : await undone(deps, actor, change),
  )
})

/** Undoes a change of many pins. */
async function manyUndone(deps: SlackDeps, actor: Actor, change: { accountId: string; changeId: string }): Promise<Answer> {
  try {
    return changed(noticeMessage(nowOf(await undoMany(deps, actor, change))))
  } catch (error) {
    if (!isConflict(error)) throw asOfADraft(error)
    return shown(noticeMessage(errorText(error)))
  }
}

/** Undoes the change once: a late or second click gets the reason and the pin's current state. */
async function undone(deps: SlackDeps, actor: Actor, change: ChangeRef): Promise<Answer> {
  const before = await findPin(deps, actor, change)
  try {
    return changed(await undoneMessage(deps, actor, before, await undoChange(deps, actor, change)))
  } catch (error) {
    if (isGone(error)) return itIsGone(change)
    if (!isConflict(error)) throw asOfADraft(error)
    return whatBecame(deps, actor, change, errorText(error))
  }
}

/** @param before the pin before the change, if it existed */
async function undoneMessage(deps: SlackDeps, actor: Actor, before: Post | undefined, undone: Undone): Promise<Message> {
  const { posts } = undone
  const headline = nowOf(undone)
  const [first] = posts
  // for pins that are no series, only the sentence
  if (first && posts.some(({ id, intervalGroupId }) => id !== first.id && (intervalGroupId ?? id) !== first.intervalGroupId))
    return noticeMessage(headline)
  const cards = await cardsOf(deps, actor, posts)
  const [card] = cards
  if (!card) {
    const what = before?.intervalGroupId ? 'All pins of the series were deleted.' : 'The pin was deleted.'
    return goneCard({ title: before?.title ?? null }, { headline: `Undone. ${what}` })
  }
  return cards.length === 1
    ? pinCard(card, { headline })
    : seriesCard(cards, { headline }, fingerprintOf(cards.map(({ post }) => post)))
}

function nowOf({ action, posts: { length: count }, notScheduled }: Undone): string {
  const { one, all } = NOW[action]
  if (notScheduled.length === 0) return count === 1 ? one : all(count)
  const denied = notScheduled.filter(({ error }) => error.code === 'PAYMENT_REQUIRED')
  const passed = notScheduled.filter(({ error }) => error.code !== 'PAYMENT_REQUIRED')
  const [denial] = denied // all are of one account and denied for the same reason
  const why = denial && errorText(denial.error)
  if (count === 1) return `Restored as a draft. ${why ?? 'Its old time has passed: schedule it for another time.'}`
  const times = passed.length === 1 ? 'Its old time has passed: schedule it' : 'Their old times have passed: schedule them'
  return [
    all(count),
    ...(passed.length > 0 ? [`${areDrafts(passed.length)} ${times} again.`] : []),
    ...(why === undefined ? [] : [`${areDrafts(denied.length)} ${why}`]),
  ].join(' ')
}

const areDrafts = (count: number): string => (count === 1 ? 'One is a draft now.' : `${count} are drafts now.`)

/** The state of the pins after a change of each kind was undone. */
const NOW: Record<UndoableAction, { one: string; all: (count: number) => string }> = {
  create: { one: 'Undone. The pin was deleted.', all: (count) => `Undone. All ${count} were deleted.` },
  edit: { one: 'Undone. It’s as it was before.', all: (count) => `Undone. All ${count} are as they were before.` },
  schedule: { one: 'Undone. It’s a draft again.', all: (count) => `Undone. All ${count} are drafts again.` },
  reschedule: { one: 'Undone. It’s back at its old time.', all: (count) => `Undone. All ${count} are back at their old times.` },
  unschedule: { one: 'Undone. It’s scheduled again.', all: (count) => `Undone. All ${count} are scheduled again.` },
  delete: { one: 'Restored.', all: (count) => `Restored all ${count}.` },
}
