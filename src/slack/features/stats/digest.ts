/** `/pin stats digest`: the last week and the next one, of one account or of all. */
import type { Message } from '../../../../blocks/kit/kit.js'
import { noticeMessage } from '../../../../blocks/kit/sentence.js'
import { ALL_ACCOUNTS } from '../../../../blocks/pins/week.js'
import { action, allDigestsMessage, MOST_DIGESTS } from '../../../../blocks/stats/all-digests.js'
import { listAccounts } from '../../../core/accounts/accounts.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { lastWeekOf, readLastDigests } from '../../../core/insight/analytics/digest.js'
import { notFound } from '../../../core/lib/errors.js'
import { onAction, type CommandArgs, type SlackDeps } from '../../listener.js'
import { renderDigest } from './render-digest.js'
import { chosenAccount } from '../../accounts.js'
import { answerInTime, below, besideCommand, inPlace, type Show } from '../../reply/answer-in-time.js'
import { namesAll } from '../../input/named-account.js'

export async function showDigest(deps: SlackDeps, args: CommandArgs, words: string): Promise<void> {
  const { member } = args.context
  const { account } = await chosenAccount(deps, member)
  await answer(deps, member, besideCommand(args), namesAll(words) ? ALL_ACCOUNTS : account.id)
}

/** Replaces the digest with that of another account, or of all. */
onAction(action.digestAccount, async (deps, args) => {
  const { action, context } = args
  if (action.type !== 'static_select') return
  await answer(deps, context.member, inPlace(args), action.selected_option.value)
})

/** Shows one account's digest in place of the overview, or below the weekly message: everybody sees that one, so it stays. */
onAction(action.digestOf, async (deps, args) => {
  const { action, body, context } = args
  const accountId = action.type === 'button' ? (action.value ?? ALL_ACCOUNTS) : ALL_ACCOUNTS
  const isOwn = body.container['is_ephemeral'] === true
  await answer(deps, context.member, isOwn ? inPlace(args) : below(args, 'Digest'), accountId)
})

const answer = (deps: SlackDeps, member: Member, show: Show, accountId: string): Promise<void> =>
  answerInTime(deps, show, {
    sentence: 'Loading the digest…',
    read: () => (accountId === ALL_ACCOUNTS ? readAll(deps, member) : readOne(deps, member, accountId)),
    failed: ({ sentence }) => noticeMessage(sentence),
    facts: { requested: 'digest' },
  })

/** @throws NOT_FOUND */
async function readOne(deps: SlackDeps, { actor }: Member, accountId: string): Promise<Message> {
  const accounts = await listAccounts(deps, actor)
  const account = accounts.find(({ id }) => id === accountId)
  if (!account) throw notFound('Account')
  const week = lastWeekOf(account, deps.clock())
  return renderDigest(deps, actor, { kind: 'weeklyDigest', accountId, week }, accounts)
}

async function readAll(deps: SlackDeps, { actor }: Member): Promise<Message> {
  const accounts = await listAccounts(deps, actor)
  const digests = await readLastDigests(deps, actor, accounts.slice(0, MOST_DIGESTS))
  return allDigestsMessage({ digests, accounts, now: deps.clock() })
}
