/** The app's Home: published when it is opened and after the viewer's own change. */
import { createHash } from 'node:crypto'
import type { WebClient } from '@slack/web-api'
import { type HomeModel, homeView } from '../../../blocks/home.js'
import { listAccounts } from '../../core/accounts/accounts.js'
import { chooseAccount, type Member } from '../../core/accounts/members.js'
import { listPosts } from '../../core/posts/list.js'
import type { Post } from '../../core/posts/post.js'
import { listOpenSlots } from '../../core/slots/next-open-slot.js'
import type { ActionArgs, HomeOpenedArgs, SlackDeps } from '../listener.js'

const PINS_SHOWN = 5
const SLOTS_SHOWN = 3
/** Among so many of the newest drafts the failed ones are looked for. */
const DRAFTS_READ = 50

type Viewer = {
  member: Member
  slackUserId: string
  /** Of the Home that the viewer has now, where Slack told it. */
  fingerprint?: string | undefined
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

/** After what the viewer did: that is done, whatever becomes of their Home. */
export async function refreshHome(deps: SlackDeps, client: WebClient, viewer: Viewer): Promise<void> {
  await publishHome(deps, client, viewer).catch((error: unknown) => deps.log.warn({ err: error }, 'a Home was not refreshed'))
}

/** Equal content is not published again. */
async function publishHome(deps: SlackDeps, client: WebClient, { member, slackUserId, fingerprint }: Viewer): Promise<void> {
  const view = homeView(await readHome(deps, member))
  const own = createHash('sha256').update(JSON.stringify(view)).digest('base64url')
  if (own === fingerprint) return
  await client.views.publish({ user_id: slackUserId, view: { ...view, private_metadata: own } })
}

async function readHome(deps: SlackDeps, { actor, currentAccountId }: Member): Promise<HomeModel> {
  const accounts = await listAccounts(deps, actor)
  const accountId = (accounts.find(({ id }) => id === currentAccountId) ?? accounts[0])?.id
  if (accountId === undefined) return { accounts, accountId: null, failed: [], next: [], openSlots: [] }
  const page = { accountId, cursor: null, startDate: null, endDate: null }
  const [queued, drafts, slots] = await Promise.all([
    listPosts(deps, actor, { ...page, status: 'queued', limit: PINS_SHOWN }),
    listPosts(deps, actor, { ...page, status: 'draft', limit: DRAFTS_READ }),
    listOpenSlots(deps, actor, { accountId, limit: SLOTS_SHOWN }),
  ])
  const cards = (posts: Post[]) => posts.map((post) => ({ post, pictureUrl: deps.pictureUrl(post) }))
  const failed = drafts.posts.filter(({ failure }) => failure !== null).slice(0, PINS_SHOWN)
  return { accounts, accountId, failed: cards(failed), next: cards(queued.posts), openSlots: slots.map(({ at }) => at) }
}
