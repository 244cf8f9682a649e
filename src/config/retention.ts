/** The part of the configuration that is about how long things are kept. */
import type { Retention } from '../core/ports/deps.js'
import { DEFAULT_RETENTION } from '../core/retention/retention.js'

type RetentionVariables = {
  RETENTION_AUDIT_DAYS?: number | undefined
  RETENTION_ATTEMPTS_DAYS?: number | undefined
  RETENTION_PIN_DAYS?: number | undefined
}

export const toRetention = (given: RetentionVariables): Retention => ({
  auditDays: given.RETENTION_AUDIT_DAYS ?? DEFAULT_RETENTION.auditDays,
  attemptDays: given.RETENTION_ATTEMPTS_DAYS ?? DEFAULT_RETENTION.attemptDays,
  pinDays: given.RETENTION_PIN_DAYS ?? DEFAULT_RETENTION.pinDays,
})
