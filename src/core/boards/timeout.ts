/** Reading behind a write that was not answered: the next reader sees what became of it. */
import { settlesWithin } from '../lib/timeout.js'

/** Real time. */
const BEHIND_MS = 2_000

/** Before a write answers 504. Slower work continues for the next caller. @param work that never rejects */
export const waitBehind = async (work: Promise<unknown>): Promise<void> => void (await settlesWithin(work, BEHIND_MS))
