/** Migrations run while the version before serves: what would hold its tables for long is found in the text of the files. */
import { expect, test } from 'vitest'
import { readMigrations } from '../../src/db/migrations/files.js'
import { migrationsDir } from '../../src/root.js'

/** Without comments, strings and bodies of functions. */
const statementsOf = (text: string): string[] =>
  text
    .replace(/--[^\n]*/g, '')
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim().toLowerCase())
    .filter((statement) => statement !== '')

const CREATED = /^create (?:unlogged )?table (?:if not exists )?([\w.]+)/
const INDEX = /^create (?:unique )?index (concurrently )?.* ?on (?:only )?([\w.]+)/
const ALTERED = /^alter table (?:if exists )?(?:only )?([\w.]+) (.*)$/
/** Parts of an `alter table` that read or write the whole table under its lock, or that the version before does not survive. */
const REFUSED: [RegExp, string][] = [
  [/\balter (?:column )?\w+ (?:set data )?type\b/, 'changing a type rewrites the table'],
  [/\badd (?:column )?(?:if not exists )?\w+ (?:small|big)?serial\b/, 'a serial rewrites the table'],
  [/\bgenerated (?:always|by default) as\b/, 'a generated column rewrites the table'],
  [/\bdefault (?:gen_random_uuid|random|clock_timestamp|nextval|uuid\w*)\b/, 'a default that differs by row rewrites the table'],
  [/\bset not null\b/, 'reads the whole table: add a check "not valid", validate it in a file of its own'],
  [
    /\badd (?:constraint \w+ )?(?:check|foreign key)\b(?!.*\bnot valid\b)/,
    'reads the whole table: add it "not valid", validate it in a file of its own',
  ],
  [
    /\badd (?:constraint \w+ )?(?:unique|primary key|exclude)\b(?!.*\busing index\b)/,
    'makes an index: make it concurrently, then add the constraint "using index"',
  ],
  [
    /\badd column (?:if not exists )?\w+ (?:(?!\bdefault\b|,).)*\bnot null\b(?!(?:(?!,).)*\bdefault\b)/,
    'the version before writes no such column: give it a default',
  ],
  [/\bset (?:logged|unlogged|tablespace|access method)\b/, 'rewrites the table'],
  [/\b(?:drop column|rename)\b/, 'the version before still uses it'],
]

/** What is wrong with it, a line each. */
function judge(name: string, text: string): string[] {
  const statements = statementsOf(text)
  const made = new Set(statements.flatMap((statement) => CREATED.exec(statement)?.[1] ?? []))
  return statements.flatMap((statement) => {
    const index = INDEX.exec(statement)
    if (index && !index[1] && !made.has(index[2]!))
      return [`${name}: an index on ${index[2]} goes into a file of its own, "-- outside a transaction", made concurrently`]
    const [, table = '', change = ''] = ALTERED.exec(statement) ?? []
    if (table === '' || made.has(table))
      return /^(?:cluster|vacuum full|reindex)\b/.test(statement) ? [`${name}: ${statement}`] : []
    return REFUSED.filter(([rule]) => rule.test(change)).map(
      ([, because]) => `${name}: alter table ${table} ${change}: ${because}`,
    )
  })
}

test('no migration holds a table that is in use for long, or takes something from the version before', () => {
  const later = readMigrations(migrationsDir).filter(({ replaces }) => !replaces) // the baseline runs in empty databases alone
  expect(later.flatMap(({ name, text }) => judge(name, text))).toEqual([])
})

test.each([
  'create index a on posts (id)',
  'create unique index if not exists a on only posts (id)',
  'create table b (id int); create index a on posts (id)',
  'alter table posts alter column title type varchar(10)',
  'alter table posts add column n int, alter title set data type text',
  'alter table posts add column k bigserial',
  'alter table posts add column k bigint generated always as identity',
  'alter table posts add column k uuid default gen_random_uuid()',
  'alter table posts add column k int not null',
  'alter table posts alter column title set not null',
  'alter table posts add constraint c check (title is not null)',
  'alter table posts add constraint c unique (title)',
  'alter table posts add foreign key (a) references accounts (id)',
  'alter table posts drop column title',
  'alter table posts rename column title to name',
])('it refuses: %s', (text) => {
  expect(judge('0099_x.sql', text)).toHaveLength(1)
})

test.each([
  '-- outside a transaction\ncreate index concurrently if not exists a on posts (id)',
  'create table b (id bigserial primary key); create index a on b (id); alter table b add constraint c check (id > 0)',
  "alter table posts add column k int not null default 0, add column l text default 'not null'",
  'alter table posts add constraint c check (title is not null) not valid',
  'alter table posts add constraint c unique using index posts_c',
  'alter table posts validate constraint c',
  'create function f() returns void language plpgsql as $$ begin create index a on posts (id); end $$',
])('it lets through: %s', (text) => {
  expect(judge('0099_x.sql', text)).toEqual([])
})
