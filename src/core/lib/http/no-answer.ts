/** Classifies why a request got no answer, by its error: the same for pages, feeds and webhooks. */
import type { NoAnswer } from '../../ports/no-answer.js'

export type Failed = {
  /** The signal of the request's timeout. */
  signal: AbortSignal
  /** True when an error says that the address may not be requested. */
  isBlocked: (error: unknown) => boolean
}

export function noAnswerOf(error: unknown, { signal, isBlocked }: Failed): NoAnswer {
  if (isBlocked(error)) return 'private_address'
  const code = codeOf(error)
  if (signal.aborted || code.endsWith('_TIMEOUT') || code === 'ETIMEDOUT') return 'timeout'
  if (code === 'ENOTFOUND' || code === 'ENODATA') return 'dns'
  if (code === 'EAI_AGAIN' || code === 'EAI_FAIL' || code === 'ENETUNREACH' || code === 'ENETDOWN') return 'offline'
  if (code === 'ECONNREFUSED' || code === 'EHOSTUNREACH') return 'refused'
  if (/CERT|TLS|SSL|ALTNAME|SELF_SIGNED|UNABLE_TO_VERIFY|EPROTO/.test(code)) return 'tls'
  return 'reset'
}

/** Returns the code of the error itself, or of its cause. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  if ('code' in error && typeof error.code === 'string') return error.code
  return codeOf(error.cause)
}
