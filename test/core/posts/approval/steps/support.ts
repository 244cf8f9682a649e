import type { Actor, Role } from '../../../../../src/core/lib/actor.js'
import { readApproval } from '../../../../../src/core/posts/approval/approval.js'
import { approvePin } from '../../../../../src/core/posts/approval/decide.js'
import { progressNow } from '../../../../../src/core/posts/approval/judge.js'
import type { GivenRule } from '../../../../../src/core/posts/approval/rules/rule.js'
import { putApprovalRules } from '../../../../../src/core/posts/approval/rules/rules.js'
import type { Reviewer, Step } from '../../../../../src/core/posts/approval/steps/steps.js'
import { readPost } from '../../../../../src/core/posts/list.js'
import { schedulePost } from '../../../../../src/core/posts/schedule.js'
import { aDraft, inDays } from '../../../../support/factories.js'
import { aWorld, type World } from '../../../../support/world.js'

export type Db = Parameters<typeof aWorld>[0]

export const as = ({ organizationId }: World, role: Role, name: string): Actor => ({
  organizationId,
  via: 'slack',
  role,
  userId: `T1:U${name}`,
})

/** A client's contact, by their link. */
export const contact = ({ organizationId, accountId }: World, name: string, link = '7'): Actor => ({
  organizationId,
  via: 'slack',
  role: 'none',
  accountRoles: { [accountId]: 'viewer' },
  userId: `link:${link}`,
  contact: name,
})

export const person = (name: string): Reviewer => ({ kind: 'person', id: `U${name}` })
export const ofRole = (id: string): Reviewer => ({ kind: 'role', id })
export const step = (name: string, reviewers: Reviewer[], rule: Step['rule'] = 'any', more: Partial<Step> = {}): Step => ({
  name,
  reviewers,
  rule,
  ...more,
})
export const rule = (steps: Step[], more: Partial<GivenRule> = {}): GivenRule => ({ name: 'Every pin', steps, ...more })

/** An account with approvals, and people whom the app knows: MILO asks, ADA is an admin, EVE and BOB schedule, VIC only looks. */
export async function anAccount(db: Db) {
  const world = await aWorld(db)
  const { organizationId, clock } = world
  await db.sql`
    update accounts set approval_policy = 'required', approvals_channel_id = 'C1' where organization_id = ${organizationId}`
  const roles = { MILO: 'contributor', ADA: 'admin', EVE: 'scheduler', BOB: 'scheduler', VIC: 'viewer' } as const
  for (const [name, role] of Object.entries(roles))
    await db.sql`
      insert into members (organization_id, slack_team_id, slack_user_id, role, seen_at)
      values (${organizationId}, 'T1', ${`U${name}`}, ${role}, ${clock.now})`
  const of = (name: keyof typeof roles) => as(world, roles[name], name)
  return { world, milo: of('MILO'), ada: of('ADA'), eve: of('EVE'), bob: of('BOB'), vic: of('VIC') }
}

/** Milo's request under these rules. */
export async function asked(
  db: Db,
  rules: GivenRule[],
  draft: Partial<Parameters<typeof aDraft>[0]> = {},
  fields: Parameters<typeof aDraft>[1] = {},
) {
  const people = await anAccount(db)
  const { world, milo, ada } = people
  const { accountId, deps } = world
  await putApprovalRules(deps, ada, { accountId, rules })
  const made = await aDraft({ ...world, actor: milo, ...draft }, fields)
  const post = await schedulePost(deps, milo, { accountId, postId: made.id, when: { kind: 'at', at: inDays(world, 5) } })
  const pin = { accountId, postId: post.id }
  const ref = { accountId, approvalId: post.approval!.id }
  const now = () => readApproval(deps, world.actor, ref)
  const postNow = () => readPost(deps, world.actor, pin)
  const approve = async (actor: Actor, version?: number) =>
    approvePin(deps, actor, { ...ref, version: version ?? (await postNow()).version })
  const states = async () => progressNow(await now()).map(({ state }) => state)
  return { ...people, deps, pin, ref, version: post.version, now, postNow, approve, states }
}
export type Asked = Awaited<ReturnType<typeof asked>>
