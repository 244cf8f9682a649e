/** How long what only grows is kept, where an operator may choose. @see docs/operating.md "Retention" */

/** In days. */
export type Retention = {
  /** The audit, but for what is said of a pin that is not published yet. */
  auditDays: number
  /** Settled attempts to publish a pin. */
  attemptDays: number
  /** Daily numbers of published pins. At least 400: best times are counted from those of a year. */
  pinDays: number
}

export const DEFAULT_RETENTION: Retention = { auditDays: 760, attemptDays: 400, pinDays: 760 }
