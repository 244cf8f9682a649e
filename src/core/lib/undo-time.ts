/** How long what a person did can be taken back; what that needs is kept as long. */
import { MINUTE_MS } from './duration.js'

export const UNDO_MS = 10 * MINUTE_MS
