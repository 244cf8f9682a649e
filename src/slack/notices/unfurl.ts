/**
 * Links of pins in messages: each is unfurled when it is posted, and again when its pin changes, as a card is.
 * @see https://docs.slack.dev/reference/events/link_shared, https://docs.slack.dev/reference/methods/chat.unfurl, read 2026-11-30
 */
import { createHash } from 'node:crypto'
import type { WebClient } from '@slack/web-api'
import { WebAPIPlatformError } from '@slack/web-api'
import { classicUnfurl, type PinEntity, unfurlEntity, type UnfurlModel } from '../../../blocks/pin/entity.js'
import type { Deps } from '../../core/ports/deps.js'
import type { Notice } from '../../core/ports/notice.js'
import { findPinPlace, pinIdIn } from '../../core/posts/review-links/pin-page.js'
import { readUnfurl } from '../features/cards/entity.js'
import { findPin } from '../features/cards/find-pin.js'
import type { LinkSharedArgs, SlackDeps } from '../listener.js'
import { deliveryOf, type Outcome } from '../reply/delivery.js'
import { forgetPinCard, keepPinCard, listLinksOf, notePinCard, type PinCard } from './pin-cards.js'

type LinkNotice = Extract<Notice, { kind: 'pinLink' }>
type Reading = Parameters<typeof readUnfurl>[0] & Pick<Deps, 'log'>

/** The most links of one message that are unfurled. */
const MOST_LINKS = 5

/**
 * Unfurls the pins that the person who posted the links may see. A link in the composer is left alone, because nobody knows yet where it
 * will be posted. Where people of other workspaces read, or where not everybody sees the account, the unfurl shows the number alone.
 */
export async function unfurlLinks(deps: SlackDeps, { event, body, client, context }: LinkSharedArgs): Promise<void> {
  const { channel, message_ts: ts, links = [], source } = event as Partial<typeof event>
  if (source === 'composer' || channel === undefined || ts === undefined) return
  const { actor } = context.member
  const { organizationId } = actor
  const isClosed = (body as { is_ext_shared_channel?: boolean }).is_ext_shared_channel !== false
  const urls = new Map(
    links.flatMap(({ url }) => {
      const postId = pinIdIn(deps, url)
      return postId === undefined ? [] : [[postId, url] as const]
    }),
  )
  const notices: LinkNotice[] = []
  for (const [postId, url] of [...urls].slice(0, MOST_LINKS)) {
    const place = await findPinPlace(deps.db.sql, organizationId, postId)
    if (place && (await findPin(deps, actor, place)))
      notices.push({ kind: 'pinLink', ...place, ts, url, ...(isClosed && { isClosed: true as const }) })
  }
  if (notices.length === 0) return
  const read = await Promise.all(notices.map((notice) => readUnfurl(deps, organizationId, notice)))
  const sent = { isClassic: false }
  const outcome = await deliveryOf(async () => {
    sent.isClassic = await send(
      client,
      { channel, ts },
      read.map(({ model }) => model),
    )
  }, deps.clock)
  if (outcome.kind !== 'delivered') return deps.log.warn({ organizationId, because: outcome.message }, 'a link was not unfurled')
  for (const [index, plain] of notices.entries()) {
    const { model, post } = read[index]!
    const notice: LinkNotice = { ...plain, ...(sent.isClassic && { isClassic: true as const }) }
    const card = { organizationId, destination: `link:${context.slackTeamId}`, channelId: channel, ts: `${ts}/${notice.postId}` }
    const commentId = model.comments.last.at(-1)?.id ?? null
    const state = { notice, remark: null, shown: digestOf(model), version: post?.version ?? null, checkedAt: null, commentId }
    await keepPinCard(deps.db.sql, { ...card, ...state }, deps.clock())
  }
}

/** Unfurls the link again, unless it shows the pin as it is. A message that is gone, or takes no unfurl any more, is given up. */
export async function updateUnfurl(deps: Reading, client: WebClient, card: PinCard & { notice: LinkNotice }): Promise<Outcome> {
  const { organizationId, channelId: channel, notice } = card
  const { model } = await readUnfurl(deps, organizationId, notice)
  const shown = digestOf(model)
  if (shown === card.shown) return { kind: 'delivered' }
  const { ts } = notice
  const others = (await listLinksOf(deps.db.sql, card)).filter(({ postId }) => postId !== notice.postId)
  const read = await Promise.all(others.map((other) => readUnfurl(deps, organizationId, other as LinkNotice)))
  const models = [model, ...read.map((one) => one.model)]
  const outcome = await deliveryOf(() => send(client, { channel, ts }, models, notice.isClassic), deps.clock)
  if (outcome.kind === 'later') return outcome
  if (outcome.kind === 'delivered') await notePinCard(deps.db.sql, card, shown)
  else await forgetPinCard(deps.db.sql, card)
  return { kind: 'delivered' }
}

/** Compares what is shown, whenever that was. */
const digestOf = (model: UnfurlModel): string =>
  createHash('sha256')
    .update(JSON.stringify(unfurlEntity({ ...model, now: new Date(0) })))
    .digest('base64url')

/** Slack’s answers of a workspace, or an app, without Work Objects. */
const NO_OBJECTS = [
  'feature_not_enabled',
  'invalid_metadata',
  'invalid_metadata_format',
  'missing_unfurls',
  'no_unfurls',
  'invalid_arguments',
]

/** Sends Work Objects, or classic unfurls where there are none. Slack also drops an object silently, with a warning. @returns true for classic ones */
async function send(
  client: WebClient,
  at: { channel: string; ts: string },
  models: readonly UnfurlModel[],
  isClassic = false,
): Promise<boolean> {
  const isTaken = !isClassic && (await sendObjects(client, at, models.map(unfurlEntity)))
  if (isTaken) return false
  const unfurls = Object.fromEntries(models.map((model) => [model.posted, { blocks: classicUnfurl(model) }]))
  await client.chat.unfurl({ ...at, unfurls }) // its type lacks newer blocks
  return true
}

async function sendObjects(client: WebClient, at: { channel: string; ts: string }, entities: PinEntity[]): Promise<boolean> {
  try {
    const { warning } = await client.chat.unfurl({ ...at, metadata: { entities } })
    return !String(warning ?? '').includes('metadata')
  } catch (error) {
    if (error instanceof WebAPIPlatformError && NO_OBJECTS.includes(error.data.error)) return false
    throw error
  }
}
