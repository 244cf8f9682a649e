/** Draws the answers of tools for Slack's own assistant, from the same cards as the app's messages. */
import type { AnyBlock } from '@slack/types'
import { z } from 'zod'
import {
  answerBlocks,
  type AnswerCard,
  type AnswerModel,
  approvalNote,
  DECIDE,
  MORE,
  openLine,
  problemLine,
  writtenLines,
} from '../../../../blocks/pins/answer.js'
import { linkTo } from '../../../../blocks/kit/link.js'
import { totalText } from '../../../../blocks/stats/text.js'
import type { Actor } from '../../../core/lib/actor.js'
import { APPROVAL_STATES } from '../../../core/posts/approval/status.js'
import type { Drawing } from '../../../core/ports/drawing.js'
import type { SlackDeps } from '../../listener.js'
import { publicAddressOf } from '../../pictures/picture-source.js'
import { explain } from '../../reply/errors.js'
import { cardsOf } from '../cards/cards.js'
import { findPin } from '../cards/find-pin.js'

/** The most cards of one carousel, and so of an answer. */
const MOST_CARDS = 10
const MOST_OPEN = 10

const at = z.string().transform((text) => new Date(text))
const pin = z.object({
  postId: z.string().optional(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  url: z.string().nullable(),
  sendAt: at.nullable(),
  board: z.object({ name: z.string().nullable() }).nullable(),
})
const approval = z.object({
  postId: z.string(),
  state: z.enum(APPROVAL_STATES),
  requestedBy: z.string(),
  decidedBy: z.string().optional(),
  reason: z.string().optional(),
})
/** The parts of the tools' answers that are drawn. */
const answer = z.object({
  pin: pin.optional(),
  pins: z.array(pin).optional(),
  schedule: z.array(z.object({ at, postId: z.string().optional() })).optional(),
  approvals: z.array(approval).optional(),
  sum: z.record(z.string(), z.number().nullable()).optional(),
  bestPins: z.array(z.object({ pinterestUrl: z.string(), title: z.string().optional() })).optional(),
  comment: z.object({ text: z.string() }).optional(),
  slot: z.object({ day: z.string(), time: z.string(), timezone: z.string() }).optional(),
  done: z.boolean().optional(),
  dryRun: z.boolean().optional(),
  isReplayed: z.boolean().optional(),
  price: z.object({ amount: z.number(), unit: z.string(), left: z.number().nullable() }).optional(),
  warnings: z.array(z.object({ message: z.string() })).optional(),
  nextCursor: z.string().optional(),
  nextFrom: z.string().optional(),
})
type Answer = z.output<typeof answer>

/** Reads the pins of the answer as the person may see them, and draws it. */
export async function drawAnswer(
  deps: SlackDeps,
  actor: Actor,
  { tool, title, accountId, result, error, press }: Drawing,
): Promise<AnyBlock[]> {
  if (accountId === null)
    return answerBlocks({ title, cards: [], lines: [problemLine(explain(deps, error, { type: tool }).sentence)] })
  const given = answer.parse(result)
  const cards = await cardsIn(deps, actor, accountId, given)
  return answerBlocks({
    title,
    cards,
    isOne: given.pin !== undefined,
    ...(given.done === undefined ? shownIn(given) : { lines: writtenLines(given) }),
    press: press === null ? null : { tool, title, value: press },
  })
}

async function cardsIn(deps: SlackDeps, actor: Actor, accountId: string, given: Answer): Promise<AnswerCard[]> {
  const { pin: one, pins = [], schedule = [], approvals = [] } = given
  const named = [...(one ? [one] : []), ...pins, ...schedule, ...approvals].flatMap(({ postId }) => postId ?? [])
  const ids = [...new Set(named)].slice(0, MOST_CARDS)
  const posts = await Promise.all(ids.map(async (postId) => findPin(deps, actor, { accountId, postId })))
  const picturesOf: SlackDeps['picturesOf'] = async (sources) =>
    sources.map((source) => {
      const url = publicAddressOf(deps, source)
      return url?.startsWith('https://') ? { kind: 'url', url } : null // any other drops the whole answer
    })
  const found = posts.flatMap((post) => post ?? [])
  const cards = await cardsOf({ ...deps, picturesOf }, actor, found, { firstOpen: new Map() })
  const noteOf = new Map(approvals.map((each) => [each.postId, approvalNote(each)]))
  return cards.map((card) => {
    const note = noteOf.get(card.post.id)
    return note === undefined ? card : { ...card, note }
  })
}

function shownIn({ schedule = [], approvals, sum, bestPins = [], ...given }: Answer): Partial<AnswerModel> {
  const open = schedule.flatMap((entry) => (entry.postId === undefined ? entry.at : [])).slice(0, MOST_OPEN)
  const compared = Object.entries(sum ?? {}).flatMap(([metric, total]) =>
    total === null ? [] : [{ metric, total, before: null, change: null }],
  )
  const best = bestPins.map(
    ({ pinterestUrl, title = '' }, index) => `${index + 1}. ${linkTo(pinterestUrl, title || 'Untitled pin')}`,
  )
  const isMore = given.nextCursor !== undefined || given.nextFrom !== undefined
  return {
    lines: [...openLine(open), ...best],
    numbers: totalText(compared),
    notes: [...(approvals?.some(({ state }) => state === 'pending') ? [DECIDE] : []), ...(isMore ? [MORE] : [])],
  }
}
