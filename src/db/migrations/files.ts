/** The files of a folder of migrations, as they are written. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readReplaced, type Replaced } from './baseline.js'

/** The message is a sentence for the person at the terminal. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError'
}

export type Migration = {
  name: string
  text: string
  sha256: string
  /** The statement of a file that begins with `-- outside a transaction`; null: the file runs in one transaction. */
  outside: OutsideStatement | null
  /** All that the baseline of its folder replaces; null: this file is no part of a baseline. */
  replaces: Replaced | null
}
/** @param index its name, which may carry its schema */
export type OutsideStatement = { kind: 'create index' | 'drop index'; index: string; text: string }

const HEADER = '-- outside a transaction\n'
const CREATE = /^create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+([\w."]+)\s+on\s[^;]*;?$/i
const DROP = /^drop\s+index\s+concurrently\s+if\s+exists\s+([\w."]+)\s*;?$/i

/**
 * Reads the migrations in the order in which they are applied. @throws MigrationError a file outside a transaction that could not
 * be repeated
 */
export function readMigrations(dir: string): Migration[] {
  const replaced = readReplaced(dir)
  const lastReplaced = [...replaced.keys()].at(-1) ?? ''
  return readdirSync(dir)
    .filter((file) => /^\d{4}_[\w-]+\.sql$/.test(file))
    .sort()
    .map((name) => {
      const text = readFileSync(path.join(dir, name), 'utf8').replace(/\r\n/g, '\n')
      const sha256 = createHash('sha256').update(text).digest('hex')
      const outside = text.startsWith(HEADER) ? readOutside(name, text) : null
      return { name, text, sha256, outside, replaces: name < lastReplaced ? replaced : null }
    })
}

/** Outside a transaction half of a file may be applied when its process dies: only what can be repeated runs there. */
function readOutside(name: string, text: string): OutsideStatement {
  const statement = text.replace(/--[^\n]*/g, '').trim()
  const created = CREATE.exec(statement)?.[1]
  if (created) return { kind: 'create index', index: created, text: statement }
  const dropped = DROP.exec(statement)?.[1]
  if (dropped) return { kind: 'drop index', index: dropped, text: statement }
  throw new MigrationError(
    `Migration ${name} runs outside a transaction: it holds one statement, "create index concurrently if not exists … on …" or "drop index concurrently if exists …".`,
  )
}
