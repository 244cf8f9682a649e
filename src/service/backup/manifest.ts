/** Metadata of a backup: its first entry states what a restore requires, its last one what the backup contains. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { deriveKey } from '../secrets.js'

/** Raise it when older versions cannot read a new file. */
export const FORMAT = 1

const migration = z.object({ name: z.string(), sha256: z.string() })
export type AppliedMigration = z.infer<typeof migration>

const table = z.object({ name: z.string(), columns: z.array(z.string()) })
export type TableShape = z.infer<typeof table>

const partition = z.object({ name: z.string(), parent: z.string(), bound: z.string() })

export const manifestSchema = z.object({
  format: z.number().int(),
  /** Time by the clock of the service. */
  takenAt: z.iso.datetime().transform((text) => new Date(text)),
  database: z.object({ id: z.string(), kind: z.enum(['sandbox', 'production']), platformHost: z.string().nullable() }),
  /** Identifies the key that seals the secrets; the key is not included. */
  keyFingerprint: z.string(),
  /** Identifies former keys, with which some secrets may still be sealed. */
  previousKeyFingerprints: z.array(z.string()).default([]),
  migrations: z.array(migration),
  sandboxMigrations: z.array(migration),
  tables: z.array(table),
  partitions: z.array(partition),
  /** false if the store is backed up by other means. */
  hasMedia: z.boolean(),
})
export type Manifest = z.infer<typeof manifestSchema>
/** The manifest before parsing. */
export type ManifestText = z.input<typeof manifestSchema>

/** The prefix of entries with rows: `tables/posts/000001`. */
export const TABLES = 'tables/'

export const endSchema = z.object({
  entries: z.number().int(),
  /** A checksum of the names, sizes and checksums of all entries before. */
  digest: z.string(),
  rows: z.record(z.string(), z.number().int()),
  /** The last number of each table's identity column. */
  lastIds: z.record(z.string(), z.string()),
  /** True for a database that was distributed over nodes: its ids depend on the time, so their last numbers are not stored. */
  isOfCluster: z.boolean().default(false),
  media: z.object({
    objects: z.number().int(),
    bytes: z.number().int(),
    missing: z.number().int(),
    missingKeys: z.array(z.string()),
  }),
})
export type End = z.infer<typeof endSchema>
/** The last entry before parsing. */
export type EndText = z.input<typeof endSchema>

/** Identifies a key without revealing anything about it. */
export const fingerprintOf = (key: Buffer): string =>
  createHash('sha256').update(deriveKey(key, 'backup fingerprint')).digest('hex').slice(0, 16)
