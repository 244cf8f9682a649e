/** What a Postgres was asked, read from its own log while it is written: each text once. */
import { createHash } from 'node:crypto'
import { appendFileSync, closeSync, openSync, readdirSync, readSync, rmSync } from 'node:fs'
import path from 'node:path'
import { StringDecoder } from 'node:string_decoder'

/** For the server. What it writes goes to files that are deleted once they are read: the suite asks millions of times. */
export const logSettings = (dir: string) => ({
  log_statement: 'all',
  log_parameter_max_length: '0',
  logging_collector: 'on',
  log_destination: 'jsonlog',
  log_directory: dir,
  log_filename: 'log-%Y-%m-%d-%H%M%S',
  log_rotation_size: '32MB',
})

const EVERY_MS = 250
const CHUNK_BYTES = 1024 * 1024

/** @param into a file that gets a line of JSON for each text that was not there yet */
export function followLog(dir: string, into: string): { stop(): void } {
  const offsets = new Map<string, { at: number; decoder: StringDecoder; rest: string }>()
  const known = new Set<string>()
  const chunk = Buffer.alloc(CHUNK_BYTES)
  const take = (line: string) => {
    const text = textOf(line)
    if (text === undefined) return
    const hash = createHash('sha1').update(text).digest('base64')
    if (known.has(hash)) return
    known.add(hash)
    appendFileSync(into, `${JSON.stringify(text)}\n`)
  }
  const read = () => {
    const files = readdirSync(dir)
      .filter((name) => name.endsWith('.json'))
      .sort()
    for (const [place, name] of files.entries()) {
      const file = path.join(dir, name)
      const state = offsets.get(name) ?? { at: 0, decoder: new StringDecoder('utf8'), rest: '' }
      offsets.set(name, state)
      const open = openSync(file, 'r')
      for (let bytes; (bytes = readSync(open, chunk, 0, CHUNK_BYTES, state.at)) > 0; ) {
        state.at += bytes
        const lines = (state.rest + state.decoder.write(chunk.subarray(0, bytes))).split('\n')
        state.rest = lines.pop()!
        lines.forEach(take)
      }
      closeSync(open)
      if (place < files.length - 1) rmSync(file) // the server has gone on to the next
    }
  }
  const timer = setInterval(read, EVERY_MS)
  return {
    stop: () => {
      clearInterval(timer)
      read()
    },
  }
}

/** Of a line that says that a statement runs; undefined: it says something else. */
function textOf(line: string): string | undefined {
  if (!line.includes('"message":"execute ') && !line.includes('"message":"statement: ')) return undefined
  const { message } = JSON.parse(line) as { message: string }
  return /^(?:statement|execute [^:]*): ([\s\S]*)$/.exec(message)?.[1]
}
