/** The data in the messages and forms of an import; the file stays with Slack. */
import { z } from 'zod'
import type { ImportField } from '../../src/core/sources/imports/model.js'
import { viewMemory } from '../kit/memory.js'

const ref = z.object({
  accountId: z.string(),
  /** Slack's id of the file. */
  fileId: z.string(),
  name: z.string(),
  /** Set if the file is in a message that was not sent to the app. */
  from: z.enum(['message', 'dm']).exactOptional(),
  mode: z.enum(['draft', 'schedule', 'approval']),
  /** The chosen columns of each field, counted from 0; a missing field has none. Absent: recognized by the columns' names. */
  mapping: z
    .partialRecord(
      z.custom<ImportField>((field) => typeof field === 'string'),
      z.union([z.number(), z.array(z.number())]),
    )
    .exactOptional(),
  /** The chosen order of day and month in dates such as 3/4/2027. */
  order: z.enum(['day', 'month']).exactOptional(),
  /** A fingerprint of the previewed file, as the file can be edited in Slack. */
  shown: z.string().exactOptional(),
  /** The name of a board to create. */
  board: z.string().exactOptional(),
  /** Set once the import has begun. */
  importId: z.string().exactOptional(),
})
export type ImportRef = z.infer<typeof ref>

/** @throws ZodError if another version of this program wrote it */
export const readImportRef = (written: string): ImportRef => ref.parse(JSON.parse(written))
export const writeImportRef = (made: ImportRef): string => JSON.stringify(made)

const place = z.object({ channel: z.string(), ts: z.string() })

const columns = z.object({ ref, place })
export type ImportColumnsMemory = z.infer<typeof columns>
export const importColumnsMemory = viewMemory(columns)

const problems = z.object({ ref, at: z.number() })
export type ImportProblemsMemory = z.infer<typeof problems>
export const importProblemsMemory = viewMemory(problems)
