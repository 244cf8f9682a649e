/** The processes that read pages for all tests of a process. They end with it, or when nothing was read for a while. */
import { makeReaders } from '../../../src/web/readers.js'

export const readers = makeReaders()
