/** The app's Home: published when it is opened, after the viewer's own change, and after other changes that it shows. */
import { action } from '../../../../blocks/home/account.js'
import { type HomePage, readHomePage, writeHome } from '../../../../blocks/pin/home-memory.js'
import { outcomeLineOf } from '../../../../blocks/pin/lists.js'
import type { Message } from '../../../../blocks/kit/kit.js'
import { createHash } from 'node:crypto'
import type { HomeView } from '@slack/types'
import type { WebClient } from '@slack/web-api'
import { chooseAccount, type Member } from '../../../core/accounts/people/members.js'
import { beginHome, endHome, type HomeKey, markHomesDirty } from '../../../core/notices/homes.js'
import { after } from '../../../core/lib/duration.js'
import { UNDO_MS } from '../../../core/posts/undo/change.js'
import { deliveryOf, isHashConflict } from '../../reply/delivery.js'
import { onAction, type ActionArgs, type HomeOpenedArgs, type SlackDeps } from '../../listener.js'
import { withoutPictures } from '../../reply/without-pictures.js'
import { chosenAccount } from '../../accounts.js'
import { sendToPerson } from '../../reply/send-to-person.js'
import { type HomeDeps, saidNow, viewOfHome } from './view.js'

export type Publishing = HomeDeps & Pick<SlackDeps, 'log' | 'wallClock' | 'whenMoreCome' | 'suspectPictures'>
type Viewer = {
  member: Member
  slackUserId: string
  /** Fingerprint of the Home that the viewer has now, if Slack sent it. */
  fingerprint?: string | undefined
  /** Slack's hash of that Home: if it has changed when this one is ready, this one is not published. */
  hash?: string | undefined
  /** The confirmation to show. null: none; absent: the one that was shown last. */
  page?: HomePage | null | undefined
  /** True when Home is published because something changed, not because the viewer opened it. */
  isUnrequested?: boolean
}

/** Publishes Home when it is opened. A confirmation that can still be undone stays. */
export async function openHome(deps: SlackDeps, { event, client, context }: HomeOpenedArgs): Promise<void> {
  if (event.tab !== 'home') return
  const { member, slackUserId } = context
  const left = leftOn(event.view)
  const said = saidNow(left, deps.clock())
  const page = left && said ? { accountId: left.accountId, said } : null
  const fingerprint = event.view?.private_metadata
  const { hash } = (event.view ?? {}) as { hash?: string } // Slack sends it, Bolt's type does not know it
  try {
    await publishHome(deps, client, { member, slackUserId, fingerprint, hash, page })
  } catch (error) {
    if (!isHashConflict(error)) throw error
  }
}

onAction(action.homeAccount, async (deps, { action, client, context }) => {
  if (action.type !== 'static_select') return
  const accountId = action.selected_option.value
  const { member, slackUserId, slackTeamId } = context
  await chooseAccount(deps, member.actor, { teamId: slackTeamId, slackUserId, accountId })
  await publishHome(deps, client, { member: { ...member, currentAccountId: accountId }, slackUserId, page: null })
})

/**
 * Publishes Home with an empty menu. Slack keeps showing the choice until the menu has another id, and does not send the same
 * choice twice.
 */
export async function emptyHomeMenu(deps: SlackDeps, { body, client, context }: ActionArgs): Promise<void> {
  const { member, slackUserId } = context
  const left = homePageOf(body.view)
  const accountId = left?.accountId ?? member.currentAccountId ?? ''
  await publishHome(deps, client, { member, slackUserId, page: { accountId, turn: ((left?.turn ?? 0) + 1) % TURNS } })
}
const TURNS = 1000

/** Refreshes the viewer's Home after a change of theirs. A failure is only logged; a loop publishes the Homes of others. */
export async function refreshHome(deps: Publishing, client: WebClient, viewer: Viewer): Promise<void> {
  const { organizationId, userId: exceptUserId } = viewer.member.actor
  const [own, others] = await Promise.allSettled([
    publishHome(deps, client, viewer),
    markHomesDirty(deps.db.sql, { organizationId, accountId: null, exceptUserId }),
  ])
  if (own.status === 'rejected') deps.log.warn({ err: own.reason as unknown }, 'a Home was not refreshed')
  if (others.status === 'rejected') deps.log.warn({ err: others.reason as unknown }, 'the Homes of others were not marked')
}

/** Shows Home again with the answer and its Undo as its first line. If Home cannot be shown, the answer is a direct message. */
export async function sayOnHome(deps: SlackDeps, client: WebClient, viewer: Viewer, message: Message): Promise<void> {
  const { member, slackUserId, page: left } = viewer
  const said = { ...outcomeLineOf(message), until: after(deps.clock(), UNDO_MS).getTime() }
  const accountId = left?.accountId ?? (await chosenAccount(deps, member)).account.id
  const page: HomePage = { ...left, accountId, said }
  const { organizationId, userId: exceptUserId } = member.actor
  try {
    await publishHome(deps, client, { ...viewer, page })
  } catch (error) {
    deps.log.warn({ err: error }, 'a Home was not refreshed')
    await sendToPerson(deps, { client, slackUserId }, message)
  }
  await markHomesDirty(deps.db.sql, { organizationId, accountId: null, exceptUserId }).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'the Homes of others were not marked'),
  )
}

/** Publishes Home unless its content is unchanged. Home itself stores its fingerprint and its confirmation. */
export async function publishHome(deps: Publishing, client: WebClient, viewer: Viewer): Promise<void> {
  const { member, slackUserId, fingerprint, hash, page: requested, isUnrequested = false } = viewer
  const { sql } = deps.db
  const key = keyOf(member, slackUserId)
  const { number, ...before } = await beginHome(sql, key, { isSeen: !isUnrequested }, deps.wallClock())
  const page = requested === undefined ? (before.page as HomePage | null) : requested // written by this function
  const { view, accountId } = await viewOfHome(deps, member, page)
  const digest = createHash('sha256').update(JSON.stringify(view)).digest('base64url')
  const named = (print: string) => writeHome(print, page)
  const end = (print: string) => endHome(sql, key, number, { accountId, page, fingerprint: named(print) })
  if (named(digest) === (fingerprint ?? before.fingerprint)) return end(digest)
  const publish = async (shown: HomeView, print: string) => {
    const view = { ...shown, private_metadata: named(print) }
    await client.views.publish({ user_id: slackUserId, view, ...(hash !== undefined && { hash }) })
    await end(print)
  }
  const publishing = publish(view, digest)
  const outcome = await deliveryOf(() => publishing, deps.clock)
  if (outcome.kind === 'refused') {
    // Slack loads the pictures itself and refuses the whole view when it cannot; the next view tries them again
    deps.log.warn({ refusal: outcome.message }, 'slack refused a Home: published without pictures')
    deps.suspectPictures(view)
    return publish({ ...view, blocks: withoutPictures(view.blocks) }, 'without-pictures')
  }
  await publishing
  deps.whenMoreCome(() => publishHome(deps, client, { member, slackUserId, isUnrequested: true }))
}

const keyOf = ({ actor: { organizationId, userId } }: Member, slackUserId: string): HomeKey => ({
  organizationId,
  teamId: userId.slice(0, -slackUserId.length - 1),
  slackUserId,
})

type SomeView = { type: string; private_metadata?: string }

/** Returns what the clicked Home stores, without its confirmation; undefined: nothing, or it is no Home. */
export function homePageOf(view: SomeView | undefined): HomePage | undefined {
  const left = leftOn(view)
  if (!left) return undefined
  const { said: _, ...page } = left
  return page
}

const leftOn = (view: SomeView | undefined): HomePage | undefined =>
  view?.type === 'home' ? readHomePage({ private_metadata: view.private_metadata ?? '' }) : undefined
