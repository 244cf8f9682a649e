/** Addresses of the simulated platform's pages. */
import type { PlatformPages } from '../../core/ports/platform.js'
import { ROOT } from './wire.js'

export const pathOfPin = (pinId: string): string => `${ROOT}/pin/${encodeURIComponent(pinId)}/`

/** @param publicUrl of this server, without a trailing slash; read at each call */
export const simulatedPages = (publicUrl: () => string): PlatformPages => ({
  pin: (pinId) => `${publicUrl()}${pathOfPin(pinId)}`,
  board: ({ boardId }) => `${publicUrl()}${ROOT}?board=${encodeURIComponent(boardId)}`,
})
