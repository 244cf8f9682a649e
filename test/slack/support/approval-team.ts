/** A team with approvals: milo contributes, ada decides in #approvals, and what the outbox holds is delivered when a test says so. */
import type { Actor, Role } from '../../../src/core/lib/actor.js'
import type { OutboxRow } from '../../../src/core/notices/outbox.js'
import type { Messenger } from '../../../src/core/ports/deps.js'
import { listApprovalsOf } from '../../../src/core/posts/approval/approval.js'
import type { Approval } from '../../../src/core/posts/approval/model.js'
import type { Post } from '../../../src/core/posts/post.js'
import type { Screen } from '../../../src/sandbox/slack/screen.js'
import { botToken, channels, teamId, users } from '../../../src/sandbox/slack/ids.js'
import { makeMessenger } from '../../../src/slack/notices/messenger.js'
import { postsOf } from './composer-fixtures.js'
import type { Team } from './a-team.js'

export const milosId = `${teamId}:${users.member}`
export const adasId = `${teamId}:${users.admin}`

export async function asRole({ deps, organizationId, clock, accountId }: Team, role: Role): Promise<void> {
  await deps.db.sql`
    insert into members (organization_id, slack_team_id, slack_user_id, role, assigned_role, current_account_id, seen_at)
    values (${organizationId}, ${teamId}, ${users.member}, ${role}, ${role}, ${accountId}, ${clock.now})
    on conflict (organization_id, slack_team_id, slack_user_id) do update
       set assigned_role = excluded.assigned_role`
}

export async function withApprovals({ deps, organizationId }: Team): Promise<void> {
  await deps.db.sql`
    update accounts
       set approval_policy = 'required', approvals_channel_id = ${channels.approvals}
     where organization_id = ${organizationId}`
}

export const messengerOf = ({ deps, slack }: Team): Messenger =>
  makeMessenger({ ...deps, botToken, staffChannelId: channels.staff, fetch: slack.fetch })

/** Everything that waits, in its order. @param messenger one that remembers what went before */
export async function deliverAll(team: Team, messenger = messengerOf(team)): Promise<void> {
  const { deps, organizationId } = team
  const rows = await deps.db.sql<Pick<OutboxRow, 'id' | 'destination' | 'notice' | 'dedupeKey'>[]>`
    update outbox
       set delivered_at = ${deps.clock()}, due_at = null
     where organization_id = ${organizationId} and due_at is not null
    returning id, destination, notice, dedupe_key as "dedupeKey"`
  for (const { destination, notice, dedupeKey } of rows.sort((a, b) => Number(a.id) - Number(b.id))) {
    const { kind } = await messenger.deliver({ organizationId, destination, notice, dedupeKey })
    if (kind !== 'delivered') throw new Error(`${notice.kind} was not delivered: ${kind}`)
  }
}

export async function theDraft(team: Team): Promise<Post> {
  const [draft] = await postsOf(team, 'draft')
  if (!draft) throw new Error('there is no draft')
  return draft
}

export async function theApproval({ deps, actor, accountId }: Team, { id: postId }: Pick<Post, 'id'>): Promise<Approval> {
  const [approval] = await listApprovalsOf(deps, actor, { accountId, postId, limit: 1 })
  if (!approval) throw new Error('nobody asks')
  return approval
}

/** Another one who may approve. */
export const eve = ({ organizationId }: Team): Actor => ({
  organizationId,
  via: 'slack',
  role: 'scheduler',
  userId: `${teamId}:U0EVE0001`,
})

export const buttonsOf = ({ blocks }: Screen['messages'][number]): string[] =>
  blocks.flatMap((block) => {
    const { type, elements } = block as { type: string; elements?: { type: string; text?: { text: string } }[] }
    return type === 'actions' ? (elements ?? []).flatMap(({ text }) => text?.text ?? []) : []
  })
