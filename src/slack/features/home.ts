/** The app's Home: published when it is opened and after the viewer's own change. */
import { createHash } from 'node:crypto'
import type { ViewOutput } from '@slack/bolt'
import type { WebClient } from '@slack/web-api'
import { type HomeModel, type HomePage, homeView } from '../../../blocks/home.js'
import { listAccounts } from '../../core/accounts/accounts.js'
import { chooseAccount, type Member } from '../../core/accounts/members.js'
import { readUsage } from '../../core/billing/usage.js'
import { listPosts } from '../../core/posts/list.js'
import { listOpenSlots } from '../../core/slots/next-open-slot.js'
import { cardsOf } from '../cards.js'
import type { ActionArgs, HomeOpenedArgs, SlackDeps } from '../listener.js'

const PINS_SHOWN = 5
const SLOTS_SHOWN = 3
/** Among so many of the newest drafts the failed ones are looked for; more are not counted. */
const DRAFTS_READ = 100

type Viewer = {
  member: Member
  slackUserId: string
  /** Of the Home that the viewer has now, where Slack told it. */
  fingerprint?: string | undefined
  /** Where the next pins begin, on the account of that page; otherwise with the first. */
  page?: HomePage | undefined
}

export async function openHome(deps: SlackDeps, { event, client, context }: HomeOpenedArgs): Promise<void> {
  if (event.tab !== 'home') return
  const { member, slackUserId } = context
  await publishHome(deps, client, { member, slackUserId, fingerprint: event.view?.private_metadata })
}

export async function switchHomeAccount(deps: SlackDeps, { action, client, context, ack }: ActionArgs): Promise<void> {
  await ack()
  if (action.type !== 'static_select') return
  const accountId = action.selected_option.value
  const { member, slackUserId, slackTeamId } = context
  await chooseAccount(deps, member.actor, { teamId: slackTeamId, slackUserId, accountId })
  await publishHome(deps, client, { member: { ...member, currentAccountId: accountId }, slackUserId })
}

/** The next five pins, or the first again. */
export async function turnHomePage(deps: SlackDeps, { action, client, context, ack }: ActionArgs): Promise<void> {
  await ack()
  const page = JSON.parse(action.type === 'button' ? (action.value ?? '') : '') as HomePage // written by homeView, signed by Slack
  const { member, slackUserId } = context
  await publishHome(deps, client, { member, slackUserId, page })
}

/** After what the viewer did: that is done, whatever becomes of their Home. */
export async function refreshHome(deps: SlackDeps, client: WebClient, viewer: Viewer): Promise<void> {
  await publishHome(deps, client, viewer).catch((error: unknown) => deps.log.warn({ err: error }, 'a Home was not refreshed'))
}

/** Equal content is not published again. What Home carries for itself is its fingerprint, and its page where it is not the first. */
async function publishHome(
  deps: SlackDeps,
  client: WebClient,
  { member, slackUserId, fingerprint, page }: Viewer,
): Promise<void> {
  const view = homeView(await readHome(deps, member, page))
  const digest = createHash('sha256').update(JSON.stringify(view)).digest('base64url')
  const own = page ? `${digest} ${JSON.stringify(page)}` : digest
  if (own === fingerprint) return
  await client.views.publish({ user_id: slackUserId, view: { ...view, private_metadata: own } })
}

/** The page of the Home that something was done on; undefined: it is the first one, or no Home. */
export function homePageOf(view: Pick<ViewOutput, 'type' | 'private_metadata'> | undefined): HomePage | undefined {
  const [, page] = /^\S+ (.+)$/.exec(view?.type === 'home' ? view.private_metadata : '') ?? []
  return page === undefined ? undefined : (JSON.parse(page) as HomePage) // written by publishHome, signed by Slack
}

const NOTHING = {
  failed: [],
  next: [],
  cursor: null,
  isContinued: false,
  drafts: { count: 0, isMore: false },
  usage: null,
  openSlots: [],
}

async function readHome(deps: SlackDeps, { actor, currentAccountId }: Member, asked: HomePage | undefined): Promise<HomeModel> {
  const accounts = await listAccounts(deps, actor)
  const accountId = (accounts.find(({ id }) => id === currentAccountId) ?? accounts[0])?.id
  if (accountId === undefined) return { ...NOTHING, accounts, accountId: null }
  const cursor = asked?.accountId === accountId ? asked.cursor : null
  const page = { accountId, cursor: null, startDate: null, endDate: null }
  const [queued, drafts, slots, usage] = await Promise.all([
    listPosts(deps, actor, { ...page, cursor, status: 'queued', limit: PINS_SHOWN }),
    listPosts(deps, actor, { ...page, status: 'draft', limit: DRAFTS_READ }),
    listOpenSlots(deps, actor, { accountId, limit: SLOTS_SHOWN }),
    readUsage(deps, actor, { accountId }),
  ])
  const failed = drafts.posts.filter(({ failure }) => failure !== null).slice(0, PINS_SHOWN)
  return {
    accounts,
    accountId,
    failed: await cardsOf(deps, actor, failed),
    next: await cardsOf(deps, actor, queued.posts),
    cursor: queued.cursor,
    isContinued: cursor !== null,
    drafts: { count: drafts.posts.length, isMore: drafts.cursor !== null },
    usage,
    openSlots: slots.map(({ at }) => at),
  }
}
