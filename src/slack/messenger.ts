/** Delivers notices to Slack: laid out by blocks/, one attempt each. The outbox decides about the next. */
import { WebClient } from '@slack/web-api'
import { findKnownMember } from '../core/accounts/members.js'
import { NO_CHANNEL, NO_LONGER_SO } from '../core/notices.js'
import type { Deps, Delivery, Messenger } from '../core/ports.js'
import { makeBoltLog } from './bolt-log.js'
import { deliveryOf } from './delivery.js'
import { refreshHome } from './features/home.js'
import { findBotToken } from './installations.js'
import { renderNotice } from './render-notice.js'
import { pictureUrls, scheduleUrls } from './picture-urls.js'
import { withoutPictures } from './without-pictures.js'

export type MessengerOptions = Pick<Deps, 'db' | 'clock' | 'sign' | 'sealer' | 'log' | 'settings'> & {
  /** Of installations that have none of their own, and of the staff's channel. */
  botToken: string
  /** null: reports are kept, and told to nobody. */
  staffChannelId: string | null
  fetch?: typeof globalThis.fetch | undefined
  slackApiUrl?: string | undefined
}

/** Nobody waits here, and what was sent twice is read twice: Slack gets ten seconds and no second try of the client's own. */
const CLIENT_OPTIONS = { timeout: 10_000, retryConfig: { retries: 0 }, rejectRateLimitedCalls: true }

export function makeMessenger(options: MessengerOptions): Messenger {
  const { db, clock, log, botToken, staffChannelId, fetch, slackApiUrl } = options
  const clientOptions = {
    ...CLIENT_OPTIONS,
    logger: makeBoltLog(log),
    ...(fetch && { fetch }),
    ...(slackApiUrl !== undefined && { slackApiUrl }),
  }
  const clients = new Map<string, WebClient>()
  const clientOf = (token: string): WebClient => {
    const known = clients.get(token) ?? new WebClient(token, clientOptions)
    clients.set(token, known)
    return known
  }
  const reading = { db, clock, log, pictureUrl: pictureUrls(options), scheduleUrl: scheduleUrls(options) }

  return {
    async deliver({ organizationId, destination, notice }): Promise<Delivery> {
      const address = await findAddress(options, { organizationId, destination, staffChannelId, botToken })
      if (address.kind === 'nowhere') return { kind: 'undeliverable', message: address.because }
      const message = await renderNotice(reading, organizationId, notice)
      if (!message) return { kind: 'undeliverable', message: NO_LONGER_SO }
      const { channel, token } = address
      const post = ({ text, blocks }: typeof message) =>
        clientOf(token).chat.postMessage({ channel, text, blocks, unfurl_links: false, unfurl_media: false })
      const delivery = await deliveryOf(() => post(message))
      if (delivery.kind === 'delivered' && notice.kind === 'accountConnected') {
        await showHomeAnew(reading, clientOf(token), { organizationId, destination }).catch((error: unknown) => {
          log.warn({ err: error }, 'a Home was not shown anew') // the message is delivered, whatever becomes of it
        })
      }
      if (delivery.kind !== 'refused') return delivery
      // Slack loads the pictures itself and refuses the whole message when it cannot
      log.warn({ notice: notice.kind, refusal: delivery.message }, 'slack refused the blocks of a notice: sent without pictures')
      const plain = await deliveryOf(() => post({ text: message.text, blocks: withoutPictures(message.blocks) }))
      return plain.kind === 'refused' ? { kind: 'undeliverable', message: plain.message } : plain
    },
  }
}

/** Who connected an account did it in the browser: their Home still says that there is none, or that it is lost. */
async function showHomeAnew(
  deps: Parameters<typeof refreshHome>[0],
  client: WebClient,
  { organizationId, destination }: { organizationId: string; destination: string },
): Promise<void> {
  const [kind, teamId = '', slackUserId = ''] = destination.split(':')
  if (kind !== 'user') return
  const member = await findKnownMember(deps.db.sql, { organizationId, teamId, userId: slackUserId })
  if (member) await refreshHome(deps, client, { member, slackUserId })
}

type Address = { kind: 'somewhere'; channel: string; token: string } | { kind: 'nowhere'; because: string }
type Wanted = { organizationId: string; destination: string; staffChannelId: string | null; botToken: string }

/** `staff`, `account:7` (the channel that hears of it), `user:T1:U1` (their messages from the app). */
async function findAddress(
  deps: Pick<Deps, 'db' | 'sealer'>,
  { organizationId, destination, staffChannelId, botToken }: Wanted,
): Promise<Address> {
  const [kind, id = '', userId] = destination.split(':')
  if (kind === 'staff') {
    return staffChannelId === null
      ? nowhere('no staff channel is set')
      : { kind: 'somewhere', channel: staffChannelId, token: botToken }
  }
  const teamId = kind === 'user' ? id : undefined
  const token = await findBotToken(deps, { organizationId, teamId }, botToken)
  if (token === undefined) return nowhere('the app is in no workspace of this organization')
  if (kind === 'user')
    return userId === undefined ? nowhere(`no user in ${destination}`) : { kind: 'somewhere', channel: userId, token }
  if (kind !== 'account' || !/^\d{1,18}$/.test(id)) return nowhere(`unknown destination ${destination}`)
  const [account] = await deps.db.sql<{ channel: string | null }[]>`
    select notify_channel_id as channel
      from accounts
     where organization_id = ${organizationId}
       and id = ${id}`
  if (!account?.channel) return nowhere(NO_CHANNEL)
  return { kind: 'somewhere', channel: account.channel, token }
}

const nowhere = (because: string): Address => ({ kind: 'nowhere', because })
