/** Reads all pins of one series, in order. */
import type { ListRef } from '../../../../../blocks/pin/memory.js'
import type { Message } from '../../../../../blocks/kit/kit.js'
import { seriesCard, type SeriesRef } from '../../../../../blocks/pins/series.js'
import type { Member } from '../../../../core/accounts/people/members.js'
import type { Actor } from '../../../../core/lib/actor.js'
import { fingerprintOf } from '../../../../core/posts/seen.js'
import { readSeries } from '../../../../core/posts/search.js'
import type { Warning } from '../../../../core/posts/state/warning.js'
import type { ChangeRef } from '../../../../core/posts/undo/change.js'
import { cardsOf } from '../../cards/cards.js'
import type { SlackDeps } from '../../../listener.js'

/** @throws NOT_FOUND */
export const seriesNow = async (
  deps: SlackDeps,
  actor: Actor,
  series: SeriesRef,
  words: { headline: string; undo?: ChangeRef; warnings?: readonly Warning[] },
): Promise<Message> => {
  const posts = await readSeries(deps, actor, series)
  return seriesCard(await cardsOf(deps, actor, posts), words, fingerprintOf(posts))
}

/** Returns the series without its first line, which the answer replaces. @throws NOT_FOUND */
export async function seriesAgain(
  deps: SlackDeps,
  { actor }: Member,
  ref: Extract<ListRef, { kind: 'series' }>,
): Promise<Message> {
  const { text, blocks } = await seriesNow(deps, actor, ref, { headline: 'All pins of the series' })
  return { text, blocks: blocks.slice(1) }
}
