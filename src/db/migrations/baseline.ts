/**
 * The baseline: files that make at once what earlier migrations came to. A database that has all of those is adopted: it counts as made by the
 * baseline, without a change of its tables.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Names of migrations, each with the sums of the texts that it had: some were shipped with another one first, and came to the same tables. */
export type Replaced = ReadonlyMap<string, readonly string[]>
export type Applied = { name: string; sha256: string }

/** The last version with these migrations. A database that lacks some of them goes through it. */
export const LAST_WITH_REPLACED = 'version 0.1.0 (commit 2bc9cd7d)'

/** What the baseline of a folder replaces, line by line as sha256sum writes it; empty: it has no baseline. */
export function readReplaced(dir: string): Replaced {
  const file = path.join(dir, 'replaced.txt')
  const replaced = new Map<string, string[]>()
  if (!existsSync(file)) return replaced
  for (const line of readFileSync(file, 'utf8').split(/\r?\n/).filter(Boolean)) {
    const [sum = '', name = ''] = line.split('  ')
    replaced.set(name, [...(replaced.get(name) ?? []), sum])
  }
  return replaced
}

/** What was applied of the replaced migrations; `some`: up to `last`. `altered` names those with a text that no version had. */
export type Past = { has: 'none' | 'some' | 'all'; last: string; altered: string[] }

export function pastIn(files: readonly { replaces: Replaced | null }[], applied: readonly Applied[]): Past {
  const replaced = files.find(({ replaces }) => replaces)?.replaces ?? new Map<string, string[]>()
  const old = applied.filter(({ name }) => replaced.has(name))
  const names = old.map(({ name }) => name).sort()
  return {
    has: old.length === 0 ? 'none' : old.length < replaced.size ? 'some' : 'all',
    last: names.at(-1) ?? '',
    altered: old.filter(({ name, sha256 }) => !replaced.get(name)?.includes(sha256)).map(({ name }) => name),
  }
}
