/** Pages are read apart from everything else: whatever one of them costs, this process goes on, and so do other pages. */
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { makeReaders, type Readers, type ReadersOptions } from '../../src/web/readers.js'
import type { Task } from '../../src/web/task.js'

const opened: Readers[] = []
afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())))

function open(options: ReadersOptions = {}): Readers {
  const readers = makeReaders(options)
  opened.push(readers)
  return readers
}

const ADDRESS = 'https://shop.example.com/shelf'
const content = (html: string | Buffer): Extract<Task, { task: 'content' }> => ({
  task: 'content',
  page: { body: Buffer.from(html), contentType: 'text/html' },
  address: ADDRESS,
})
const SMALL = content('<title>Oak shelf</title><h1>Oak shelf</h1><p>A shelf of solid oak carries a set of plates.</p>')

describe('this process goes on while it is read:', () => {
  /** One is before it, one behind it: all others are turns that somebody else had. */
  const TURNS = 10
  test.each([
    ['a page of nothing but brackets', content('<'.repeat(4_900_000))],
    ['a page of reviews without end', content('<h2>Reviews</h2><p>x'.repeat(249_000))],
    ['a page of elements in each other', content('<p><b>'.repeat(800_000))],
    ['a page whose ends belong to nothing', content('<b>'.repeat(1_990) + '</i>'.repeat(1_200_000))],
    ['a page in no charset', content(Buffer.alloc(4_900_000, 0xff))],
    [
      'the rules of a website that names everybody',
      {
        task: 'rules',
        text: 'User-agent: *\n'.repeat(18_000) + 'Disallow: /x*y\n'.repeat(18_000),
        url: ADDRESS,
        agent: 'Pinslot',
      },
    ],
  ] satisfies [string, Task][])('%s', async (_name, task) => {
    const readers = open({ deadlineMs: 60_000 })
    await readers.run('1', SMALL)
    let turns = 0
    const timer = setInterval(() => turns++, 1)
    const read = await readers.run<Task['task']>('1', task)
    clearInterval(timer)
    expect(read).not.toBeNull()
    expect(turns).toBeGreaterThan(TURNS)
  })

  test('a feed, whose entries come some at a time', async () => {
    const readers = open({ deadlineMs: 60_000 })
    const source = JSON.stringify({
      products: Array.from({ length: 20_000 }, (_, at) => ({ id: at, handle: `oak-${at}`, title: 'Oak' })),
    })
    let [turns, entries] = [0, 0]
    const turnsOfEntries = new Set<number>()
    const timer = setInterval(() => turns++, 1)
    const feed = { task: 'feed', url: ADDRESS, wanted: null, mostEntries: 50_000, contentType: 'application/json' } as const
    const read = await readers.run('1', feed, {
      pieces: [Buffer.from(source)],
      onEntry: () => {
        entries++
        turnsOfEntries.add(turns)
      },
    })
    clearInterval(timer)
    expect(read).toEqual({ kind: 'entries', of: 'products', title: null })
    expect(entries).toBe(20_000)
    expect(turnsOfEntries.size).toBeGreaterThan(3)
  })
})

describe('a page that', () => {
  const file = fileURLToPath(new URL('./support/stubborn-child.mjs', import.meta.url))

  test('is never read to its end is given up, and others are read meanwhile', async () => {
    const lines: string[] = []
    const log = { warn: (_fields: object, line: string) => void lines.push(line) }
    const readers = open({ file, log, deadlineMs: 3_000 })
    let isOver = false
    const endless = readers.run('1', content('endless')).finally(() => (isOver = true))
    expect(await readers.run('2', SMALL)).toBe('read')
    expect(isOver).toBe(false)
    expect(await endless).toBeNull()
    expect(lines).toEqual(['what a website sent was given up: it takes too much time or memory'])
    expect(await readers.run('1', SMALL)).toBe('read')
  })

  test('is well is read however long its process takes to start, and one that is never read to its end is still given up', async () => {
    const slow = fileURLToPath(new URL('./support/slow-child.mjs', import.meta.url))
    const readers = open({ file: slow, deadlineMs: 1_000 })
    expect(await readers.run('1', SMALL)).toBe('read')
    expect(await readers.run('1', content('endless'))).toBeNull()
    expect(await Promise.all([readers.run('1', content('endless')), readers.run('2', SMALL)])).toEqual([null, 'read'])
  })

  test('takes the reader itself longer than its time is given up', async () => {
    const readers = open({ deadlineMs: 100 })
    expect(await readers.run('1', content('<'.repeat(4_900_000)))).toBeNull()
  })

  test('no process begins to read is no fault of its own: it is read again by who wants to', async () => {
    const lines: string[] = []
    const log = { warn: (_fields: object, line: string) => void lines.push(line) }
    const readers = open({ file, log, startMs: 3_000, deadlineMs: 60_000 })
    await expect(readers.run('1', content('never begun'))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect(lines).toEqual(['no process began to read what a website sent: this machine is too busy'])
    expect(await readers.run('1', SMALL)).toBe('read')
  })

  test('takes all memory fails alone', async () => {
    const readers = open({ file, heapMb: 48, deadlineMs: 60_000 })
    const [greedy, other] = await Promise.all([readers.run('1', content('greedy')), readers.run('2', SMALL)])
    expect([greedy, other]).toEqual([null, 'read'])
    expect(await readers.run('1', SMALL)).toBe('read')
  })

  test('takes more memory than there is, as the reader itself reads it, fails alone', async () => {
    const readers = open({ heapMb: 16, deadlineMs: 60_000 })
    expect(await readers.run('1', content('<p>x</p>'.repeat(600_000)))).toBeNull()
  })

  test('ends its process is no fault of its own: it is read again by who wants to', async () => {
    const readers = open({ file, deadlineMs: 60_000 })
    await expect(readers.run('1', content('killed'))).rejects.toThrow('SIGKILL')
    expect(await readers.run('1', SMALL)).toBe('read')
  })

  test('fails its reader says so, and the next one is read', async () => {
    const readers = open({ file, deadlineMs: 60_000 })
    await expect(readers.run('1', content('broken'))).rejects.toThrow('could not be read')
    expect(await readers.run('1', SMALL)).toBe('read')
  })
})

test('an organization with many pages that take long leaves a place for others', async () => {
  const file = fileURLToPath(new URL('./support/stubborn-child.mjs', import.meta.url))
  const readers = open({ file, atOnce: 2, deadlineMs: 60_000 })
  const many = Array.from({ length: 5 }, () => readers.run('1', content('endless')))
  const ends = Promise.allSettled(many)
  expect(await readers.run('2', SMALL)).toBe('read')
  await readers.close()
  expect((await ends).map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
})

test('closing ends what is being read at once, and nothing is read afterwards', async () => {
  const file = fileURLToPath(new URL('./support/stubborn-child.mjs', import.meta.url))
  const readers = open({ file, deadlineMs: 600_000 })
  const endless = expect(readers.run('1', content('endless'))).rejects.toThrow('SIGKILL')
  await readers.run('2', SMALL)
  await readers.close()
  await endless
  await expect(readers.run('1', SMALL)).rejects.toThrow('closing')
})
