import { beforeEach, expect, test } from 'vitest'
import { pausePublishing } from '../../src/core/accounts/publishing.js'
import { runCommand } from '../../src/cli/run.js'
import { reread, aPin, aPublishWorld, MINUTE_MS, SECOND_MS, workFor } from '../publish/support/support.js'
import { aDatabase } from '../support/database.js'
import { NO_OTHERS } from './operator.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)
const { simulator, organizationId, accountId, clock } = world
const { sql } = db

async function run(...words: string[]) {
  const printed = { out: [] as string[], err: [] as string[] }
  const code = await runCommand(
    words.flatMap((word) => word.split(' ')),
    {
      out: (line) => printed.out.push(line),
      err: (line) => printed.err.push(line),
      open: async () => ({ deps: world.deps, close: async () => {} }),
      ...NO_OTHERS,
    },
  )
  return { code, out: printed.out.join('\n'), err: printed.err.join('\n') }
}
const org = `--org ${organizationId}`
const settle = (postId: string) => `attempts settle ${org} --account ${accountId} --post ${postId}`

beforeEach(async () => {
  await sql`delete from posts`
  await sql`delete from sim_faults`
  await sql`update accounts set publishing = 'active', token_status = 'authorized', late_after = null`
})

/** Sent and published, and the answer never came; its board cannot be read. */
async function anUnknown({ isThere }: { isThere: boolean }) {
  const url = `https://example.com/${isThere ? 'there' : 'not-there'}-${clock.now.getTime()}`
  const post = await aPin(world, { url, title: 'A "shelf"\nof oak' })
  await simulator.fault({ operation: 'create_pin', fault: isThere ? 'commit_then_hang' : 'hang', times: 1, match: { link: url } })
  await simulator.fault({ operation: 'get_board', fault: 'fail_500', times: 60 })
  await workFor(world, MINUTE_MS + SECOND_MS)
  return post
}
const sentAt = (instant: Date) => `${instant.toISOString().slice(0, 19)}Z`

test('nothing stuck is said in so many words', async () => {
  expect(await run('attempts')).toEqual({
    code: 0,
    out: 'Nothing is stuck: no unknown outcome, no attempt without its worker, no late pin.',
    err: '',
  })
  expect(JSON.parse((await run(`attempts ${org} --json`)).out)).toMatchObject({ stuck: { unknown: [], late: [], held: [] } })
  expect(await run('attempts --org 99999')).toMatchObject({ code: 1, err: 'Organization not found.' })
})

test('an unknown outcome is told with what happened, since when, what is done about it and how a person settles it', async () => {
  const post = await anUnknown({ isThere: false })
  const young = (await run(`attempts ${org}`)).out.split('\n')
  expect(young.slice(0, 3)).toEqual([
    'The outcome is unknown: Pinterest did not say whether it published the pin. Nothing else goes to its board meanwhile. (1)',
    `  Post ${post.id} "A "shelf" of oak": organization ${organizationId}, account ${accountId} (maker), board 101 "Kitchen ideas"`,
    `    Sent ${sentAt(post.sendAt!)}, 1 s ago, attempt 1. No answer: "Pinterest did not answer in time".`,
  ])
  expect(young[4]).toMatch(/^ {4}Nothing to do: /)
  const response = { status: null, message: 'Pinterest did not answer in time.' }
  expect(JSON.parse((await run(`attempts ${org} --json`)).out)).toMatchObject({ stuck: { unknown: [{ response }] } })

  await workFor(world, 20 * MINUTE_MS)
  const { out } = await run('attempts')
  expect(out).toContain(`Sent ${sentAt(post.sendAt!)}, 20 min ago`)
  expect(out).toContain('Its board cannot be read. Check the board yourself')
  expect(out).toContain(`npm run admin -- ${settle(post.id)} --there PIN`)
  expect(out).toContain(`npm run admin -- ${settle(post.id)} --not-there`)
})

test('a person says that it is there: the post is sent with that pin', async () => {
  const post = await anUnknown({ isThere: true })
  const { pins } = await simulator.state()
  const pin = pins.find(({ link }) => link === post.url)!
  const said = await run(`${settle(post.id)} --there ${pin.id}`)
  expect(said).toMatchObject({ code: 0, out: expect.stringContaining(`Post ${post.id} is sent with pin ${pin.id}`) as string })
  expect(await reread(world, post)).toMatchObject({ status: 'sent', pinId: pin.id })
  expect(await run(`${settle(post.id)} --not-there`)).toMatchObject({
    code: 1,
    err: expect.stringContaining('already know') as string,
  })
  expect((await run('attempts')).out).toContain('Nothing is stuck')
})

test('a person says that it is not there: it is due again, and goes out', async () => {
  const post = await anUnknown({ isThere: false })
  const said = await run(`${settle(post.id)} --not-there`)
  expect(said).toMatchObject({ code: 0, out: expect.stringContaining(`Post ${post.id} is queued again, due now`) as string })
  await sql`delete from sim_faults`
  await workFor(world, MINUTE_MS)
  expect((await reread(world, post)).status).toBe('sent')
  const { out } = await run(`attempts show ${org} --post ${post.id}`)
  expect(out).toContain('  Sent as pin ')
  expect(out).toMatch(/ {2}Attempt 1, for \S+ on board 101: absent \(not on the board\)\.\n {4}Taken \S+Z, sent \S+Z, ended \S+Z/)
  expect(out).toMatch(/A person said \S+Z that its pin is not there\./)
  expect(out).toMatch(/ {2}Attempt 2, .*: confirmed \(published\)\./)
})

test('what failed as unknown is listed for a week and settled the same way', async () => {
  const post = await anUnknown({ isThere: false })
  clock.advance(24 * 60 * MINUTE_MS)
  await workFor(world, SECOND_MS)
  const { out } = await run('attempts')
  expect(out).toContain('Failed in the last week because the outcome stayed unknown')
  expect(out).toContain(`npm run admin -- ${settle(post.id)} --not-there`)
  expect((await run(`attempts show ${org} --post ${post.id}`)).out).toContain(
    'Its outcome is unknown. Check the board, then set it:',
  )
  expect((await run(`${settle(post.id)} --not-there`)).out).toContain('is a draft without unknown attempts')
  expect((await run('attempts')).out).toContain('Nothing is stuck')
})

test('a late pin says what it waits for, an account that is held says who can help', async () => {
  const post = await aPin(world, { url: 'https://example.com/late' })
  clock.advance(20 * MINUTE_MS)
  expect((await run('attempts')).out).toContain(
    `    Its time was ${sentAt(post.sendAt!)}, 19 min ago. Nothing stands in its way since ${sentAt(post.sendAt!)} and nobody took it`,
  )
  expect((await run(`attempts show ${org} --post ${post.id}`)).out).toContain('  State: waiting (in_line), late, since ')
  await pausePublishing(world.deps, world.actor, { accountId })
  expect((await run('attempts')).out.split('\n')).toEqual([
    'The account is on hold: its pins wait, for up to a day each. (1)',
    `  Account ${accountId} (maker) of organization ${organizationId}: 1 pin past its time, the oldest for 19 min.`,
    expect.stringContaining('an admin of the team resumes it'),
    '',
  ])
  await sql`update accounts set publishing = 'active', token_status = 'unauthorized'`
  expect((await run('attempts')).out).toContain(`npm run admin -- account connect --org ${organizationId} --account ${accountId}`)
})

test('no more than --limit of each kind, and then it says that there may be more', async () => {
  for (const number of [1, 2, 3]) await aPin(world, { url: `https://example.com/limit-${number}` })
  clock.advance(20 * MINUTE_MS)
  const { out } = await run('attempts --limit 2')
  expect(out).toContain('More than 10 minutes late. (2 or more; --limit shows more)')
  expect(out.match(/Its time was/g)).toHaveLength(2)
})

test.each([
  ['attempts settle --org 1 --account 7 --post 12', 'Say one of the two'],
  ['attempts settle --org 1 --account 7 --post 12 --there 5 --not-there', 'Say one of the two'],
  ['attempts settle --org 1 --post 12 --not-there', '--account is missing.'],
  ['attempts show --org 1', '--post is missing.'],
  ['attempts --limit 0', '--limit must be'],
  ['attempts list', "Unexpected argument 'list'"],
])('%s is told with how to write it', async (command, message) => {
  const { code, err } = await run(command)
  expect(code).toBe(2)
  expect(err).toContain(message)
})

test('an unknown pin of the platform, and a post that is not there, are refused in a sentence', async () => {
  const post = await anUnknown({ isThere: false })
  expect(await run(`${settle(post.id)} --there 1234567890`)).toMatchObject({
    code: 1,
    err: expect.stringMatching(/pin/i) as string,
  })
  expect(await run(`${settle('99999')} --not-there`)).toMatchObject({ code: 1, err: 'Post not found.' })
})
