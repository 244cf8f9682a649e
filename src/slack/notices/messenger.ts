/** Delivers notices to Slack, rendered by blocks/, with one attempt each; the outbox decides about the next. */
import type { WebClient } from '@slack/web-api'
import { whyYou } from '../../../blocks/pin/notices.js'
import { findKnownMember, type Member } from '../../core/accounts/people/members.js'
import { markHomesDirty } from '../../core/notices/homes.js'
import { enqueueNotice, undeliverable } from '../../core/notices/notices.js'
import type { Notice } from '../../core/ports/notice.js'
import type { Deps, Delivery, Messenger, Sql, UndeliverableCause } from '../../core/ports/deps.js'
import type { Platform } from '../../core/ports/platform.js'
import { alertUnreached, listFallbackRecipients } from '../../core/notices/fallback-recipient.js'
import { alertUnheard } from '../../core/accounts/workspaces/unheard.js'
import { findAddress, type Somewhere } from './addresses.js'
import { endStep } from './end-step.js'
import { makeClients, teamOf } from '../transport/clients.js'
import { deliveryOf, type Outcome } from '../reply/delivery.js'
import { fallingBack } from '../reply/fallback.js'
import { refreshHome } from '../features/home/home.js'
import type { SlackAccess } from '../transport/access.js'
import { leaveWorkspaces } from '../install/leave.js'
import { makePictures, MESSAGE_TIMEOUT_MS, type PictureDeps } from '../pictures/pictures.js'
import type { KeptMessage } from '../reply/kept-messages.js'
import { isPinNotice, keepPinCard, type PinCard } from './pin-cards.js'
import { type Delivered, postMessage } from './post-message.js'
import { renderNotice, readConnected } from './render.js'
import { tokenFor } from '../install/installations.js'
import { makeFindPerson } from '../people/find-person.js'
import { makePeople } from '../people/people.js'
import { digestOf, updateCard, withRemark } from './update-card.js'
import { connectedMessage } from '../../../blocks/admin/account-notices.js'
import { messageView } from '../../../blocks/kit/sentence.js'
import { setUpView } from '../../../blocks/slots/set-up.js'
import { requireAccount } from '../../core/accounts/accounts.js'

export type MessengerOptions = Pick<Deps, 'wallClock' | 'sealer'> &
  PictureDeps &
  SlackAccess & {
    /** The pages that a notice links to. */
    platform: Pick<Platform, 'pages'>
    /** The channel for reports; null: reports are stored and sent to nobody. */
    staffChannelId: string | null
    /** The workspace whose token posts to that channel; null: the token of the configuration posts. */
    staffTeamId?: string | null | undefined
  }

type DeliveryJob = {
  organizationId: string
  destination: string
  notice: Notice
  /** mrkdwn that is shown below the notice. */
  remark?: string
}

type Kept = Pick<PinCard, 'organizationId' | 'destination' | 'notice' | 'remark'> & { sent: KeptMessage; shown: Delivered }

export function makeMessenger(options: MessengerOptions): Messenger {
  const { db, clock, wallClock, log, platform, staffChannelId } = options
  const { picturesFor, suspect } = makePictures(options)
  const fetch = fallingBack(options.fetch ?? globalThis.fetch, { log, wallClock, suspect })
  const clientOf = makeClients({ ...options, fetch })

  const findPerson = makeFindPerson(options, makePeople(wallClock))
  /**
   * Finds the person of the direct messages, for notices that are for them alone. A reminder needs their role of now, so Slack
   * confirms it; `gone`: they left.
   */
  const readerOf = async ({ organizationId, destination, notice }: DeliveryJob): Promise<Member | 'gone' | undefined> => {
    if (notice.kind === 'accountConnected' || notice.kind === 'commentsAdded')
      return findReader(db.sql, { organizationId, destination }, clock())
    if (notice.kind !== 'approvalsWaiting') return undefined
    const [, teamId = '', userId = ''] = destination.split(':')
    const person = await findPerson({ organizationId, teamId, userId })
    if (!person) throw new Error('slack does not confirm the person of a reminder now')
    return person
  }

  const readingOf = (organizationId: string, client: WebClient) => {
    const pictured = picturesFor({ organizationId, teamId: () => teamOf(client), client, timeoutMs: MESSAGE_TIMEOUT_MS })
    return { db, clock, wallClock, log, platform, ...pictured }
  }
  const deliverTo = async (
    { organizationId, destination, notice, remark }: DeliveryJob,
    address: Somewhere,
  ): Promise<Outcome> => {
    const { channel, token } = address
    const client = clientOf(token)
    const reading = readingOf(organizationId, client)
    const reader = await readerOf({ organizationId, destination, notice })
    if (reader === 'gone') return undeliverable('no_longer_so')
    if (notice.kind === 'accountConnected' && notice.form && reader)
      await updateConnectForm(reading, client, { organizationId, notice, reader })
    const rendered = await renderNotice(reading, organizationId, notice, reader)
    if (!rendered) return undeliverable('no_longer_so')
    const message = withRemark(rendered, remark ?? null)
    const poster = { db, clock, log, client, organizationId, place: channel }
    const post = async () => {
      const sent = await postMessage(poster, message)
      if (isPinNotice(notice) && !sent.isReply)
        await keep({ organizationId, destination, notice, remark: remark ?? null, sent, shown: message })
    }
    const delivery = await deliveryOf(post, clock)
    if (delivery.kind === 'delivered' && notice.kind === 'accountConnected' && reader) {
      const slackUserId = destination.split(':').at(-1) ?? ''
      // The account was connected in the browser: Home still says that there is none, or that it is disconnected.
      await refreshHome(reading, client, { member: reader, slackUserId }).catch((error: unknown) => {
        log.warn({ err: error }, 'a Home was not refreshed') // the message is delivered in any case
      })
    }
    if (delivery.kind === 'delivered' && notice.kind === 'approvalsCard' && rendered.againAt)
      await drawAgain({ organizationId, destination, notice }, rendered.againAt)
    if (delivery.kind === 'delivered' && 'accountId' in notice) {
      const { accountId } = notice
      await markHomesDirty(db.sql, { organizationId, accountId }).catch((error: unknown) => {
        log.warn({ err: error }, 'Homes were not marked') // they are refreshed when they are opened
      })
    }
    return delivery
  }
  /** Stores the sent message; a failure is only logged, because sending it again would post it twice. */
  const keep = async ({ sent, shown: message, ...card }: Kept): Promise<void> => {
    const { version = null, checkedAt = null, commentId = null, againAt } = message
    await keepPinCard(
      db.sql,
      { ...card, ...sent, shown: digestOf(message), version, checkedAt, commentId, againAt },
      clock(),
    ).catch((error: unknown) => log.warn({ organizationId: card.organizationId, err: error }, 'a card will not follow its pin'))
  }
  /** Enqueues the card for the time at which its content changes; that row waits for the time without delaying others. */
  const drawAgain = async (
    { organizationId, destination, notice }: DeliveryJob & { notice: { kind: 'approvalsCard' } },
    at: Date,
  ): Promise<void> => {
    const key = `approvals:${notice.batchId}@${at.getTime()}`
    await enqueueNotice(db.sql, { organizationId, destination, dedupeKey: key, orderKey: key, notice }, at).catch(
      (error: unknown) => log.warn({ organizationId, err: error }, 'a card will not be drawn again'),
    )
  }
  const updateInPlace = async ({ organizationId, destination }: DeliveryJob, cardId: string): Promise<Outcome> => {
    const [kind, teamId] = destination.split(':')
    const token = await tokenFor(options, { organizationId, teamId: kind === 'user' || kind === 'link' ? teamId : undefined })
    if (token === undefined) return undeliverable('not_installed')
    const client = clientOf(token)
    return updateCard(readingOf(organizationId, client), client, { organizationId, cardId })
  }
  const deliverJob = async (job: DeliveryJob): Promise<{ outcome: Outcome; channel: string | null }> => {
    const address = await findAddress(options, { ...job, staffChannelId })
    if (address.kind === 'somewhere') return { outcome: await deliverTo(job, address), channel: address.channel }
    const outcome =
      address.cause === undefined ? ({ kind: 'undeliverable', message: address.because } as const) : undeliverable(address.cause)
    return { outcome, channel: null }
  }

  return {
    leave: (organizationId) => leaveWorkspaces(options, organizationId),
    async nameOf(organizationId, person) {
      const [teamId, user = ''] = person.split(':')
      const token = await tokenFor(options, { organizationId, teamId })
      if (token === undefined) return null
      const { user: known } = await clientOf(token).users.info({ user })
      return known?.profile?.real_name ?? known?.real_name ?? null
    },
    async deliver({ organizationId, destination, notice }): Promise<Delivery> {
      if (notice.kind === 'pinCard')
        return asDelivery(await updateInPlace({ organizationId, destination, notice }, notice.cardId))
      if (notice.kind === 'stepEnded') return asDelivery(await endStep({ ...options, clientOf }, { organizationId, ...notice }))
      const { outcome, channel } = await deliverJob({ organizationId, destination, notice })
      if (!isNoPlace(outcome)) return asDelivery(outcome)
      if (notice.kind === 'clientCard') {
        if (channel !== null) await alertUnreached(db, { organizationId, ...notice, channelId: channel }, clock())
        return undeliverable('no_channel')
      }
      const instead = await listFallbackRecipients(db.sql, organizationId, notice)
      if (instead === undefined) return asDelivery(outcome)
      let last = outcome
      for (const one of instead) {
        const { outcome: tried } = await deliverJob({
          organizationId,
          destination: `user:${one.userId}`,
          notice,
          remark: whyYou(one, channel),
        })
        if (tried.kind === 'delivered' || tried.kind === 'later') return tried
        last = tried
      }
      const isMissed = last.kind === 'undeliverable' && isNobody(last.cause)
      if (!isMissed || !(await alertUnheard({ db }, organizationId, clock()))) return asDelivery(last)
      return undeliverable('unheard')
    },
  }
}

const isNobody = (cause: UndeliverableCause | undefined): boolean => cause === 'no_channel' || cause === 'not_installed'
/** True when the destination cannot receive it, so another person may have to be notified. */
const isNoPlace = (outcome: Outcome): boolean =>
  outcome.kind === 'closed' || (outcome.kind === 'undeliverable' && isNobody(outcome.cause))

const asDelivery = (outcome: Outcome): Delivery =>
  outcome.kind === 'refused' || outcome.kind === 'closed' ? { kind: 'undeliverable', message: outcome.message } : outcome

/** Finds the person of the direct messages; undefined: it is a channel, or they are not known. */
async function findReader(
  sql: Sql,
  { organizationId, destination }: { organizationId: string; destination: string },
  now: Date,
): Promise<Member | undefined> {
  const [kind, teamId = '', userId = ''] = destination.split(':')
  return kind === 'user' ? findKnownMember(sql, { organizationId, teamId, userId }, now) : undefined
}

/** An account that was connected through the form: the form then shows the remaining setup, or that it is done. */
type Connected = { organizationId: string; notice: Extract<Notice, { kind: 'accountConnected' }>; reader: Member }

/** Updates the form; a person who has closed it gets the same by message. */
async function updateConnectForm(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  client: WebClient,
  { notice, reader }: Connected,
): Promise<void> {
  try {
    const account = await requireAccount(deps.db.sql, reader.actor, notice.accountId)
    const { setUp, ...connected } = await readConnected(deps, account, { notice, reader })
    const message = connectedMessage(account, connected)
    const view = setUp ? setUpView(setUp, message.blocks) : messageView('Connected', message)
    await client.views.update({ external_id: notice.form?.id, view } as Parameters<typeof client.views.update>[0])
  } catch (error) {
    deps.log.debug({ err: error }, 'a form was closed before its account was connected')
  }
}
