/**
 * Reads what websites sent, one task after another, in a separate process: 5 MB of a page block for seconds, and neither a parser
 * nor a full heap can be stopped from inside. The parent ends it; modules load with the first task that needs them.
 */
import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import type { SentPage } from '../core/ports/web.js'
import type { Message, Piece, ReadEntry, Task } from './task.js'

/** Entries of a feed in one message. */
const ENTRIES = 100

try {
  writeFileSync('/proc/self/oom_score_adj', '1000') // the first process to be killed when memory runs out
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL) // publishing goes first
} catch {
  // not on this system, or not permitted
}
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL')) // the parent is gone, or has no further tasks

const send = (message: Message) => void process.send?.(message)
let onPiece: ((piece: Piece['piece']) => void) | undefined

process.on('message', (message: Task | Piece) => {
  // the parent sends nothing else
  if ('piece' in message) onPiece?.(message.piece)
  else
    answer(message).then(
      (value) => send({ value }),
      (error: unknown) => send({ error: String((error instanceof Error && error.stack) || error).slice(0, 2000) }),
    )
})

/** Signals `began` after loading the modules: loading is not the website's fault and does not count towards the deadline. */
async function answer(task: Task): Promise<unknown> {
  const read = await load(task)
  send({ began: true })
  return read()
}

async function load(task: Task): Promise<() => unknown> {
  switch (task.task) {
    case 'text': {
      const textOf = await loadTextOf()
      return () => textOf(task.page)
    }
    case 'facts': {
      const [textOf, { readPage }] = await Promise.all([loadTextOf(), import('./read-page.js')])
      return () => readPage(textOf(task.page))
    }
    case 'content': {
      const [{ decodeSure }, { readContent }] = await Promise.all([import('./decode.js'), import('./page/read-content.js')])
      const { page, address } = task
      return () => {
        const { text: html, isSure } =
          'text' in page ? { text: page.text, isSure: true } : decodeSure(bytesOf(page), page.contentType)
        if (!isSure) return { kind: 'read', page: readContent('', address) } // an implausible text is not used
        const isHtml = 'text' in page || page.contentType !== null || /<[a-z!]/i.test(html)
        return isHtml ? { kind: 'read', page: readContent(html, address) } : { kind: 'not_html' }
      }
    }
    case 'rules': {
      const { mayRead } = await import('./robots.js')
      return () => mayRead(task.text, task.url, task.agent)
    }
    case 'feed': {
      const { readBody } = await import('./feed/read-body.js')
      return () => someAtATime((onEntry) => readBody(pieces(), task, onEntry))
    }
    case 'work': {
      const { default: work } = (await import(task.module)) as { default: (...given: readonly unknown[]) => unknown }
      return () => work(...task.given)
    }
  }
}

async function loadTextOf(): Promise<(page: SentPage) => string> {
  const { decode } = await import('./decode.js')
  return (page) => decode(bytesOf(page), page.contentType)
}

const bytesOf = ({ body }: SentPage): Buffer => Buffer.from(body.buffer, body.byteOffset, body.length)

async function someAtATime<T>(readEntries: (onEntry: (entry: ReadEntry) => void) => Promise<T>): Promise<T> {
  let entries: ReadEntry[] = []
  const flush = () => {
    if (entries.length > 0) send({ entries })
    entries = []
  }
  const read = await readEntries((entry) => {
    if (entries.push(entry) === ENTRIES) flush()
  })
  flush()
  return read
}

async function* pieces(): AsyncGenerator<Buffer> {
  for (;;) {
    const next = new Promise<Piece['piece']>((resolve) => (onPiece = resolve))
    send({ wants: 'piece' })
    const piece = await next
    if (piece === null) return
    yield Buffer.from(piece.buffer, piece.byteOffset, piece.length)
  }
}
