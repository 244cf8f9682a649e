/**
 * Every way in which the platform refuses: what it sent, what /v1 answered, what Slack showed. test/platform/error-rows.md is made
 * of it.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { sweepLate } from '../../src/core/publish/late/sweep.js'
import type { Post } from '../../src/core/posts/post.js'
import { root } from '../../src/root.js'
import { aPin, attemptsOf, MINUTE_MS, workFor } from '../publish/support/support.js'
import { aDatabase } from '../support/database.js'
import { type RequestFound, errorPage, type PublishedFound } from './support/error-page.js'
import { REQUEST_ROWS } from './support/error-rows-requests.js'
import { PUBLISHED_ROWS } from './support/error-rows-published.js'
import { arrange } from './support/error-sends.js'
import { anErrorStack, type V1Answer } from './support/error-stack.js'

const { db } = await aDatabase()
const stack = await anErrorStack(db)
const { recorder, simulator, team } = stack

const asked: RequestFound[] = []
const published: PublishedFound[] = []

/** Messages by where they came, once each. */
async function alerted(): Promise<{ pins: string[]; staff: string[] }> {
  return { pins: [...new Set(await stack.heard('pins'))], staff: [...new Set(await stack.heard('staff'))] }
}
const inOneColumn = ({ pins, staff }: { pins: string[]; staff: string[] }) => [
  ...pins.map((words) => `channel: ${words}`),
  ...staff.map((words) => `staff: ${words}`),
]

function inWords({ line, message, retryAfter }: V1Answer): string {
  const [status = '', ...rest] = line.split(' ')
  const retry = retryAfter === undefined ? '' : `, Retry-After ${retryAfter}`
  return [`**${status}**`, ...rest.map((word) => `\`${word}\``)].join(' ') + (message === '' ? '' : ` “${message}”`) + retry
}

test.each(REQUEST_ROWS)('$case · $asked.name', async (row) => {
  await arrange(stack, row.sends)
  const v1 = await row.asked.v1(stack)
  const sent = await recorder.take()
  expect(v1.line).toBe(row.v1)
  await stack.restore()
  const read = await row.asked.slack?.(stack)
  if (row.says !== undefined) expect(read).toContain(row.says)
  const messages = await alerted()
  expect(messages).toEqual({
    pins: row.tells?.pins === undefined ? [] : [expect.stringContaining(row.tells.pins)],
    staff: row.tells?.staff === undefined ? [] : [expect.stringContaining(row.tells.staff)],
  })
  expect(team.current.logged.filter(({ level }) => level === 'error')).toEqual([])
  const slack = read === undefined ? 'not asked there' : row.says === undefined ? 'as if nothing had happened' : read
  asked.push({ case: row.case, asked: row.asked.name, sent, v1: inWords(v1), slack, alerted: inOneColumn(messages) })
})

test.each(PUBLISHED_ROWS)('a pin goes out · $case', async (row) => {
  const world = team.current
  const post = await aPin(world)
  await arrange(stack, row.sends)
  await workFor(world, MINUTE_MS)
  const sent = await recorder.take()
  await workFor(world, 12 * MINUTE_MS)
  await sweepLate(world.deps) // as it is done each minute
  await workFor(world, 18 * MINUTE_MS)
  const { data } = await stack.ask('GET', `/posts/${post.id}`)
  const { status, failure = null } = data['post'] as Pick<Post, 'status' | 'failure'> // the wire has the same names
  const { pins } = await simulator.state()
  expect([failure === null ? status : `${status} ${failure.reason}`, pins.length]).toEqual([row.post, row.pins])
  const messages = await alerted()
  expect(messages).toEqual({
    pins: [row.says ?? []].flat().map((words): unknown => expect.stringContaining(words)),
    staff: row.alerts ? [expect.stringContaining('Pinterest refuses this app.')] : [],
  })
  const tries = (await attemptsOf(world, post)).length
  const made = `\`${status}\`${tries > 1 ? `, tried ${tries} times` : ''}${pins.length === 1 ? ', one pin on the platform' : ''}`
  const pin = failure === null ? made : `${made}, \`${failure.reason}\`: “${failure.message}”`
  published.push({ case: row.case, sent, pin, alerted: inOneColumn(messages) })
})

test('the page of all this says what was found', () => {
  const file = path.join(root, 'test/platform/error-rows.md')
  const page = errorPage(asked, published)
  if (process.env['WRITE_DOCS'] === '1') writeFileSync(file, page)
  expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toBe(page)
})
