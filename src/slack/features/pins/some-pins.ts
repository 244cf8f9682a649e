/** `/pin pins drafts`, `published` and `failed`. */
import { action as homeAction } from '../../../../blocks/home/view.js'
import { action as digestTextAction } from '../../../../blocks/stats/digest-text.js'
import type { Message } from '../../../../blocks/kit/kit.js'
import { inList, listView } from '../../../../blocks/pin/lists.js'
import { listMemory, type ListRef } from '../../../../blocks/pin/memory.js'
import {
  action as somePinsAction,
  SOME_PINS,
  somePinsMessage,
  type SomePinsRef,
  type Which,
} from '../../../../blocks/pins/some-pins.js'
import { listAccounts } from '../../../core/accounts/accounts.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { hasRoleOn } from '../../../core/accounts/people/roles.js'
import { countFailed } from '../../../core/many/bulk/fix.js'
import { after, DAY_MS } from '../../../core/lib/duration.js'
import { notFound } from '../../../core/lib/errors.js'
import { listPosts } from '../../../core/posts/list.js'
import type { Post } from '../../../core/posts/post.js'
import { labelIn } from '../../../core/posts/search.js'
import { listFailed } from '../../../core/publish/diagnostics/attention.js'
import { openedBothWays } from '../../forms/open.js'
import { onAction, type CommandArgs, type SlackDeps } from '../../listener.js'
import { below } from '../../reply/answer-in-time.js'
import { chosenAccount } from '../../accounts.js'
import { cardsOf } from '../cards/cards.js'
import { valueOf } from '../cards/pressed.js'
import { rowOf } from '../cards/read-week.js'

export const showSomePins =
  (which: Which) =>
  async (deps: SlackDeps, { context, respond }: CommandArgs, words: string): Promise<void> => {
    const { account } = await chosenAccount(deps, context.member)
    const { label } = labelIn(words)
    const message = await readSomePins(deps, context.member, { accountId: account.id, which, ...(label && { label }) })
    await respond({ response_type: 'ephemeral', ...message })
  }

/** Replaces the page with the next or the first one. */
onAction(
  [
    somePinsAction.somePinsAccount,
    somePinsAction.pinsDrafts,
    somePinsAction.pinsPublished,
    somePinsAction.pinsFailed,
    somePinsAction.somePinsMore,
    somePinsAction.somePinsFirst,
  ],
  async (deps, args) => {
    const { body, client, context, respond } = args
    const message = await readSomePins(deps, context.member, valueOf<SomePinsRef>(args))
    if (body.view?.type !== 'modal')
      return void (await respond({ response_type: 'ephemeral', replace_original: true, ...message }))
    await client.views.update({ view_id: body.view.id, view: listView('some', message, listMemory.read(body.view)) })
  },
)

/** Shows failed pins below the digest, which stays. */
onAction(digestTextAction.digestFix, async (deps, args) => {
  const message = await readSomePins(deps, args.context.member, valueOf<SomePinsRef>(args))
  await below(args, 'Pins')(message)
})

/** Opens the drafts as a form, from Home. */
export const { byButton: openDrafts } = openedBothWays('Drafts', async (deps, member) => {
  const { account } = await chosenAccount(deps, member)
  return listView('some', await readSomePins(deps, member, { accountId: account.id, which: 'drafts' }), {})
})
onAction(homeAction.homeDrafts, openDrafts)

export const somePinsAgain = (
  deps: SlackDeps,
  member: Member,
  { kind: _, ...ref }: Extract<ListRef, { kind: 'some' }>,
): Promise<Message> => readSomePins(deps, member, ref)

/** @throws NOT_FOUND its account is gone */
async function readSomePins(deps: SlackDeps, member: Member, ref: SomePinsRef): Promise<Message> {
  const { actor } = member
  const accounts = await listAccounts(deps, actor)
  const account = accounts.find(({ id }) => id === ref.accountId)
  if (!account) throw notFound('Account')
  const { posts, cursor } = await listSome(deps, member, ref)
  const fixes = ref.which === 'failed' && posts.length > 1 && hasRoleOn(actor, account.id, 'scheduler')
  const [cards, failed] = await Promise.all([
    cardsOf(deps, actor, posts, { firstOpen: new Map() }),
    fixes ? countFailed(deps, actor, { accountId: account.id }) : [],
  ])
  const message = somePinsMessage({
    ref,
    account: account.username,
    accounts,
    cursor,
    failed,
    mayChange: hasRoleOn(actor, account.id, 'contributor'),
    rows: cards.map((card) => rowOf(deps, card)),
  })
  return inList(message, { kind: 'some', ...ref })
}

async function listSome(
  deps: SlackDeps,
  { actor }: Member,
  { accountId, which, label, ...ref }: SomePinsRef,
): Promise<{ posts: Post[]; cursor: string | null }> {
  const cursor = ref.cursor ?? null
  const page = { accountId, limit: SOME_PINS, cursor, label }
  switch (which) {
    case 'drafts':
      return listPosts(deps, actor, { ...page, startDate: null, endDate: null, status: 'draft' })
    case 'published': {
      // the end is one of the cursor's filters, so it must be fixed
      const all = { startDate: new Date(0), endDate: after(new Date(0), 100 * 365 * DAY_MS) }
      return listPosts(deps, actor, { ...page, ...all, status: 'sent' })
    }
    case 'failed': {
      const posts = await listFailed(deps, actor, { accountId, limit: SOME_PINS + 1, olderThan: cursor, label })
      const shown = posts.slice(0, SOME_PINS)
      return { posts: shown, cursor: posts.length > SOME_PINS ? (shown.at(-1)?.id ?? null) : null }
    }
  }
}
