/** Fills an empty sandbox: one organization with two accounts, their boards, slots, pins and history. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { listAccounts } from '../core/accounts/accounts.js'
import { createApiKey } from '../core/accounts/keys/create.js'
import { createOrganization } from '../core/accounts/workspaces/organizations.js'
import type { Actor } from '../core/lib/actor.js'
import type { Sql } from '../core/ports/deps.js'
import { keyFile } from './key.js'
import { addBoard, addUser } from './platform/seed-api.js'
import type { Seeded } from './ready-file.js'
import { ACCOUNTS, FRIEND, ORGANIZATION } from './seed/content.js'
import { seedAccount } from './seed/account.js'
import { seedPublicPins } from './seed/other-accounts.js'
import type { Seeding } from './seed/seeding.js'
import { channels, teamId, users } from './slack/ids.js'
import { seedWorkspace } from './slack/seed.js'

/** Long enough for a slow machine to draw and store every picture. */
const SEED_BUDGET_MS = 60_000

/**
 * Call when the server listens: accounts are connected through the simulated platform like any other. Runs once over all
 * processes and restarts, and resumes after an interrupted start.
 */
export async function seedSandbox(seeding: Seeding): Promise<Seeded> {
  const { deps, dataDir } = seeding
  const organizationId = await deps.db.tx(
    async (lock) => {
      // A lock instead of one transaction: the seed commits step by step through the ordinary operations.
      await lock`select pg_advisory_xact_lock(hashtext('pinslot seed')::bigint)`
      return fill(seeding)
    },
    { budgetMs: SEED_BUDGET_MS },
  )
  const actor = operatorOf(organizationId)
  const { key } = await createApiKey(deps, actor, { name: 'Sandbox', key: keptApiKey(dataDir, organizationId) })
  const accounts = await listAccounts(deps, actor)
  return {
    apiKey: key,
    organizationId,
    accounts: accounts.map(({ id, username, isBusiness, timezone }) => ({ id, username, isBusiness, timezone })),
    slack: {
      teamId,
      users: pick(users, ['admin', 'member', 'client']),
      channels: pick(channels, ['general', 'pins', 'approvals', 'staff', 'client']),
    },
  }
}

const operatorOf = (organizationId: string): Actor => ({ organizationId, via: 'operator', role: 'admin', userId: 'sandbox' })

async function fill(seeding: Seeding): Promise<string> {
  const { deps } = seeding
  const { sql } = deps.db
  await seedWorkspace(sql)
  const organizationId =
    (await findOrganization(sql)) ??
    (await createOrganization(deps, { name: ORGANIZATION, slack: { teamIds: [teamId], enterpriseId: null } })).id
  if (await isDone(sql)) return organizationId
  const now = deps.clock()
  const people = []
  for (const account of ACCOUNTS) {
    const { platformUserId: id, username, displayName, isBusiness, website: websiteUrl } = account
    people.push({
      account,
      user: await addUser(sql, { id, username, displayName, isBusiness, websiteUrl, hasClaimed: isBusiness, createdAt: now }),
    })
  }
  const friend = await addUser(sql, {
    id: FRIEND.platformUserId,
    username: FRIEND.username,
    displayName: FRIEND.displayName,
    isBusiness: false,
    createdAt: now,
  })
  await addBoard(sql, {
    ownerId: friend.id,
    name: FRIEND.board,
    collaboratorIds: people.map(({ user }) => user.id),
    createdAt: now,
  })
  await seedPublicPins(seeding)
  for (const { account, user } of people) await seedAccount(seeding, operatorOf(organizationId), account, user)
  await sql`insert into sandbox_seed (done_at) values (${now})`
  return organizationId
}

async function findOrganization(sql: Sql): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    select organization_id as id
      from slack_installations
     where team_id = ${teamId} and revoked_at is null`
  return row?.id
}

async function isDone(sql: Sql): Promise<boolean> {
  const [row] = await sql`select 1 from sandbox_seed`
  return row !== undefined
}

/** Keeps the key over restarts in a file that only its owner can read; the database has only its hash. */
function keptApiKey(dataDir: string, organizationId: string): string {
  const file = keyFile(dataDir)
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (kept.startsWith(`pst_${organizationId}_`)) return kept
  const key = `pst_${organizationId}_${randomBytes(32).toString('base64url')}`
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(`${file}.new`, key, { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return key
}

function pick<T extends object, K extends keyof T>(from: T, names: K[]): { [P in K]: string } {
  return Object.fromEntries(names.map((name) => [name, String(from[name])])) as { [P in K]: string } // exactly the requested names
}
