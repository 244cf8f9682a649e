/** Scores a large pool without holding up the event loop. */
import { prepare, type PinText } from './score.js'
import { mapInSlices } from './slices.js'

/** In the order of the pins. @throws the signal's reason once it is aborted: the budget is out */
export const scoreAll = (keyword: string, pins: readonly PinText[], signal?: AbortSignal): Promise<number[]> =>
  mapInSlices(pins, prepare(keyword), signal)
