/** All of Slack's listeners in other hands: whatever an admin can press, type or send, a contributor who sends the same moves nothing. */
import { beforeEach, expect, test } from 'vitest'
import { setAccountRole } from '../../../src/core/accounts/people/account-roles.js'
import { channels, teamId, users } from '../../../src/sandbox/slack/ids.js'
import { openChannel, openHome, typeText } from '../../../src/sandbox/slack/views/interact.js'
import { verbs } from '../../../src/slack/verbs.js'
import { aDatabase } from '../../support/database.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { aDraft, anotherAccount, aQueuedPost, aSentPost, aTimeslot, inDays } from '../../support/factories.js'
import { aDraftOfUnknownOutcome, aPostOfUnknownOutcome } from '../../support/unknown-outcomes.js'
import type { World } from '../../support/world.js'
import { aTeam } from '../support/a-team.js'
import { asRole, deliverAll, milosId, withApprovals } from '../support/approval-team.js'
import { aSeries, fail } from '../support/pins.js'
import { hearing, lineOf, shadowAdmin } from './shadow.js'
import { aWalker } from './walk.js'

const { db } = await aDatabase()
const { sql } = db
const heard: string[] = []
const team = aTeam(db, { slackFetch: hearing(heard) })

/** Stands in everything of the account that milo may not see. */
const SECRET = 'zanzibar'
let secret: World
const ezra = { via: 'slack', role: 'contributor', userId: `${teamId}:U0EZRA001` } as const

/** The admin's own presses change roles, too: what milo may is put right again before each of his. */
async function boundMilo() {
  const { deps, actor, organizationId } = team.current
  await asRole(team.current, 'contributor')
  await withApprovals(team.current)
  await sql`delete from account_roles where organization_id = ${organizationId}`
  const holder = { accountId: secret.accountId, teamId, holder: users.member, handle: null, role: 'none' } as const
  await setAccountRole(deps, actor, holder)
}

beforeEach(async () => {
  secret = await anotherAccount(team.current, 'studio')
  await sql`update accounts set display_name = ${SECRET} where id = ${secret.accountId}`
  await sql`update boards set name = ${`Board of ${SECRET}`} where account_id = ${secret.accountId}`
  await boundMilo()
  for (const world of [team.current, secret]) {
    const boardId = world === secret ? '201' : '101'
    const named = (what: string) => ({ title: world === secret ? `${what} of ${SECRET}` : what, boardId })
    await aTimeslot(world, { day: 3, time: '12:00' })
    await aTimeslot(world, { day: 4, time: '12:00' })
    await aQueuedPost(world, named('Queued'))
    await aQueuedPost(world, named('Queued too'))
    await aDraft(world, named('Draft'))
    await aSentPost(world, named('Sent'))
    await fail(world, await aQueuedPost(world, named('Failed')), 'platform_rejected')
    await aSeries(world, 3, named('Series'))
    await aPostOfUnknownOutcome(world, named('Unknown'))
    await aDraftOfUnknownOutcome(world, named('Lost'))
    const asked = await aDraft(world, named('Asked'))
    await sql`update posts set created_by = ${ezra.userId} where id = ${asked.id}`
    const asker = { ...ezra, organizationId: world.organizationId }
    await schedulePost(world.deps, asker, {
      accountId: world.accountId,
      postId: asked.id,
      when: { kind: 'at', at: inDays(world, 2) },
    })
  }
})

const OF_ACCOUNT = [
  'schedules',
  'timeslots',
  'spacing_rules',
  'utm_rules',
  'evergreen_posts',
  'twins',
  'boards',
  'entitlements',
  'connections',
]

/**
 * What a contributor cannot move, by name: whatever has a time, others' drafts, what the account is set to, who may do what, and all
 * of the account without access. $1 account · $2 the other account · $3 organization · $4, $5 milo, as author and as member
 */
const STANDS: Record<string, string> = {
  ...Object.fromEntries(OF_ACCOUNT.map((table) => [table, `${table} t where account_id = $1`])),
  posts: "posts t where account_id = $1 and (status <> 'draft' or created_by <> $4)",
  accounts: 'accounts t where id = $1',
  members: 'members t where organization_id = $3 and slack_user_id <> $5',
  roles: 'account_roles t where organization_id = $3',
  groups: 'role_groups t where organization_id = $3',
  keys: 'api_keys t where organization_id = $3 and slack_user_id is distinct from $5',
  organization: 'organizations t where id = $3',
  ...Object.fromEntries(
    [...OF_ACCOUNT, 'posts', 'approvals', 'audit'].map((table) => [`other ${table}`, `${table} t where account_id = $2`]),
  ),
}
const QUERY = Object.entries(STANDS)
  .map(([part, from]) => `select '${part}' as part, to_jsonb(t)::text as row from ${from}`)
  .join(' union all ')

async function whatStands(): Promise<Set<string>> {
  const { accountId, organizationId } = team.current
  const parameters = [accountId, secret.accountId, organizationId, milosId, users.member]
  const found = await sql.unsafe<{ part: string; row: string }[]>(QUERY, parameters)
  return new Set(found.map(({ part, row }) => `${part} ${row}`))
}

type Moved = { what: string; was: string[]; is: string[] }

/** Lines of /pin; `depth`: how many steps from each, of the other account one; `elsewhere`: from Home and the cards, too. */
type Places = { lines: readonly string[]; depth: number; elsewhere: boolean }

/** An admin presses everything that these lines lead to. @returns what moved, and who was told of the other account, when milo sent the same first */
async function pressEverything({ lines, depth, elsewhere }: Places, bound: () => Promise<void>) {
  const { workspace } = team.current.slack
  const moved: Moved[] = []
  const told: { what: string; said: string }[] = []
  let before = new Set<string>()
  shadowAdmin(team.current, heard, {
    async before() {
      await bound()
      before = await whatStands()
    },
    async after({ what, said }) {
      const after = await whatStands()
      const [was, is] = [[...before].filter((row) => !after.has(row)), [...after].filter((row) => !before.has(row))]
      if (was.length + is.length > 0) moved.push({ what, was, is })
      if (said.toLowerCase().includes(SECRET)) told.push({ what, said })
    },
  })
  const walker = aWalker(team.current)
  for (const [account, steps] of [
    ['maker', depth],
    ['studio', 1],
  ] as const) {
    walker.forget()
    for (const line of lines) await walker.from((user) => typeText(workspace, user, `/pin ${line} @${account}`), steps)
    if (elsewhere) await walker.from((user) => openHome(workspace, user), steps)
  }
  walker.forget()
  if (elsewhere) await walker.from((user) => openChannel(workspace, user, channels.approvals), depth)
  return { moved, told, done: walker.done }
}

test('whatever an admin sends: in a contributor’s name it moves nothing that is not theirs, and tells nothing of an account without access', async () => {
  await deliverAll(team.current)
  const { moved, told, done } = await pressEverything(
    { lines: ['', ...Object.keys(verbs).map(lineOf)], depth: 2, elsewhere: true },
    boundMilo,
  )
  expect(moved).toEqual([])
  expect(told).toEqual([])
  expect(done.size).toBeGreaterThan(70)
  expect(heard.join('\n')).toContain(SECRET) // the admin was shown it
}, 600_000)

test('the same finds what a scheduler with access moves and is told', async () => {
  const queue = { lines: ['queue'], depth: 1, elsewhere: false }
  const { moved, told } = await pressEverything(queue, () => asRole(team.current, 'scheduler'))
  expect(moved.length).toBeGreaterThan(0)
  expect(told).toEqual([]) // there is still no access to it
  await sql`delete from account_roles where organization_id = ${team.current.organizationId}`
  const open = await pressEverything(queue, () => asRole(team.current, 'scheduler'))
  expect(open.told.length).toBeGreaterThan(0)
}, 600_000)
