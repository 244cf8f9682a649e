/** Turns what a person sends into a review, shown at once and again as its files are read. */
import type { WebClient } from '@slack/web-api'
import { inline, type Message } from '../../../../blocks/kit/kit.js'
import { readyMessage } from '../../../../blocks/review/view.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { SECOND_MS } from '../../../core/lib/duration.js'
import { mapConcurrently } from '../../../core/lib/work/concurrency.js'
import { fillReview, type Filled } from '../../../core/sources/review/fill.js'
import { readReview, noteSeen } from '../../../core/sources/review/change.js'
import { draftsIn, MOST_ITEMS, type ReviewRef, type Review, readsPages } from '../../../core/sources/review/model.js'
import type { Given } from '../../../core/sources/review/proposals.js'
import { type LoadFile, readItem } from '../../../core/sources/read-item.js'
import { makeProgress } from '../../reply/progress.js'
import type { SlackDeps } from '../../listener.js'
import { postReview, showIn } from '../pins/lists/review.js'

/** Downloads at once: Slack delivers files about as fast one by one, and more would only delay others. */
const AT_ONCE = 3

export type Bringer = { client: WebClient; member: Member; slackUserId: string }
type Brought = Given & { accountId: string; others?: readonly string[] }

/** @throws as fillReview(): nothing was taken */
export const takeIn = (deps: SlackDeps, { member }: Bringer, { others: _, ...given }: Brought): Promise<Filled> =>
  fillReview(deps, member.actor, given)

/** Reports the progress where the pins were sent from, unless that is in the app's direct messages. */
export type Answer = (message: Message) => Promise<unknown>

/** Time after which progress is sent: longer than most pages take to read. */
const READING_MS = 3 * SECOND_MS

/** Sends the first answer, that pins are being read, only if that takes longer: Slack cannot replace an answer to a command. */
export function patiently(send: Answer): Answer {
  let sent: Promise<unknown> = Promise.resolve()
  let waiting: NodeJS.Timeout | undefined
  return (message) => {
    if (waiting === undefined) {
      waiting = setTimeout(() => void (sent = send(message).catch(() => undefined)), READING_MS).unref()
      return Promise.resolve()
    }
    clearTimeout(waiting)
    return sent.then(() => send(message))
  }
}

/** Shows the review, and reads its new items. */
export async function showBrought(
  deps: SlackDeps,
  bringer: Bringer,
  { review, added, again, leftOver }: Filled,
  { others = [], answer, ready }: { others?: readonly string[]; answer?: Answer | undefined; ready?: typeof reviewIsReady } = {},
): Promise<void> {
  const { client, member, slackUserId } = bringer
  const ref = { accountId: review.accountId, reviewId: review.id }
  const headline = leftOutLines(leftOver, others)
  await postReview(deps, client, member, { slackUserId, before: review.shownIn }, { ...ref, headline })
  if (again.length > 0) await readItems(deps, bringer, { ref, positions: again, which: 'again', headline })
  await readItems(deps, bringer, { ref, positions: added, which: 'first', headline, answer, ...(ready && { ready }) })
}

/** Returns the message with the number of drafts and of failed items. */
export async function reviewIsReady(deps: SlackDeps, { actor }: Member, ref: ReviewRef): Promise<Message> {
  const review = await readReview(deps, actor, ref)
  const failed = review.items.filter(({ state, isLeftOut }) => state.name === 'failed' && !isLeftOut).length
  return readyMessage(ref, { count: draftsIn(review).length, failed })
}

function leftOutLines(leftOver: readonly string[], others: readonly string[]): string {
  const named = (names: readonly string[]) =>
    names.length > 3 ? `${names.length} files` : names.map((name) => `“${inline(name, 60)}”`).join(', ')
  return [
    ...(leftOver.length > 0
      ? [`:warning: A review holds ${MOST_ITEMS} pins: ${named(leftOver)} didn’t fit. Schedule or keep these first.`]
      : []),
    ...(others.length > 0 ? [`:warning: Not images or videos: ${named(others)}.`] : []),
  ].join('\n')
}

type Reading = {
  ref: ReviewRef
  positions: readonly number[]
  which: 'first' | 'again'
  headline?: string
  answer?: Answer | undefined
  /** Makes the final answer. */
  ready?: typeof reviewIsReady
}

/** Reads the items. The review is redrawn at most once a second meanwhile, and once when all are read. */
export async function readItems(
  deps: SlackDeps,
  { client, member }: Bringer,
  { ref, positions, which, headline = '', answer, ready = reviewIsReady }: Reading,
): Promise<void> {
  const { actor } = member
  const load: LoadFile = (file, work) =>
    deps.withUploads(deps, { actor, client, files: [file] }, ([uploadId = '']) => work(uploadId))
  const show = async () => {
    const { shownIn } = await readReview(deps, actor, ref)
    if (shownIn) await showIn(deps, client, member, shownIn, { ...ref, ...(headline !== '' && { headline }) })
  }
  const showProgress = () =>
    show().catch((error: unknown) => deps.log.info({ err: error, ...ref }, 'the progress of a review was not shown'))
  const progress = makeProgress('0', showProgress)
  progress.start()
  let done = 0
  await mapConcurrently(positions, AT_ONCE, async (position) => {
    await readItem(deps, actor, { ...ref, position, which }, load).catch((error: unknown) =>
      deps.log.warn({ err: error, ...ref, position }, 'an item of a review was not read'),
    )
    progress.report(String(++done))
  })
  await progress.stop()
  const seen = await readReview(deps, actor, ref)
  await show()
  deps.whenMoreCome(show)
  followPages(deps, member, { ref, seen, show, done: async () => void (await answer?.(await ready(deps, member, ref))) })
}

/** Intervals of redrawing, short at first because most pages answer at once. Slack takes one change of a message a second. */
const OFTEN = { everyMs: SECOND_MS, times: 60 }
const SELDOM = { everyMs: 10 * SECOND_MS, times: 420 }

/** `seen`: the review before it was shown. `done`: called once all items are read. */
type Following = { ref: ReviewRef; seen: Review; show: () => Promise<void>; done: () => Promise<void> }

export function followPages(deps: SlackDeps, { actor }: Member, { ref, seen, show, done }: Following): void {
  let turns = 0
  let shown = statesOf(seen)
  const look = async (): Promise<void> => {
    const review = await readReview(deps, actor, ref)
    const state = statesOf(review)
    if (state !== shown) {
      await show()
      deps.whenMoreCome(show)
      await noteSeen(deps, actor, ref)
    }
    shown = state
    if (readsPages(review)) return later()
    await done().catch((error: unknown) => deps.log.info({ err: error, ...ref }, 'it was not said that a review is ready'))
  }
  const tryLook = () =>
    void look().catch((error: unknown) => {
      deps.log.info({ err: error, ...ref }, 'the pages of a review were not shown; it is tried again')
      later()
    })
  const later = () => {
    turns++
    if (turns > OFTEN.times + SELDOM.times) return
    setTimeout(tryLook, turns > OFTEN.times ? SELDOM.everyMs : OFTEN.everyMs).unref()
  }
  tryLook()
}

const statesOf = ({ items }: Review): string => items.map(({ state }) => state.name).join()
