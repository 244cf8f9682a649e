/** What the messages and forms of an import remember: the file stays with Slack. */
import { z } from 'zod'
import type { ImportField } from '../../src/core/sources/imports/model.js'
import { viewMemory } from '../kit/memory.js'

const ref = z.object({
  accountId: z.string(),
  /** Slack's. */
  fileId: z.string(),
  name: z.string(),
  /** It stands in a message that was not sent to the app. */
  from: z.enum(['message', 'dm']).exactOptional(),
  mode: z.enum(['draft', 'schedule', 'approval']),
  /** Which column or columns a field is in, counted from 0, once a person chose them; fields that are not there are in none. Absent: by the names of the columns. */
  mapping: z
    .partialRecord(
      z.custom<ImportField>((field) => typeof field === 'string'),
      z.union([z.number(), z.array(z.number())]),
    )
    .exactOptional(),
  /** What comes first in dates such as 3/4/2027, once a person chose it. */
  order: z.enum(['day', 'month']).exactOptional(),
  /** The file as it was previewed: it can be edited in Slack. */
  shown: z.string().exactOptional(),
  /** That shall be created. */
  board: z.string().exactOptional(),
  /** Once it has begun. */
  importId: z.string().exactOptional(),
})
export type ImportRef = z.infer<typeof ref>

/** @throws ZodError of another version of this program */
export const readImportRef = (written: string): ImportRef => ref.parse(JSON.parse(written))
export const writeImportRef = (made: ImportRef): string => JSON.stringify(made)

const place = z.object({ channel: z.string(), ts: z.string() })

const columns = z.object({ ref, place })
export type ImportColumnsMemory = z.infer<typeof columns>
export const importColumnsMemory = viewMemory(columns)

const problems = z.object({ ref, at: z.number() })
export type ImportProblemsMemory = z.infer<typeof problems>
export const importProblemsMemory = viewMemory(problems)
