/** A refusal that a model can act on: the problem, the field, and the next step. */
import { codeRow, type ErrorCode, type Tools } from '../core/lib/codes.js'
import { databaseAway } from '../core/lib/database-away.js'
import { DomainError } from '../core/lib/errors.js'
import { type Reason, rowOf } from '../core/lib/reasons.js'
import { rowToWire } from '../http/errors.js'
import { fenced } from './fence.js'

/** Names of the tools in each list. */
const NAMES = {
  usual: {
    me: 'who_am_i',
    accounts: 'who_am_i',
    pins: 'find_pins',
    pin: 'show_pin',
    boards: 'list_boards',
    slots: 'list_slots',
    addSlot: 'save_slot',
    approvals: 'list_approvals',
    ask: 'ask_for_approval',
    report: 'report_issue',
  },
  all: {
    me: 'getPrincipal',
    accounts: 'listAccounts',
    pins: 'listPosts',
    pin: 'getPost',
    boards: 'listBoards',
    slots: 'listTimeslots',
    addSlot: 'createTimeslot',
    approvals: 'listApprovals',
    ask: 'schedulePost',
    report: 'createIssueReport',
  },
} satisfies Record<string, Tools>
export type ToolList = keyof typeof NAMES

export type Refusal = {
  code: ErrorCode
  reason?: Reason
  field?: string
  message: string
  /** The wrong posts of a batch that is refused as a whole. */
  rows?: ReturnType<typeof rowToWire>[]
  next: string
  retryAfterSeconds?: number
  resolveUrl?: string
  requestId: string
}

const masked = () => new DomainError('INTERNAL_SERVER_ERROR', 'Something went wrong on our side. It is not known what was done.')

/**
 * Builds the refusal, with the next step in the names of the list's tools.
 * @param error unknown ones are masked: the caller has logged them
 */
export function refusalOf(
  error: unknown,
  { requestId, publicUrl, list }: { requestId: string; publicUrl: string; list: ToolList },
): Refusal {
  const { code, message, details } = error instanceof DomainError ? error : (databaseAway(error) ?? masked())
  const { reason, field, rows, retryAfterSeconds, resolvePath } = details
  const next = (reason && rowOf(reason).agent) ?? codeRow(code).agent
  return {
    code,
    ...(reason !== undefined && { reason }),
    ...(field !== undefined && { field }),
    message,
    ...(rows !== undefined && { rows: rows.map(rowToWire) }),
    next: typeof next === 'string' ? next : next(NAMES[list]),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(resolvePath !== undefined && { resolveUrl: publicUrl + forAgents(resolvePath) }),
    requestId,
  }
}

/** Agents get the plans page instead of a purchase. @see docs/contract.md#denials */
const forAgents = (resolvePath: string) => (resolvePath.startsWith('/billing') ? '/plans' : resolvePath)

export const refused = (refusal: Refusal) => ({
  isError: true,
  content: [{ type: 'text' as const, text: JSON.stringify({ error: refusal }) }],
})

/**
 * A tool's result, also as text for clients that show no structure.
 * @param mark set if the result contains text of others
 */
export const answered = (result: object, mark: string | undefined) => {
  const text = JSON.stringify(result)
  return {
    content: [{ type: 'text' as const, text: mark === undefined ? text : fenced(text, mark) }],
    structuredContent: result as Record<string, unknown>,
  }
}
