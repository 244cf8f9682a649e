/** Whatever is done later in somebody's name is in the contract's table, with when it asks again; something new fails here without its row. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { TICKS } from '../../src/jobs/ticks.js'
import { root } from '../../src/root.js'
import { aDatabase } from '../support/database.js'

const { db } = await aDatabase()

const contract = readFileSync(path.join(root, 'docs/contract.md'), 'utf8')
const section = /### Deferred work\n([^]*?)\n## /.exec(contract)?.[1] ?? ''
const rows = [...section.matchAll(/^\| (?!Work|---)([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, work = '', keptIn = '', actsAs = '', asks = '']) => ({ work, keptIn, actsAs, asks }),
)

/** These keep who did or owns something; nothing is done later because of it. */
const NOTES: Readonly<Record<string, string>> = {
  agent_sign_ins: 'who lets a program in',
  accounts: 'of Pinterest',
  api_key_accounts: 'which accounts a key names',
  api_key_days: 'requests of a day',
  api_keys: 'keys themselves',
  approval_decisions: 'what was decided',
  approval_rules: 'who changed them last',
  audit: 'what was done',
  client_people: 'who speaks for a client',
  homes: 'the Home tab, shown with the role a person last had',
  issue_reports: 'who reported and answered it',
  last_boards: 'what a form chooses first',
  members: 'people themselves',
  post_comments: 'what was said',
  slack_installations: 'who installed the app',
}

/** Loops and ticks that act for the account or the service alone. */
const FOR_NOBODY = [
  ...['publisher', 'prefetch', 'videos', 'tags', 'outbox', 'homes', 'connected', 'cron'],
  ...['lateness', 'tokens', 'boards', 'days', 'results', 'digests', 'nudges', 'unused', 'preflight', 'links', 'patrol', 'trends'],
  ...['uploads', 'stuck', 'purge', 'reminders'],
]
/** The others, and the table of the row that says whom for. */
const FOR_SOMEBODY: Readonly<Record<string, string>> = {
  imports: 'imports',
  generations: 'generations',
  feeds: 'feeds',
  pin_edits: 'pin_edits',
  webhooks: 'webhooks',
  evergreen: 'evergreen_posts',
  deletions: 'deletions',
}

test('each row says whom the work is for, and when it asks again', () => {
  expect(rows.length).toBeGreaterThan(10)
  for (const { work, keptIn, actsAs, asks } of rows) expect([work, keptIn, actsAs, asks]).not.toContain('')
})

test('each table that keeps who something is for has its row', async () => {
  const tables = await db.sql<{ name: string }[]>`
    select distinct table_name as name
      from information_schema.columns
     where table_schema = 'public'
       and column_name ~ '(^actor$|_by$|person|slack_user|api_key_id|user_id)'
       and column_name not in ('written_by', 'delayed_by')
       and table_name !~ '^(sim|slk)_'
     order by 1`
  const known = [...rows.flatMap(({ keptIn }) => /`(\w+)`/.exec(keptIn)?.[1] ?? []), ...Object.keys(NOTES)]
  expect(tables.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
  expect(known.filter((name) => !tables.some((table) => table.name === name))).toEqual([])
})

test('each loop and each tick acts for nobody, or has its row', () => {
  const files = readdirSync(path.join(root, 'src/jobs'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  const loops = files.flatMap((file) =>
    [...readFileSync(path.join(root, 'src/jobs', file), 'utf8').matchAll(/\bname: '(\w+)'/g)].map(([, name = '']) => name),
  )
  const names = [...new Set([...loops, ...TICKS.map(({ job }) => job)])]
  expect(names.filter((name) => !FOR_NOBODY.includes(name) && !(name in FOR_SOMEBODY))).toEqual([])
  for (const table of Object.values(FOR_SOMEBODY)) expect(rows.map(({ keptIn }) => keptIn)).toContain(`\`${table}\``)
})
