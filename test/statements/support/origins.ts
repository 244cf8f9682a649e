/** Where in the sources a statement comes from, by the driver's own record. */
import path from 'node:path'
import type { Pool } from '../../../src/db/pool.js'
import { root } from '../../../src/root.js'

type AnyQuery = { origin: string; args: unknown[]; strings: readonly string[]; handle: (this: AnyQuery) => unknown }
let isPatched = false

/**
 * The driver keeps an error for each statement of the sources, by its first call; one whose stack was never read holds on to all that was in
 * reach of that call. Here many files share a process, so each would leave its servers behind: their stacks are read at once.
 * @param isMarked each statement then begins with a comment that names its file, for who reads the server's log
 */
export function forgetOrigins({ sql }: Pool, isMarked: boolean): void {
  if (isPatched) return
  isPatched = true
  const queries = Object.getPrototypeOf(sql`select`) as AnyQuery // the class is not exported
  const isQuery = (one: unknown): one is AnyQuery => queries.isPrototypeOf(one as object)
  const readOrigin = (query: AnyQuery) => {
    void query.origin
    query.args.flat().filter(isQuery).forEach(readOrigin)
  }
  const { handle } = queries
  const marked = new WeakSet<AnyQuery>()
  queries.handle = function () {
    readOrigin(this)
    if (isMarked && !marked.has(this)) {
      marked.add(this)
      const [first = '', ...rest] = this.strings
      const strings = [markOf(this.origin) + first, ...rest]
      this.strings = Object.assign(strings, { raw: strings })
    }
    return handle.call(this)
  }
}

/** As it begins a statement: `/* src/core/boards/cache.ts *\/`. */
function markOf(origin: string): string {
  for (const line of origin.split('\n')) {
    const file = /\(?((?:file:\/\/)?\/[^():]+)(?::\d+)+\)?$/.exec(line.trim())?.[1]?.replace('file://', '')
    if (!file || file.includes('node_modules')) continue
    const name = path.relative(root, file)
    if (!name.startsWith('..')) return `/* ${name} */ `
  }
  return ''
}

/** @returns the file that a statement of the log comes from; undefined: of a process of its own, or of no place in the sources */
export const originOf = (text: string) => /^\/\* ([^ ]+) \*\/ /.exec(text)?.[1]
