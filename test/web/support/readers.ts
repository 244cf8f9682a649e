/** The processes that read pages for all tests of a process. They end with it, or when nothing was read for a while. */
import { makeReaders } from '../../../src/web/readers.js'

/** Its processes stand back for others, so a busy machine takes longer than a page may: the deadline has its own tests. */
export const readers = makeReaders({ deadlineMs: 120_000 })
