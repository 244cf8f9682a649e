/** The picture of the coming days. */
import { type DrawnWeek, planWeek, type WeekItem } from '../../../../blocks/pins/week-picture.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { instantOfDay, wallDayOf } from '../../../core/lib/time.js'
import type { Post } from '../../../core/posts/post.js'
import { readStates } from '../../../core/posts/state/read.js'
import type { WeekEntry } from '../../../core/posts/schedule/week.js'
import type { PictureSource } from '../../pictures/picture-source.js'
import { shownOf } from '../../../core/media/post-media.js'
import type { SlackDeps } from '../../listener.js'

/** The most pins in a picture of seven days. */
export const WEEK_PICTURED = 150
const DAYS = 7

type Shown = {
  entries: readonly WeekEntry[]
  /** Drafts that should have been published in these days. */
  failed: readonly Post[]
  /** The first instant of the first day. */
  start: Date
  timezone: string
}

/** @param timeoutMs the time to wait; a later picture is in the next view @returns undefined: there is nothing to show */
export async function drawnWeek(
  deps: Pick<SlackDeps, 'db' | 'clock' | 'pictureOf'>,
  { locale }: Pick<Member, 'locale'>,
  { entries, failed, start, timezone }: Shown,
  timeoutMs?: number,
): Promise<DrawnWeek | undefined> {
  const today = wallDayOf(start, timezone)
  const days = Array.from({ length: DAYS }, (_, day) => instantOfDay(today + day, 0, timezone))
  const end = instantOfDay(today + DAYS, 0, timezone)
  const posts = entries.flatMap((entry) => (entry.kind === 'pin' || entry.kind === 'waiting' ? [entry.post] : []))
  const states = await readStates(deps, posts)
  const stateOf = new Map(posts.map(({ id }, index) => [id, states[index]?.name ?? 'scheduled']))
  const items: WeekItem<PictureSource>[] = [
    ...entries.map((entry): WeekItem<PictureSource> => {
      if (entry.kind === 'pin' || entry.kind === 'waiting')
        return pinOf(entry.post, entry.at, stateOf.get(entry.post.id) ?? 'scheduled')
      return entry.kind === 'open' ? entry : { kind: 'repeat', at: entry.at, title: entry.post?.title ?? null }
    }),
    ...failed.flatMap((post) => {
      const at = failedAt(post)
      return at && at >= start && at < end ? [pinOf(post, at, isUnconfirmed(post) ? 'unconfirmed' : 'failed')] : []
    }),
  ]
  const planned = planWeek(items, days, { timezone, locale, now: deps.clock() })
  if (!planned) return undefined
  const { plan, covers, words } = planned
  return { picture: await deps.pictureOf({ kind: 'week', plan, covers }, timeoutMs), words }
}

const failedAt = ({ failure }: Post): Date | undefined => failure?.sendAt ?? undefined
const isUnconfirmed = ({ failure }: Post): boolean => failure?.reason === 'outcome_unknown'

function pinOf(post: Post, at: Date, state: Extract<WeekItem<unknown>, { kind: 'pin' }>['state']): WeekItem<PictureSource> {
  const { organizationId, media } = post
  const cover = shownOf(media)
  return {
    kind: 'pin',
    at,
    post,
    state,
    isRepeat: post.sourcePostId !== null,
    cover: cover ? { kind: 'media', organizationId, media: cover } : null,
  }
}
