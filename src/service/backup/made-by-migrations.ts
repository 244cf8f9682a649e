/** Our objects in a database that others may use, too. */
import { readMigrations } from '../../db/migrations/files.js'
import { migrationsDir, sandboxMigrationsDir } from '../../root.js'

/** Tables, functions and sequences, by name. */
export function madeByMigrations(): Set<string> {
  const texts = [migrationsDir, sandboxMigrationsDir].flatMap((dir) => readMigrations(dir).map(({ text }) => text))
  const made = /^create (?:or replace )?(?:table|function|sequence) (?:if not exists )?(\w+)/gim
  const names = texts.flatMap((text) => [...text.matchAll(made)].map(([, name]) => name!))
  return new Set([...names, 'schema_migrations', 'sandbox_migrations'])
}
