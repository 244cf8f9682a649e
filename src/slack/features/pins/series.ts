/** "Whole series": all pins of a series in order, unscheduled or deleted together. */
import { action as pinButtonsAction, type PinRef } from '../../../../blocks/pin/buttons.js'
import { goneCard } from '../../../../blocks/pin/card.js'
import { action as seriesAction, type SeriesButton, type SeriesRef } from '../../../../blocks/pins/series.js'
import type { Actor } from '../../../core/lib/actor.js'
import { ChangedSinceShown } from '../../../core/posts/seen.js'
import { deleteSeries } from '../../../core/posts/delete.js'
import { unscheduleSeries } from '../../../core/posts/unschedule.js'
import { onAction, type ActionArgs, type SlackDeps } from '../../listener.js'
import { errorText } from '../../reply/errors.js'
import { type Answer, answerClick, changed, changeOf, itIsGone, shown } from './click.js'
import { findPin, isGone } from '../cards/find-pin.js'
import { openList } from './lists/open-list.js'
import { valueOf } from '../cards/pressed.js'
import { seriesAgain, seriesNow } from './lists/read-series.js'

onAction(pinButtonsAction.series, async (deps, args) => {
  await showSeries(deps, args, valueOf<PinRef>(args))
})

export async function showSeries(deps: SlackDeps, args: ActionArgs, { from, ...pin }: PinRef): Promise<void> {
  const { member } = args.context
  const post = await findPin(deps, member.actor, pin)
  if (!post) return answerClick(deps, args, from, itIsGone(pin))
  const { accountId, intervalGroupId } = post
  if (intervalGroupId === null) throw new Error('a pin without a series has no button for it')
  const ref = { kind: 'series', accountId, intervalGroupId } as const
  await openList(deps, args, ref, () => seriesAgain(deps, member, ref))
}

onAction(seriesAction.unscheduleSeries, async (deps, args) => {
  await together(deps, args, async (actor, series) => {
    const [first, ...others] = await unscheduleSeries(deps, actor, series)
    if (!first) return shown(await seriesNow(deps, actor, series, { headline: 'None of these pins is scheduled anymore.' }))
    const headline = `Unscheduled ${counted(1 + others.length)}.`
    return changed(await seriesNow(deps, actor, series, { headline, undo: changeOf(first) }))
  })
})

onAction(seriesAction.deleteSeries, async (deps, args) => {
  await together(deps, args, async (actor, series) => {
    const [first, ...others] = await deleteSeries(deps, actor, series)
    if (!first) return shown(await seriesNow(deps, actor, series, { headline: 'None of these pins can be deleted anymore.' }))
    return changed(goneCard(first, { headline: `Deleted ${counted(1 + others.length)}.`, undo: changeOf(first) }))
  })
})

const counted = (count: number) => (count === 1 ? '1 pin of the series' : `${count} pins of the series`)

/** Changes the whole series; a second click changes nothing, or finds no series. */
async function together(
  deps: SlackDeps,
  args: ActionArgs,
  work: (actor: Actor, series: SeriesButton) => Promise<Answer>,
): Promise<void> {
  const series = { shown: '', ...valueOf<SeriesRef & Partial<SeriesButton>>(args) } // a button of an earlier version has no `shown`
  const { actor } = args.context.member
  const answer = await work(actor, series).catch((error: unknown) => {
    if (isGone(error)) return shown(goneCard({ title: 'The series' }, { headline: 'This series was deleted.' }))
    if (error instanceof ChangedSinceShown)
      return seriesNow(deps, actor, series, { headline: `:warning: ${errorText(error)}` }).then(shown)
    throw error
  })
  await answerClick(deps, args, 'card', answer)
}
