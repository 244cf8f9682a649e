/** The edits of a pin since its approval was requested, for the approver. */
import type { SectionBlock } from '@slack/types'
import type { ApprovalChange } from '../../src/core/posts/approval/model.js'
import { inline, section } from '../kit/kit.js'
import { CHANGED_LABELS } from '../pin/versions.js'

/** The most characters shown of each of the two values. */
const SHOWN = 120
/** The most characters shown of their common beginning, if they are too long to show in full. */
const SHOWN_BEFORE = 30

/** Empty if nothing was edited. @param when the heading: when the edits were made */
export const changeBlocks = (changes: readonly ApprovalChange[], when = 'Edited since the request'): SectionBlock[] =>
  changes.length === 0 ? [] : [section(`:pencil2: *${when}*\n${changes.map(changeLine).join('\n')}`)]

/** The heading for the edits of the approver. */
export const ON_APPROVAL = 'Edited on approval'

/** `Title, Board` */
export const changedLabels = (changes: readonly ApprovalChange[]): string =>
  changes.map(({ field }) => CHANGED_LABELS[field]).join(', ')

function changeLine({ field, before, after, names }: ApprovalChange): string {
  const label = CHANGED_LABELS[field]
  if (field === 'media') return before === after ? `${label}: a new ${before ?? 'file'}` : `${label}: ${before} → ${after}`
  const [old, now] = aroundTheChange(names?.before ?? before, names?.after ?? after)
  return `${label}: ${quoted(old)} → ${quoted(now)}`
}

const quoted = (words: string | null): string => (words === null ? '_none_' : `“${inline(words, SHOWN)}”`)

/** Cuts long texts to the part in which they differ, as their beginnings may be the same. */
export function aroundTheChange(before: string | null, after: string | null): [string | null, string | null] {
  if (before === null || after === null || (before.length <= SHOWN && after.length <= SHOWN)) return [before, after]
  const [old, now] = [[...before], [...after]]
  let alike = 0
  while (alike < old.length && old[alike] === now[alike]) alike += 1
  if (alike <= SHOWN_BEFORE) return [before, after]
  const lead = old.slice(alike - SHOWN_BEFORE, alike)
  const from = alike - SHOWN_BEFORE + lead.indexOf(' ') + 1 // begin at a whole word if there is one
  return [`…${old.slice(from).join('')}`, `…${now.slice(from).join('')}`]
}
