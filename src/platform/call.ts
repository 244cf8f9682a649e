/** Calls in an account's name: one with a JSON answer of a given shape, and that of a pin, whose answer is returned raw. */
import { z } from 'zod'
import type { CreatePinAnswer, NewPin, PinSave, PlatformAccess } from '../core/ports/platform.js'
import type { Ask, PlatformRequest } from './ask.js'
import { toCreateBody } from './bodies.js'
import { readError, toPlatformError, unreadable } from './errors.js'
import { isSuccess, type Question } from './exchange.js'
import type { OperationName } from './operations.js'
import { payerOf } from './pace.js'
import { createdPin } from './wire.js'

type Way = Pick<Question, 'query'> & {
  /** A body makes the call a POST, unless another method is given. */
  json?: object
  method?: Question['method']
}
export type Call = <T extends z.ZodType>(
  access: PlatformAccess,
  operation: OperationName,
  path: string,
  shape: T,
  way?: Way,
) => Promise<z.output<T>>

const inNameOf = (access: PlatformAccess) => ({
  authorization: `Bearer ${access.accessToken}`,
  secrets: [access.accessToken],
  payer: payerOf(access),
  ...(access.isBackground && { isBackground: access.isBackground }),
})
const jsonBody = (json: object) => ({ contentType: 'application/json', text: JSON.stringify(json) })

/** @throws PlatformError for anything but a success of that shape */
export function makeCall(ask: Ask): Call {
  return async (access, operation, path, shape, { query, json, method = json ? 'POST' : 'GET' } = {}) => {
    const body = json && jsonBody(json)
    const response = await ask({ operation, method, path, ...inNameOf(access), ...(query && { query }), ...(body && { body }) })
    if (response.kind !== 'answered' || !isSuccess(response.status)) throw toPlatformError(response)
    const parsed = shape.safeParse(response.json)
    if (!parsed.success) throw unreadable(response, parsed.error)
    return parsed.data
  }
}

const DAY_SECONDS = 86_400

/**
 * Derives the access tier from the limits in the headers of any answer, even a refusal.
 * @throws PlatformError if there is no answer
 */
export async function readTier(ask: Ask, access: PlatformAccess): Promise<'trial' | 'standard' | null> {
  const response = await ask({ operation: 'user_account', method: 'GET', path: '/user_account', ...inNameOf(access) })
  if (response.kind !== 'answered') throw toPlatformError(response)
  const windows = response.rate.items.flatMap(({ seconds }) => seconds ?? [])
  if (windows.length === 0) return null
  return Math.max(...windows) >= DAY_SECONDS ? 'trial' : 'standard'
}

/** Sends a pin once or not at all. */
export async function createPin(ask: Ask, access: PlatformAccess, pin: NewPin, signal: AbortSignal): Promise<CreatePinAnswer> {
  const question = { operation: 'create_pin', method: 'POST', path: '/pins', ...inNameOf(access), signal } as const
  return toCreateAnswer(await ask({ ...question, body: toCreateBody(pin) }))
}

/** Saves a pin once or not at all; answered like a create. */
export async function savePin(
  ask: Ask,
  access: PlatformAccess,
  { pinId, boardId, boardSectionId }: PinSave,
  signal: AbortSignal,
): Promise<CreatePinAnswer> {
  const path = `/pins/${encodeURIComponent(pinId)}/save`
  const body = jsonBody({ board_id: boardId, ...(boardSectionId !== null && { board_section_id: boardSectionId }) })
  return toCreateAnswer(await ask({ operation: 'save_pin', method: 'POST', path, ...inNameOf(access), signal, body }))
}

/** Reports a created pin only when a 2xx names it; returns everything else raw, for the core to judge. */
function toCreateAnswer(response: PlatformRequest): CreatePinAnswer {
  if (response.kind === 'held') return { kind: 'paced', retryAfterMs: response.retryAfterMs }
  if (response.kind === 'unanswered') {
    return { kind: 'noAnswer', message: response.message, ...((response.neverLeft || response.wasCut) && { neverLeft: true }) }
  }
  const { status, json, requestId, retryAfterMs } = response
  const created = createdPin.safeParse(json)
  if (isSuccess(status) && created.success) {
    return { kind: 'created', pinId: created.data.id, createdAt: created.data.created_at, requestId }
  }
  const { code, message } = isSuccess(status) ? { code: null, message: `HTTP ${status} without a pin` } : readError(response)
  const number = typeof code === 'number' ? code : null
  return { kind: 'answer', status, code: number, message, requestId, retryAfterMs: status === 429 ? retryAfterMs : null }
}
