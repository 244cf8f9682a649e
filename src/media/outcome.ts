/** Results of processing a picture: distinguishes its own faults, ours, and excessive cost. */
import { mediaBusy } from '../core/lib/errors.js'

export type Outcome<T> =
  | { kind: 'done'; value: T }
  | { kind: 'damaged' }
  /** It would take more time or memory than a picture may. */
  | { kind: 'tooCostly' }
  /** A problem of this machine: says nothing about the picture, and may pass. */
  | { kind: 'failed'; error: Error }

export const failed = (error: Error): Outcome<never> => ({ kind: 'failed', error })

/** A timeout says nothing about the picture if the CPU was busy with other work. */
export const late = ({ cpuMs, deadlineMs }: { cpuMs: number; deadlineMs: number }): Outcome<never> =>
  cpuMs < deadlineMs / 4 ? failed(mediaBusy()) : { kind: 'tooCostly' }

/** Classifies errors by the messages of libvips and libheif, which have no codes. */
export function judge(error: unknown, spent: { cpuMs: number; deadlineMs: number }): Outcome<never> {
  const words = error instanceof Error ? error.message : String(error)
  if (/timeout: \d+% complete/.test(words)) return late(spent)
  if (/pixel limit|too many pixels|too much memory/i.test(words)) return { kind: 'tooCostly' }
  if (/out of memory|unable to (allocate|create thread)|cannot allocate|resource temporarily|EAGAIN|ENOMEM|EMFILE/i.test(words))
    return failed(new Error('a picture could not be read', { cause: error }))
  return { kind: 'damaged' }
}
