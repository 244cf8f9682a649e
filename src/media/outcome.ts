/** How the work on a picture ends: what is its own fault, what is ours, and what only costs too much. */
import { mediaBusy } from '../core/lib/errors.js'

export type Outcome<T> =
  | { kind: 'done'; value: T }
  | { kind: 'damaged' }
  /** It would take more time or memory than a picture may. */
  | { kind: 'tooCostly' }
  /** A problem of this machine: says nothing about the picture, and may pass. */
  | { kind: 'failed'; error: Error }

export const failed = (error: Error): Outcome<never> => ({ kind: 'failed', error })

/** Of a time that was short of the processor, the picture is not to blame. */
export const late = ({ cpuMs, deadlineMs }: { cpuMs: number; deadlineMs: number }): Outcome<never> =>
  cpuMs < deadlineMs / 4 ? failed(mediaBusy()) : { kind: 'tooCostly' }

/** By the words of libvips and of libheif, which have no codes. */
export function judge(error: unknown, spent: { cpuMs: number; deadlineMs: number }): Outcome<never> {
  const words = error instanceof Error ? error.message : String(error)
  if (/timeout: \d+% complete/.test(words)) return late(spent)
  if (/pixel limit|too many pixels|too much memory/i.test(words)) return { kind: 'tooCostly' }
  if (/out of memory|unable to (allocate|create thread)|cannot allocate|resource temporarily|EAGAIN|ENOMEM|EMFILE/i.test(words))
    return failed(new Error('a picture could not be read', { cause: error }))
  return { kind: 'damaged' }
}
