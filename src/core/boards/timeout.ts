/** Reads after an unanswered write, so that the next reader sees its result. */
import { settlesWithin } from '../lib/timeout.js'

/** Real time. */
const BEHIND_MS = 2_000

/** Waits for `work` before a write answers 504. Slower work continues for the next caller. @param work must never reject */
export const waitBehind = async (work: Promise<unknown>): Promise<void> => void (await settlesWithin(work, BEHIND_MS))
