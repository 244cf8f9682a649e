/** The project's own folder: the same from src (tests) and from dist (the compiled build). */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

function findRoot(from: string): string {
  return existsSync(path.join(from, 'package.json')) ? from : findRoot(path.dirname(from))
}

export const root = findRoot(path.dirname(fileURLToPath(import.meta.url)))
export const migrationsDir = path.join(root, 'migrations')
export const sandboxMigrationsDir = path.join(root, 'migrations', 'sandbox')

/** The version of this program. */
export const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string } // npm requires a version
