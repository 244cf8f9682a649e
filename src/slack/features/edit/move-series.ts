/** "Move all" of a series: by days, or to another time for the next pin. */
import { moveSeriesMemory } from '../../../../blocks/pin/memory.js'
import { view, moveSeriesView } from '../../../../blocks/pins/move-series.js'
import { goneCard } from '../../../../blocks/pin/card.js'
import { action, type SeriesRef } from '../../../../blocks/pins/series.js'
import { titleOf } from '../../../../blocks/pin/text.js'
import { field } from '../../../../blocks/ids.js'
import { timeIn } from '../../../../blocks/kit/times.js'
import { badRequest } from '../../../core/lib/errors.js'
import { fingerprintOf } from '../../../core/posts/seen.js'
import { moveSeries, type SeriesMove } from '../../../core/posts/schedule/move-series.js'
import { requireMaySchedule } from '../../../core/posts/permissions.js'
import type { Post } from '../../../core/posts/post.js'
import { readSeries } from '../../../core/posts/search.js'
import { type Warning, warningsOfAll } from '../../../core/posts/state/warning.js'
import { onAction, type ViewArgs, onView } from '../../listener.js'
import { chosenTime, typed } from '../../forms/values.js'
import { submitOnce } from '../../forms/submit-once.js'
import { chosenAccount } from '../../accounts.js'
import { answerClick, answerForm, changeOf, openedFrom, shown } from '../pins/click.js'
import { isGone } from '../cards/find-pin.js'
import { layForm, valueOf } from '../cards/pressed.js'
import { seriesNow } from '../pins/lists/read-series.js'

const NONE_LEFT = 'None of these pins is scheduled anymore.'

onAction(action.moveSeries, async (deps, args) => {
  const { member } = args.context
  const series = valueOf<SeriesRef>(args)
  requireMaySchedule(member.actor, series.accountId, 'series')
  const posts = await readSeries(deps, member.actor, series).catch((error: unknown) => {
    if (isGone(error)) return undefined
    throw error
  })
  if (!posts) {
    return answerClick(deps, args, 'card', shown(goneCard({ title: 'The series' }, { headline: 'This series was deleted.' })))
  }
  const waiting = posts.flatMap((post) => (post.status === 'queued' && post.sendAt ? [{ post, at: post.sendAt }] : []))
  waiting.sort((a, b) => a.at.getTime() - b.at.getTime())
  const [next] = waiting
  if (!next) {
    return answerClick(deps, args, 'card', shown(await seriesNow(deps, member.actor, series, { headline: NONE_LEFT })))
  }
  const { account, timezone } = await chosenAccount(deps, { ...member, currentAccountId: series.accountId })
  const pin = { accountId: series.accountId, postId: next.post.id, from: 'card' as const }
  const seenAt = Math.floor(next.at.getTime() / 1000)
  await layForm(
    args,
    moveSeriesView({
      memory: { ...openedFrom(args, pin), intervalGroupId: series.intervalGroupId, seenAt, shown: fingerprintOf(posts) },
      title: titleOf(next.post),
      count: waiting.length,
      first: next.at,
      timezone,
      accountZone: account.timezone,
    }),
  )
})

onView(view.moveSeries, async (deps, args) => {
  const { view, ack } = args
  const { member } = args.context
  const { actor } = member
  const { intervalGroupId, seenAt, shown: shownThen, ...memory } = moveSeriesMemory.read(view)
  const { accountId } = memory
  const input = { accountId, intervalGroupId, move: moveOf(view, seenAt) }
  let warnings: Warning[] = [] // a replay reports nothing
  const { data, isReplay } = await submitOnce(
    deps,
    { actor, viewId: view.id, callbackId: view.callback_id, input },
    async (beforeCommit) => {
      const seen = { seenAt: new Date(seenAt * 1000), shown: shownThen }
      const moved = await moveSeries(deps, actor, { ...input, ...seen }, beforeCommit)
      warnings = warningsOfAll(moved)
      return moved
    },
    (posts: Post[]) => posts.map((post) => ({ undo: changeOf(post), at: post.sendAt?.getTime() ?? null })),
  )
  await ack()
  if (isReplay) return
  const { timezone } = await chosenAccount(deps, { ...member, currentAccountId: accountId })
  const [next] = data
  const count = data.length === 1 ? '1 pin' : `${data.length} pins`
  const when = next?.at == null ? '' : ` The next goes out ${timeIn(new Date(next.at), timezone, deps.clock(), member.locale)}.`
  const words = next ? { headline: `Moved ${count} of the series.${when}`, undo: next.undo, warnings } : { headline: NONE_LEFT }
  await answerForm(deps, args, memory, await seriesNow(deps, actor, { accountId, intervalGroupId }, words))
})

/** Reads the move. Typed days win over the time, which is filled in already. @throws BAD_REQUEST days, sendAt */
function moveOf(view: ViewArgs['view'], seenAt: number): SeriesMove {
  const days = typed(view, field.days).trim()
  if (days !== '') return { kind: 'days', days: Number(days) }
  const at = chosenTime(view, field.time)
  if (!at || at.getTime() === seenAt * 1000) throw badRequest('sendAt', 'Choose another time, or a number of days.')
  return { kind: 'to', at }
}
