/** What a database distributed by organization cannot plan, and what it can. */
import { describe, expect, test } from 'vitest'
import { judge } from './support/judge.js'

const TABLES = new Set(['accounts', 'boards', 'posts', 'outbox'])
const said = async (text: string) => (await judge(text, TABLES)).map(({ rule, table }) => `${rule} ${table}`)

describe('lets through', () => {
  test.each([
    ['a write that names the organization', `update posts set title = $1 where organization_id = $2 and id = $3`],
    ['the same by an alias and a cast', `update posts p set title = $1 where p.organization_id = $2::bigint and p.id = any($3)`],
    [
      'a row with it',
      `insert into posts (organization_id, title) values ($1, $2) on conflict (organization_id, id) do update set title = excluded.title`,
    ],
    ['a delete by the whole key', `delete from posts where (organization_id, id) = ($1, $2)`],
    [
      'a write beside a table that has it by the same condition',
      `update posts p set title = b.name from boards b where b.organization_id = p.organization_id and p.organization_id = $1`,
    ],
    [
      'a write that reads another by value',
      `delete from posts where organization_id = $1 and not exists (select 1 from boards where organization_id = $2)`,
    ],
    [
      'parts that all name it',
      `with gone as (delete from posts where organization_id = $1 returning id) insert into outbox (organization_id, id) select $2, id from gone`,
    ],
    [
      'a lock within an organization',
      `select from posts p join accounts a on a.organization_id = p.organization_id and a.id = p.account_id where p.organization_id = $1 for update of p`,
    ],
    [
      'a join by organization over all',
      `select p.id from posts p join boards b on b.organization_id = p.organization_id and b.id = p.board_id`,
    ],
    ['the same by using', `select 1 from posts join boards using (organization_id, board_id)`],
    [
      'a correlated subselect of a read',
      `select (select b.name from boards b where b.organization_id = p.organization_id) from posts p where p.id = $1`,
    ],
    [
      'a subselect by the key',
      `select 1 from posts where (organization_id, id) in (select organization_id, post_id from outbox)`,
    ],
    [
      'a part that keeps the organization',
      `with due as (select organization_id as org, id from posts) select 1 from due join boards b on b.organization_id = due.org`,
    ],
    ['a plain read of one table', `select organization_id, id from posts where send_at < $1 order by send_at limit 10`],
    ['two reads that are but put together', `select id from posts union all select id from boards`],
    [
      'a parameter behind the conflict of values',
      `insert into posts (organization_id, id) values ($1, $2) on conflict (organization_id, id) do update set title = $3`,
    ],
    [
      'a part that reads what a later one writes, or its own posts as they were, beside an insert',
      `with kept as (select id, title from posts where organization_id = $1), p as (update posts p set title = $2 from posts o where p.organization_id = $3 and o.organization_id = $4 and o.id = p.id returning p.organization_id, o.title) insert into outbox (organization_id, title) select organization_id, title from p`,
    ],
    [
      'an insert of what was not there before',
      `insert into outbox (organization_id, id) with made as materialized (select organization_id, id from posts p where organization_id = $1 and not exists (select 1 from outbox o where o.organization_id = $2 and o.id = p.id)) select organization_id, id from made`,
    ],
    ['a time of the caller', `update posts set due_at = $1::timestamptz + interval '1 minute' where organization_id = $2`],
    [
      'what is made of columns beside the write',
      `with made as (select id, jsonb_build_object('title', title) as named from posts where organization_id = $1) update posts p set failure = m.named from made m where p.organization_id = $2 and p.id = m.id`,
    ],
    ['a table of the whole cluster', `update organizations set name = $1 where id = $2`],
    ['a table of the whole cluster beside', `select 1 from posts p join organizations o on o.id = p.organization_id`],
  ])('%s', async (_what, text) => {
    expect(await said(text)).toEqual([])
  })
})

test('a part that refers to itself reads one organization', async () => {
  const steps = (where: string) => `with recursive steps as (
    (select organization_id, id from posts where ${where} order by 1, 2 limit 1)
    union all
    select n.organization_id, n.id from steps s cross join lateral (
      select p.organization_id, p.id from posts p where p.${where} and p.id > s.id order by 1, 2 limit 1) n
  ) select id from steps`
  expect(await said(steps('organization_id = $1'))).toEqual([])
  expect(await said(steps('organization_id > $1'))).toEqual(['recursion posts'])
})

describe('refuses', () => {
  test.each([
    ['a write without it', `update posts set title = $1 where id = $2`, ['write posts']],
    ['a write of several', `delete from posts where organization_id = any($1) and id = $2`, ['write posts']],
    ['a write where it is one of two ways', `update posts set title = $1 where organization_id = $2 or id = $3`, ['write posts']],
    ['a write of everything but it', `delete from posts where organization_id <> $1`, ['write posts']],
    ['a row without it', `insert into posts (title) values ($1)`, ['write posts']],
    [
      'a write by what a list says',
      `update posts p set title = w.title from unnest($1::bigint[], $2::bigint[]) as w (organization_id, id) where p.organization_id = w.organization_id and p.id = w.id`,
      ['write posts'],
    ],
    [
      'a write by what another part took',
      `with taken as (select organization_id, id from posts where id = $1 limit 5) delete from posts p using taken t where p.organization_id = t.organization_id and p.id = t.id`,
      ['write posts', 'join posts'],
    ],
    [
      'a delete in batches over all',
      `delete from posts where (organization_id, id) in (select organization_id, id from posts where send_at < $1 limit 9)`,
      ['write posts', 'join posts'],
    ],
    [
      'a write that reads another by correlation',
      `update posts p set title = $1 where p.organization_id = $2 and exists (select 1 from boards b where b.organization_id = p.organization_id)`,
      ['join boards'],
    ],
    [
      'a subselect in what a write returns',
      `update posts p set title = $1 where p.organization_id = $2 returning (select name from boards b where b.organization_id = p.organization_id)`,
      ['join boards'],
    ],
    [
      'a write pinned by the kept side of an outer join',
      `update posts p set title = $1 from boards b left join accounts a on a.organization_id = $2 and a.organization_id = b.organization_id where p.organization_id = b.organization_id`,
      ['write posts', 'join boards'],
    ],
    ['rows read from all', `insert into outbox (organization_id, id) select organization_id, id from posts`, ['join posts']],
    ['a lock over several', `select from posts where send_at < $1 for update skip locked`, ['lock posts']],
    [
      'a lock with a subselect by correlation',
      `select from posts p where p.organization_id = $1 and exists (select 1 from boards b where b.organization_id = p.organization_id) for update`,
      ['lock boards'],
    ],
    ['a lock within a part', `with taken as (select id from posts where id = $1 for update) select 1 from taken`, ['lock posts']],
    ['a join without it', `select 1 from posts p join boards b on b.id = p.board_id`, ['join posts', 'join boards']],
    [
      'a join where one names it alone',
      `select 1 from posts p join boards b on b.id = p.board_id where p.organization_id = $1`,
      ['join boards'],
    ],
    [
      'a subselect without it',
      `select (select name from boards b where b.id = p.board_id) from posts p`,
      ['join boards', 'join posts'],
    ],
    [
      'a subselect in a function',
      `select coalesce((select name from boards b where b.id = p.board_id), 'none') from posts p`,
      ['join boards', 'join posts'],
    ],
    [
      'a part without it',
      `with named as (select id from boards) select 1 from posts p join named n on n.id = p.board_id`,
      ['join boards', 'join posts'],
    ],
    [
      'a subselect in the values of an insert',
      `insert into posts (organization_id, board_id) values ($1, (select min(id) from boards where organization_id = $2))`,
      ['insert posts'],
    ],
    [
      'a subselect in what an insert returns',
      `insert into posts (organization_id) values ($1) returning (select name from boards where organization_id = $2)`,
      ['insert posts'],
    ],
    [
      'a parameter behind the conflict of what is selected',
      `insert into posts (organization_id, id) select $1, id from unnest($2::bigint[]) id on conflict (organization_id, id) do update set title = $3`,
      ['insert posts'],
    ],
    [
      'what a function returns that is not immutable',
      `update posts set title = $1 where organization_id = $2 returning jsonb_build_object('id', id)`,
      ['function posts'],
    ],
    [
      'a column set by a function of another',
      `update posts p set title = to_char(p.send_at, 'HH24') where p.organization_id = $1`,
      ['function posts'],
    ],
    [
      'a column set by another and an interval',
      `update posts p set due_at = p.send_at + interval '1 minute' where p.organization_id = $1`,
      ['function posts'],
    ],
    [
      'an exists without a column',
      `select 1 from posts p where p.organization_id = $1 and exists (select from boards b where b.organization_id = $2)`,
      ['no column boards'],
    ],
    [
      'a part that reads what an earlier one wrote, beside an insert',
      `with p as (update posts set send_at = null where organization_id = $1 returning *), left_at as (insert into outbox (organization_id, at) select p.organization_id, o.send_at from p join posts o on o.organization_id = $2 and o.id = p.id) select id from p`,
      ['read after write posts'],
    ],
    [
      'a lock beside what a function returns, beside an insert',
      `with mine as (select p.id from posts p join unnest($1::bigint[]) as w(id) on w.id = p.id where p.organization_id = $2 for update of p), gone as (delete from posts p using mine m where p.organization_id = $3 and p.id = m.id returning p.organization_id) insert into outbox (organization_id) select organization_id from gone`,
      ['lock beside function posts'],
    ],
  ])('%s', async (_what, text, findings) => {
    expect((await said(text)).sort()).toEqual([...findings].sort())
  })
})
