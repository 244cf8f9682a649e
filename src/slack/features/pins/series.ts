/** "Whole series": all pins of one series in order, taken off the schedule or deleted together. */
import type { Message } from '../../../../blocks/kit/kit.js'
import type { PinRef } from '../../../../blocks/pins/buttons.js'
import { goneCard } from '../../../../blocks/pins/card.js'
import { seriesCard, type SeriesRef } from '../../../../blocks/pins/series.js'
import type { Actor } from '../../../core/lib/actor.js'
import { deleteSeries } from '../../../core/posts/delete.js'
import { readPost } from '../../../core/posts/list.js'
import { readSeries } from '../../../core/posts/search.js'
import type { ChangeRef } from '../../../core/posts/undo/change.js'
import { unscheduleSeries } from '../../../core/posts/unschedule.js'
import { cardsOf } from './cards.js'
import type { ActionArgs, SlackDeps } from '../../listener.js'
import { type Answer, answerClick, changed, changeOf, isGone, itIsGone, shown, valueOf } from './click.js'

export async function showSeriesByButton(deps: SlackDeps, args: ActionArgs): Promise<void> {
  await showSeries(deps, args, valueOf<PinRef>(args))
}

export async function showSeries(deps: SlackDeps, args: ActionArgs, { from, ...pin }: PinRef): Promise<void> {
  await answerClick(deps, args, from, await seriesOf(deps, args.context.member.actor, pin))
}

async function seriesOf(deps: SlackDeps, actor: Actor, pin: { accountId: string; postId: string }): Promise<Answer> {
  try {
    const { accountId, intervalGroupId } = await readPost(deps, actor, pin)
    if (intervalGroupId === null) throw new Error('a pin without a series has no button for it')
    return shown(await seriesNow(deps, actor, { accountId, intervalGroupId }, { headline: 'All pins of the series' }))
  } catch (error) {
    if (isGone(error)) return itIsGone(pin)
    throw error
  }
}

const seriesNow = async (
  deps: SlackDeps,
  actor: Actor,
  series: SeriesRef,
  words: { headline: string; undo?: ChangeRef },
): Promise<Message> => seriesCard(await cardsOf(deps, actor, await readSeries(deps, actor, series)), words)

export async function unscheduleWhole(deps: SlackDeps, args: ActionArgs): Promise<void> {
  await together(deps, args, async (actor, series) => {
    const [first, ...others] = await unscheduleSeries(deps, actor, series)
    if (!first) return shown(await seriesNow(deps, actor, series, { headline: 'None of these pins is scheduled anymore.' }))
    const headline = `Unscheduled ${counted(1 + others.length)}.`
    return changed(await seriesNow(deps, actor, series, { headline, undo: changeOf(first) }))
  })
}

export async function deleteWhole(deps: SlackDeps, args: ActionArgs): Promise<void> {
  await together(deps, args, async (actor, series) => {
    const [first, ...others] = await deleteSeries(deps, actor, series)
    if (!first) return shown(await seriesNow(deps, actor, series, { headline: 'None of these pins can be deleted anymore.' }))
    return changed(goneCard(first, { headline: `Deleted ${counted(1 + others.length)}.`, undo: changeOf(first) }))
  })
}

const counted = (count: number) => (count === 1 ? '1 pin of the series' : `${count} pins of the series`)

/** A second click finds nothing more to do, or no series at all. */
async function together(
  deps: SlackDeps,
  args: ActionArgs,
  work: (actor: Actor, series: SeriesRef) => Promise<Answer>,
): Promise<void> {
  const series = valueOf<SeriesRef>(args)
  const answer = await work(args.context.member.actor, series).catch((error: unknown) => {
    if (isGone(error)) return shown(goneCard({ title: 'The series' }, { headline: 'This series was deleted.' }))
    throw error
  })
  await answerClick(deps, args, 'card', answer)
}
