/** Answers through a stored response url, which lasts half an hour and takes five answers. */
import type { Log } from '../../core/ports/deps.js'
import type { SlackDeps } from '../listener.js'

const TIMEOUT_MS = 5000

export const makeRespondTo =
  ({ fetch, log }: { fetch: typeof globalThis.fetch; log: Log }): SlackDeps['respondTo'] =>
  async (responseUrl, message, { replacesOriginal }) => {
    try {
      const response = await fetch(responseUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ response_type: 'ephemeral', replace_original: replacesOriginal, ...message }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (response.ok) return true
      log.debug({ status: response.status }, 'a response url was refused')
    } catch (error) {
      log.debug({ err: error }, 'a response url did not answer')
    }
    return false
  }
