/** Nothing can be done to the service that the random acts beside an attempt neither do nor leave out for a reason. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { COMMANDS } from '../../src/cli/run.js'
import { TICKS } from '../../src/jobs/ticks.js'
import { root } from '../../src/root.js'
import { aServer } from '../http/support/support.js'
import { aDatabase } from '../support/database.js'
import { EXCUSED } from './acts/excused.js'
import { ACTS, actOf, type ActName } from './acts/table.js'

const { db } = await aDatabase()
const { app } = await aServer(db)

const done = new Set((Object.keys(ACTS) as ActName[]).flatMap((name) => actOf(name).does))
const missing = (things: string[]) => things.filter((thing) => !done.has(thing) && !(thing in EXCUSED))

/** Writes of /v1, as the public description has them. */
const { paths } = (await app.inject('/openapi.json')).json<{ paths: Record<string, Record<string, unknown>> }>()
const operations = Object.entries(paths).flatMap(([address, methods]) =>
  Object.keys(methods).flatMap((method) => (method === 'get' ? [] : [`${method.toUpperCase()} ${address}`])),
)
const ticks = TICKS.map(({ job }) => `tick ${job}`)
const commands = COMMANDS.map(({ name }) => name)
/** The files that leave acts in the audit: whatever a person changes, in Slack too, goes through one of them. */
const writers = ['core', 'slack'].flatMap((folder) =>
  readdirSync(path.join(root, 'src', folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('/audit.ts') && !name.endsWith('/changed.ts'))
    .filter((name) =>
      /\brecordAct\(|\b(?:changed|placedNew)\(sql,|insert into audit\b/.test(readFileSync(path.join(root, 'src', name), 'utf8')),
    ),
)

test.each([
  ['write of /v1', operations],
  ['tick', ticks],
  ['command of the operator', commands],
  ['part of the service that leaves acts in the audit', writers],
])('every %s is done beside an attempt, or left out for a reason', (_what, things) => {
  expect(things.length).toBeGreaterThan(5)
  expect(missing(things)).toEqual([])
})

test('nothing is named that is not there any more', () => {
  const there = new Set([...operations, ...ticks, ...commands, ...writers])
  expect([...done, ...Object.keys(EXCUSED)].filter((name) => !there.has(name))).toEqual([])
})

test('what is done is not left out as well', () => {
  expect(Object.keys(EXCUSED).filter((name) => done.has(name))).toEqual([])
})
