/** Faults on demand: the next matching calls go wrong in a named way. */
import { z } from 'zod'
import type { Sql } from '../../core/ports.js'

const CREATE_FAULTS = [
  'commit_then_hang',
  'commit_late_then_hang',
  'hang',
  'commit_then_2787',
  'fail_2787',
  'commit_then_500',
  'fail_500',
  'truncated_2xx',
  'rate_limited',
  'unauthorized',
  'late_in_board',
  'spam',
  'forbidden',
  'board_gone',
  'section_gone',
  'image_unreachable',
] as const
const CALL_FAULTS = ['hang', 'fail_500', 'rate_limited', 'unauthorized'] as const
/** The last two let it be registered, and never or badly processed. */
const MEDIA_FAULTS = [...CALL_FAULTS, 'media_stuck', 'media_failed'] as const
/** Of the store: `hang` keeps nothing. */
const UPLOAD_FAULTS = ['refused', 'hang', 'commit_then_hang', 'fail_500'] as const
const TAGS_FAULTS = [...CALL_FAULTS, 'ineligible'] as const
export const CALLS = [
  'get_board',
  'list_board_pins',
  'list_boards',
  'list_sections',
  'get_pin',
  'pin_analytics',
  'get_media',
  'user_account',
  'refresh_token',
] as const

export type CreateFault = (typeof CREATE_FAULTS)[number]
export type CallFault = (typeof CALL_FAULTS)[number]
export type Call = (typeof CALLS)[number]
export type MediaFault = (typeof MEDIA_FAULTS)[number]
export type UploadFault = (typeof UPLOAD_FAULTS)[number]
export type TagsFault = (typeof TAGS_FAULTS)[number]

/** Which calls take their faults themselves, since they know more of them. */
const OWN = ['create_pin', 'create_media', 'upload_media', 'add_product_tags'] as const
export type OwnCall = (typeof OWN)[number]
export const isOwnCall = (call: Call | OwnCall): call is OwnCall => OWN.some((own) => own === call)

const times = z.int().min(1).max(10_000).default(1)
const nothing = z.strictObject({}).optional()
const faultInput = z.discriminatedUnion('operation', [
  z.strictObject({
    operation: z.literal('create_pin'),
    fault: z.enum(CREATE_FAULTS),
    times,
    match: z.strictObject({ link: z.string().min(1).optional() }).optional(),
  }),
  z.strictObject({ operation: z.literal('create_media'), fault: z.enum(MEDIA_FAULTS), times, match: nothing }),
  z.strictObject({ operation: z.literal('upload_media'), fault: z.enum(UPLOAD_FAULTS), times, match: nothing }),
  z.strictObject({ operation: z.literal('add_product_tags'), fault: z.enum(TAGS_FAULTS), times, match: nothing }),
  z.strictObject({ operation: z.enum(CALLS), fault: z.enum(CALL_FAULTS), times, match: nothing }),
])
export type FaultInput = z.input<typeof faultInput>

/** Bad input to a control; the message is a sentence that names the field. */
export class ControlError extends Error {
  override readonly name = 'ControlError'
}

/** @throws ControlError */
export async function addFault(sql: Sql, input: unknown): Promise<z.output<typeof faultInput>> {
  const parsed = faultInput.safeParse(input)
  if (!parsed.success) throw new ControlError(sentence(parsed.error))
  const { operation, fault, times, match } = parsed.data
  const link = match && 'link' in match ? (match.link ?? null) : null
  await sql`
    insert into sim_faults (operation, fault, link)
    select ${operation}, ${fault}, ${link}::text
      from generate_series(1, ${times}::int)`
  return parsed.data
}

function sentence(error: z.ZodError): string {
  const issue = error.issues[0]
  if (!issue) return 'The body is not valid.'
  const field = issue.path.join('.') || 'body'
  if (issue.code === 'invalid_union') return `${field} must be one of ${[...OWN, ...CALLS].join(', ')}.`
  return `${field}: ${issue.message}.`
}

export type WaitingFault = { operation: string; fault: string; times: number; match?: { link: string } }

/** What has not happened yet. */
export async function listFaults(sql: Sql): Promise<WaitingFault[]> {
  const rows = await sql<{ operation: string; fault: string; link: string | null; times: number }[]>`
    select operation, fault, link, count(*)::int as times
      from sim_faults
     group by operation, fault, link
     order by min(id)`
  return rows.map(({ link, ...fault }) => ({ ...fault, ...(link !== null && { match: { link } }) }))
}

/** Takes away every fault that has not happened yet. */
export async function clearFaults(sql: Sql): Promise<void> {
  await sql`delete from sim_faults`
}

/** Consumes one fault; a row that another call is taking is passed over, so each happens exactly once. */
async function takeFault(sql: Sql, operation: string, link: string | null): Promise<string | undefined> {
  const [row] = await sql<{ fault: string }[]>`
    delete from sim_faults
     where id = (select id
                   from sim_faults
                  where operation = ${operation}
                    and (link is null or link = ${link}::text)
                  order by id
                  limit 1
                    for update skip locked)
    returning fault`
  return row?.fault
}

export async function takeCreateFault(sql: Sql, link: string | null): Promise<CreateFault | undefined> {
  const fault = await takeFault(sql, 'create_pin', link)
  return CREATE_FAULTS.find((known) => known === fault)
}

export async function takeCallFault(sql: Sql, call: Call): Promise<CallFault | undefined> {
  const fault = await takeFault(sql, call, null)
  return CALL_FAULTS.find((known) => known === fault)
}

export async function takeMediaFault(sql: Sql): Promise<MediaFault | undefined> {
  const fault = await takeFault(sql, 'create_media', null)
  return MEDIA_FAULTS.find((known) => known === fault)
}

export async function takeUploadFault(sql: Sql): Promise<UploadFault | undefined> {
  const fault = await takeFault(sql, 'upload_media', null)
  return UPLOAD_FAULTS.find((known) => known === fault)
}

export async function takeTagsFault(sql: Sql): Promise<TagsFault | undefined> {
  const fault = await takeFault(sql, 'add_product_tags', null)
  return TAGS_FAULTS.find((known) => known === fault)
}
