import { expect, test } from 'vitest'
import { runCommand } from '../../src/cli/run.js'
import { readAccount } from '../../src/core/accounts/accounts.js'
import { pausePublishing } from '../../src/core/accounts/publishing.js'
import type { Deps } from '../../src/core/ports/deps.js'
import { resumeCompared } from '../../src/core/care/restores/comparisons.js'
import { aRestoreWorld } from '../core/restores/support/restores.js'
import { aPin, reread, workFor } from '../publish/support/support.js'
import { asking } from '../publish/support/unknown.js'
import { aDatabase } from '../support/database.js'
import { HOUR_MS } from '../support/factories.js'
import { NO_OTHERS } from './operator.js'

const { db } = await aDatabase()
const { world, inHours, published, restore, compare, resume, pinsOf } = await aRestoreWorld(db)
const { deps, actor, accountId, organizationId } = world
const admin = { ...actor, userId: 'T1:UADMIN' }
const pause = () => pausePublishing(deps, admin, { accountId })
const account = () => readAccount(deps, actor, { accountId })

async function run(words: string, onDeps: Deps = deps) {
  const printed: string[] = []
  const code = await runCommand(words.split(' '), {
    out: (line) => printed.push(line),
    err: (line) => printed.push(line),
    open: async () => ({ deps: onDeps, close: async () => {} }),
    ...NO_OTHERS,
  })
  return { code, printed: printed.join('\n') }
}

/** Due at +30 h, at its restore at +20 h. */
async function aLaterPin(name: string) {
  const post = await aPin(world, { url: `https://example.com/compare-cli/${name}`, at: inHours(30) })
  await restore(20)
  return post
}

test('an account that was publishing is resumed once it is compared', async () => {
  const post = await aLaterPin('resumed')
  expect((await run('compare --resume')).printed).toContain('Resumed.')
  await workFor(world, 12 * HOUR_MS)
  expect(await pinsOf(post)).toHaveLength(1)
})

test.each([
  ['before its boards are read', async () => void (await pause())],
  ['before the operator resumes it', async () => void (await compare(), await pause())],
])('one that an admin pauses after the restore, %s, stays paused until an admin resumes it', async (when, act) => {
  const post = await aLaterPin(when.replaceAll(' ', '-'))
  await act()
  const rows = () =>
    db.sql`select actor from audit where subject = ${`account:${accountId}`} and action = 'pause' and actor = 'T1:UADMIN'`
  const recorded = await rows()
  expect(recorded.length).toBeGreaterThan(0)
  await pause()
  expect(await rows()).toHaveLength(recorded.length) // once: it changes nothing more
  const { code, printed } = await run('compare --resume')
  expect(code).toBe(0)
  expect(printed).toContain('An admin paused it, and it stays so.')
  expect(printed).toContain('Every account is compared, and none waits.')
  expect(await account()).toMatchObject({ publishing: 'paused', pausedBecause: null })
  await workFor(world, 12 * HOUR_MS)
  expect(await reread(world, post)).toMatchObject({ status: 'queued' })
  await resume()
  await workFor(world, HOUR_MS)
  expect(await pinsOf(post)).toHaveLength(1)
})

test('so does one that is paused while its boards are read', async () => {
  await published(await aLaterPin('while-read'), inHours(5), { title: 'Another' })
  const readBoard: typeof deps.platform.readBoard = async (...asked) => {
    await pause()
    return deps.platform.readBoard(...asked)
  }
  const { printed } = await run('compare --resume', asking(world, { readBoard }).deps)
  expect(printed).toContain('An admin paused it, and it stays so.')
  expect(await account()).toMatchObject({ publishing: 'paused', pausedBecause: null })
})

test('whoever comes first, an admin who pauses or the operator who resumes, the account is paused', async () => {
  for (let n = 0; n < 10; n++) {
    await restore(20 + n)
    await compare()
    await Promise.all([pause(), resumeCompared(deps, actor, { organizationId, accountId })])
    expect(await account()).toMatchObject({ publishing: 'paused' })
    await resume()
  }
})
