/** How long ever-growing data is kept, where an operator may choose. @see docs/operating.md#retention */

import type { Retention } from '../ports/deps.js'

export const DEFAULT_RETENTION: Retention = { auditDays: 760, attemptDays: 400, pinDays: 760, accountDays: null }
