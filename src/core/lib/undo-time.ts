/** How long a person's action can be undone; the data for undoing is kept as long. */
import { MINUTE_MS } from './duration.js'

export const UNDO_MS = 10 * MINUTE_MS
