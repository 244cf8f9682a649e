/** The button "Export CSV" of lists of pins and boards. */
import type { Button } from '@slack/types'
import { button } from '../kit/kit.js'

export const action = { exportCsv: 'export_csv' } as const

export type Exported = 'draft' | 'queued' | 'sent' | 'boards'
export type ExportRef = { accountId: string; what: Exported }

const CALLED: Record<Exported, string> = { draft: 'drafts', queued: 'scheduled pins', sent: 'published pins', boards: 'boards' }
export const calledOf = (what: Exported): string => CALLED[what]

/** Exports all of them, not only those in the list. */
export const exportButton = (accountId: string, what: Exported): Button =>
  button({
    text: 'Export CSV',
    actionId: action.exportCsv,
    value: JSON.stringify({ accountId, what } satisfies ExportRef),
    label: `Export CSV: all ${CALLED[what]}`,
  })
