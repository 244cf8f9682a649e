/** What a backup says of itself: at its beginning what it needs of the place it is restored to, at its end what it holds. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { deriveKey } from '../secrets.js'

/** Grows when a file of a newer version cannot be read by an older one. */
export const FORMAT = 1

const migration = z.object({ name: z.string(), sha256: z.string() })
export type AppliedMigration = z.infer<typeof migration>

const table = z.object({ name: z.string(), columns: z.array(z.string()) })
export type TableShape = z.infer<typeof table>

const partition = z.object({ name: z.string(), parent: z.string(), bound: z.string() })

export const manifestSchema = z.object({
  format: z.number().int(),
  /** By the clock of the service. */
  takenAt: z.iso.datetime().transform((text) => new Date(text)),
  database: z.object({ id: z.string(), kind: z.enum(['sandbox', 'production']), platformHost: z.string().nullable() }),
  /** Of the key that seals its secrets, which is not in it. */
  keyFingerprint: z.string(),
  /** Of the keys that it was changed from, while some secrets may still be sealed with them. */
  previousKeyFingerprints: z.array(z.string()).default([]),
  migrations: z.array(migration),
  sandboxMigrations: z.array(migration),
  tables: z.array(table),
  partitions: z.array(partition),
  /** false: the store is backed up by other means. */
  hasMedia: z.boolean(),
})
export type Manifest = z.infer<typeof manifestSchema>
/** As it is written. */
export type ManifestText = z.input<typeof manifestSchema>

/** Of the entries with rows: `tables/posts/000001`. */
export const TABLES = 'tables/'

export const endSchema = z.object({
  entries: z.number().int(),
  /** Over names, sizes and checksums of all entries before. */
  digest: z.string(),
  rows: z.record(z.string(), z.number().int()),
  /** Of identity columns, by table: the last number that was given out. */
  lastIds: z.record(z.string(), z.string()),
  /** Of a database that was spread over nodes: what they number goes with the time, and is not in `lastIds`. */
  isOfCluster: z.boolean().default(false),
  media: z.object({
    objects: z.number().int(),
    bytes: z.number().int(),
    missing: z.number().int(),
    missingKeys: z.array(z.string()),
  }),
})
export type End = z.infer<typeof endSchema>
/** As it is written. */
export type EndText = z.input<typeof endSchema>

/** By which a key is known again, and which says nothing of it. */
export const fingerprintOf = (key: Buffer): string =>
  createHash('sha256').update(deriveKey(key, 'backup fingerprint')).digest('hex').slice(0, 16)
