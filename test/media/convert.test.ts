/** The process that unpacks a picture, and all the ways in which it ends. */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterEach, expect, test, vi } from 'vitest'
import { SENT_IMAGE } from '../../src/core/media/formats.js'
import { makeConverter } from '../../src/media/convert.js'
import { judge } from '../../src/media/outcome.js'
import { whereNoneStarts } from './support/none-starts.js'

const limits = { maxPixels: 25_000_000, minSide: 100, sent: SENT_IMAGE }
const gif = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#468' } })
  .gif()
  .toBuffer()
/** Minutes of work. */
const endless = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000">
  <filter id="f" x="0" y="0" width="1" height="1">${'<feTurbulence baseFrequency="0.9" numOctaves="200"/>'.repeat(200)}</filter>
  <rect width="2000" height="2000" filter="url(#f)"/></svg>`)

const opened: ReturnType<typeof makeConverter>[] = []
const aConverter = (deadlineMs?: number) => {
  const made = makeConverter(deadlineMs === undefined ? {} : { deadlineMs })
  opened.push(made)
  return made
}
afterEach(async () => {
  vi.restoreAllMocks()
  for (const one of opened.splice(0)) await one.close()
})

/** Of the processes below this one those that unpack pictures. */
function children(): number[] {
  const tasks = readdirSync('/proc/self/task').map((task) => readFileSync(`/proc/self/task/${task}/children`, 'latin1'))
  const pids = tasks.join(' ').split(/\s+/).filter(Boolean).map(Number)
  return pids.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('convert-child.mjs'))
}
const theChild = () => vi.waitUntil(() => children()[0], { timeout: 60_000, interval: 5 })

test('a process that cannot be started is no fault of the picture, and the next picture is converted', async () => {
  const converter = aConverter()
  expect(await converter.convert(gif, 'image/gif', limits)).toMatchObject({ kind: 'done' })
  const { outcome, kills } = await whereNoneStarts(() => converter.convert(gif, 'image/gif', limits))
  expect(await outcome).toMatchObject({ kind: 'failed' })
  expect(kills).toBe(0)
  expect(await converter.convert(gif, 'image/gif', limits)).toMatchObject({ kind: 'done', value: { contentType: 'image/jpeg' } })
  await converter.close()
})

test('a process that somebody else ends is no fault of the picture', async () => {
  const converted = aConverter().convert(endless, 'image/svg+xml', limits)
  process.kill(await theChild(), 'SIGKILL')
  expect(await converted).toMatchObject({ kind: 'failed' })
})

test('a process that gets no time is no fault of the picture, and the same may be tried again', async () => {
  const converted = aConverter(3000).convert(endless, 'image/svg+xml', limits)
  process.kill(await theChild(), 'SIGSTOP')
  expect(await converted).toMatchObject({
    kind: 'failed',
    error: { code: 'SERVICE_UNAVAILABLE', details: { retryAfterSeconds: 5 } },
  })
})

test('a decoder that crashes was given a damaged picture', async () => {
  const converted = aConverter().convert(endless, 'image/svg+xml', limits)
  process.kill(await theChild(), 'SIGSEGV')
  expect(await converted).toEqual({ kind: 'damaged' })
})

test('a drawing has one time for both: being measured and being drawn', async () => {
  const converter = aConverter(60_000)
  const slow = Buffer.from(endless)
  const measured = converter.measure(slow)
  const child = await theChild()
  process.kill(child, 'SIGSTOP')
  await sleep(500)
  process.kill(child, 'SIGCONT')
  expect(await measured).toMatchObject({ kind: 'done' })
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const drawn = converter.convert(slow, 'image/svg+xml', limits)
  await theChild()
  const [deadlineMs] = timers.mock.calls.map(([, ms = 0]) => ms).filter((ms) => ms > 10_000)
  timers.mockRestore()
  expect(deadlineMs).toBeLessThanOrEqual(60_000 - 500)
  await converter.close()
  expect(await drawn).toMatchObject({ kind: 'failed' })
})

const ofItsOwn = { cpuMs: 9000, deadlineMs: 10_000 }
test.each([
  ['timeout: 42% complete', ofItsOwn, 'tooCostly'],
  ['timeout: 42% complete', { cpuMs: 900, deadlineMs: 10_000 }, 'failed'],
  ['Input image exceeds pixel limit', ofItsOwn, 'tooCostly'],
  ['vips_tracked: out of memory --size == 500MB', ofItsOwn, 'failed'],
  ['unable to create thread', ofItsOwn, 'failed'],
  ['VipsJpeg: premature end of JPEG image', ofItsOwn, 'damaged'],
])('"%s" after %j is %s', (words, spent, kind) => {
  expect(judge(new Error(words), spent).kind).toBe(kind)
})
