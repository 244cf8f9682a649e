/** Faults on demand: the next matching calls fail in a named way. */
import { z } from 'zod'
import type { Sql } from '../../../core/ports/deps.js'

/** Faults of any call of v5; inject-fault.ts implements them. */
const COMMON = [
  ...(['hang', 'fail_500', 'rate_limited', 'spam', 'unauthorized', 'scope_missing', 'app_not_approved'] as const),
  ...(['restricted_feature', 'forbidden', 'pinner_data_denied', 'board_gone', 'truncated'] as const),
  ...(['under_review', 'disapproved', 'suspended', 'restricted', 'terms'] as const),
] as const
const WRITE = [...COMMON, 'commit_then_hang', 'commit_then_500', 'commit_then_truncated'] as const
/** Faults of a call about one pin. */
const PIN = [...WRITE, 'pin_gone'] as const
const SECTION = [...WRITE, 'section_conflict'] as const
const CREATE_PIN = [
  ...WRITE,
  ...(['commit_late_then_hang', 'late_in_board', 'commit_then_2787', 'fail_2787', 'truncated_2xx'] as const),
  ...(['section_gone', 'image_unreachable', 'bad_link', 'trial_app'] as const),
] as const
/** The faults of a new pin, except those of its picture and link. */
const SAVE_PIN = [
  ...WRITE,
  ...(['commit_late_then_hang', 'late_in_board', 'commit_then_2787', 'fail_2787', 'truncated_2xx'] as const),
  ...(['section_gone', 'pin_gone', 'trial_app'] as const),
] as const
/** The last two register the media, but never process it, or fail to. */
const MEDIA = [...WRITE, 'media_stuck', 'media_failed'] as const
const TAGS = [...WRITE, 'ineligible'] as const
/** Faults of the media store: `hang` stores nothing. */
const UPLOAD = ['refused', 'hang', 'commit_then_hang', 'fail_500'] as const

const READ_CALLS = [
  ...([
    'user_account',
    'list_websites',
    'list_boards',
    'get_board',
    'list_sections',
    'list_board_pins',
    'list_section_pins',
  ] as const),
  ...(['list_pins', 'get_pin', 'list_product_tags', 'get_media', 'search_partner_pins', 'trending_keywords'] as const),
  ...(['pin_analytics', 'account_analytics', 'top_pins'] as const),
] as const
const WRITE_CALLS = [
  ...(['create_board', 'update_board', 'delete_board', 'remove_product_tags'] as const),
  ...(['exchange_code', 'refresh_token'] as const),
] as const
const PIN_CALLS = ['update_pin', 'delete_pin'] as const
const SECTION_CALLS = ['create_section', 'update_section', 'delete_section'] as const
const CALLS = [
  ...(['create_pin', 'save_pin', 'create_media', 'upload_media', 'add_product_tags'] as const),
  ...READ_CALLS,
  ...WRITE_CALLS,
  ...PIN_CALLS,
  ...SECTION_CALLS,
] as const

/** The name of a call in faults. */
export type Call = (typeof CALLS)[number]
const FAULTS = [...SECTION, ...CREATE_PIN, ...SAVE_PIN, ...MEDIA, ...TAGS, ...UPLOAD]
export type Fault = (typeof FAULTS)[number]
export type CreateFault = (typeof CREATE_PIN)[number]
export type SaveFault = (typeof SAVE_PIN)[number]

const times = z.int().min(1).max(10_000).default(1)
/** Restricts a fault to the first account of that name; absent: any account. */
const username = z.string().min(1).max(100).optional()
const nothing = z.strictObject({ username }).optional()
export const faultInput = z.discriminatedUnion('operation', [
  z.strictObject({
    operation: z.literal('create_pin'),
    fault: z.enum(CREATE_PIN),
    times,
    match: z.strictObject({ link: z.string().min(1).optional(), username }).optional(),
  }),
  z.strictObject({ operation: z.literal('save_pin'), fault: z.enum(SAVE_PIN), times, match: nothing }),
  z.strictObject({ operation: z.literal('create_media'), fault: z.enum(MEDIA), times, match: nothing }),
  z.strictObject({ operation: z.literal('upload_media'), fault: z.enum(UPLOAD), times, match: nothing }),
  z.strictObject({ operation: z.literal('add_product_tags'), fault: z.enum(TAGS), times, match: nothing }),
  z.strictObject({ operation: z.enum(PIN_CALLS), fault: z.enum(PIN), times, match: nothing }),
  z.strictObject({ operation: z.enum(SECTION_CALLS), fault: z.enum(SECTION), times, match: nothing }),
  z.strictObject({ operation: z.enum(WRITE_CALLS), fault: z.enum(WRITE), times, match: nothing }),
  z.strictObject({ operation: z.enum(READ_CALLS), fault: z.enum(COMMON), times, match: nothing }),
])
export type FaultInput = z.input<typeof faultInput>

/** Bad input to a control; the message is a sentence that names the field. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
}

/** @throws ControlError */
export async function addFault(sql: Sql, input: unknown): Promise<z.output<typeof faultInput>> {
  const parsed = faultInput.safeParse(input)
  if (!parsed.success) throw new ControlError(sentenceOf(parsed.error, `one of ${CALLS.join(', ')}`))
  const { operation, fault, times, match } = parsed.data
  const link = match && 'link' in match ? (match.link ?? null) : null
  const of = match?.username ?? null
  if (of !== null) await requireUser(sql, of)
  await sql`
    insert into sim_faults (operation, fault, link, username)
    select ${operation}, ${fault}, ${link}::text, ${of}::text
      from generate_series(1, ${times}::int)`
  return parsed.data
}

/** @throws ControlError */
export async function requireUser(sql: Sql, name: string): Promise<string> {
  const [user] = await sql<{ id: string }[]>`select id from sim_users where username = ${name}`
  if (!user) throw new ControlError(`username: there is no ${name}.`)
  return user.id
}

/** @param choices the allowed values of a field that selects the shape */
export function sentenceOf(error: z.ZodError, choices: string): string {
  const issue = error.issues[0]
  if (!issue) return 'The body is not valid.'
  const field = issue.path.join('.') || 'body'
  if (issue.code === 'invalid_union') return `${field} must be ${choices}.`
  return `${field}: ${issue.message}.`
}

export type WaitingFault = { operation: string; fault: string; times: number; match?: { link?: string; username?: string } }

/** Faults that have not happened yet. */
export async function listFaults(sql: Sql): Promise<WaitingFault[]> {
  const rows = await sql<{ operation: string; fault: string; link: string | null; username: string | null; times: number }[]>`
    select operation, fault, link, username, count(*)::int as times
      from sim_faults
     group by operation, fault, link, username
     order by min(id)`
  return rows.map(({ link, username: of, ...fault }) => {
    const match = { ...(link !== null && { link }), ...(of !== null && { username: of }) }
    return { ...fault, ...(Object.keys(match).length > 0 && { match }) }
  })
}

/** Deletes every fault that has not happened yet. */
export async function clearFaults(sql: Sql): Promise<void> {
  await sql`delete from sim_faults`
}

/**
 * Consumes one fault, skipping rows that another call is taking, so that each happens exactly once. A fault with a link also
 * matches the pin's link without the UTM parameters that a rule appended.
 */
export async function takeFault(
  sql: Sql,
  call: Call,
  { username: of, link = null }: { username: string | null; link?: string | null },
): Promise<Fault | undefined> {
  const [row] = await sql<{ fault: string }[]>`
    delete from sim_faults
     where id = (select id
                   from sim_faults
                  where operation = ${call}
                    and (username is null or username = ${of})
                    and (link is null or link in (${link}::text, regexp_replace(${link}::text, '[?&]utm_.*$', '')))
                  order by id
                  limit 1
                    for update skip locked)
    returning fault`
  return FAULTS.find((known) => known === row?.fault)
}
