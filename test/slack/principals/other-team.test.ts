/** All of Slack's listeners in the hands of another organization: whatever an admin can press, type or send, an admin of another one who sends the same ids moves nothing and is told nothing. */
import { beforeEach, expect, test } from 'vitest'
import { channels, teamId, users } from '../../../src/sandbox/slack/ids.js'
import { openChannel, openHome, typeText } from '../../../src/sandbox/slack/views/interact.js'
import { verbs } from '../../../src/slack/verbs.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, aSentPost, aTimeslot } from '../../support/factories.js'
import { aPostOfUnknownOutcome } from '../../support/unknown-outcomes.js'
import { aWorld, type World } from '../../support/world.js'
import { aTeam } from '../support/a-team.js'
import { deliverAll, withApprovals } from '../support/approval-team.js'
import { aSeries, fail } from '../support/pins.js'
import { hearing, lineOf, shadowAdmin } from './shadow.js'
import { aWalker } from './walk.js'

const { db } = await aDatabase()
const { sql } = db
const heard: string[] = []
const team = aTeam(db, { slackFetch: hearing(heard) })

/** Stands in what only the database of the first organization can tell. */
const SECRET = 'zanzibar'
let other: World

beforeEach(async () => {
  const world = team.current
  other = await aWorld(db)
  await sql`update organizations set name = 'Other' where id = ${other.organizationId}`
  await sql`
    insert into members (organization_id, slack_team_id, slack_user_id, role, assigned_role, current_account_id, seen_at)
    values (${other.organizationId}, ${teamId}, ${users.member}, 'admin', 'admin', ${other.accountId}, ${other.clock.now})`
  await withApprovals(world)
  await aTimeslot(world, { day: 3, time: '12:00' })
  const draft = await aDraft(world, { title: 'Draft' })
  const queued = await aQueuedPost(world, { title: 'Queued' })
  await aQueuedPost(world, { title: 'Queued too' })
  await aSentPost(world, { title: 'Sent' })
  await fail(world, await aQueuedPost(world, { title: 'Failed' }), 'platform_rejected')
  await aSeries(world, 3, { title: 'Series' })
  await aPostOfUnknownOutcome(world, { title: 'Unknown' })
  await sql`update posts set description = ${SECRET} where id in (${draft.id}, ${queued.id})`
  await sql`update accounts set display_name = ${SECRET} where id = ${world.accountId}`
})

/** The workspace with its people belongs to this organization from now on. */
const belongsTo = ({ organizationId }: World) =>
  sql`update slack_installations set organization_id = ${organizationId} where team_id = ${teamId}`

const tables = await sql<{ name: string }[]>`
  select c.table_name as name
    from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
   where c.table_schema = 'public' and c.column_name = 'organization_id' and c.table_name <> 'slack_installations'
   order by 1`
const CONTENTS = tables
  .map(
    ({ name }) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as rows from ${name} t where organization_id = $1`,
  )
  .join(' union all ')

const contentsOf = async ({ organizationId }: World): Promise<Map<string, string>> =>
  new Map((await sql.unsafe<{ name: string; rows: string }[]>(CONTENTS, [organizationId])).map(({ name, rows }) => [name, rows]))

type Found = { pressed: string[]; moved: string[]; told: string[] }

/** Lines of /pin; `elsewhere`: from Home and the cards, too. */
type Places = { lines: readonly string[]; elsewhere: boolean }

/** What was sent in the other organization's name, which of the first one's tables moved by it, and what of it was told. */
async function pressEverything({ lines, elsewhere }: Places, as: World): Promise<Found> {
  const { workspace } = team.current.slack
  const found: Found = { pressed: [], moved: [], told: [] }
  let before = new Map<string, string>()
  shadowAdmin(team.current, heard, {
    async before() {
      await belongsTo(as)
      before = await contentsOf(team.current)
    },
    async after({ what, said }) {
      const after = await contentsOf(team.current)
      await belongsTo(team.current)
      found.pressed.push(what)
      for (const [name, rows] of after) if (rows !== before.get(name)) found.moved.push(`${what}: ${name}`)
      if (said.includes(SECRET)) found.told.push(`${what}: ${said.slice(0, 2_000)}`)
    },
  })
  const walker = aWalker(team.current)
  for (const line of lines) await walker.from((user) => typeText(workspace, user, `/pin ${line}`), 1)
  if (!elsewhere) return found
  await walker.from((user) => openHome(workspace, user), 2)
  await walker.from((user) => openChannel(workspace, user, channels.approvals), 2)
  return found
}

test('ids of another organization move nothing there and tell nothing of it, wherever they are sent', async () => {
  await deliverAll(team.current)
  const { pressed, moved, told } = await pressEverything(
    { lines: ['', ...Object.keys(verbs).map(lineOf)], elsewhere: true },
    other,
  )
  expect(moved).toEqual([])
  expect(told).toEqual([])
  expect(pressed.length).toBeGreaterThan(150)
}, 600_000)

test('the same finds what moves and is told where the ids are one’s own', async () => {
  const { moved, told } = await pressEverything({ lines: ['queue'], elsewhere: false }, team.current)
  expect([moved.length > 0, told.length > 0]).toEqual([true, true])
}, 600_000)
