/** A door in front of the platform: a test may shut it, and see how often somebody knocked. */
import { afterEach, beforeEach } from 'vitest'

export type Door = {
  /** Resolves while the door is open. */
  knock: () => Promise<void>
  /** Who knocks waits, until the function that is returned is called, or the test ends. */
  shut: () => () => void
  /** In this test. */
  asked: () => number
}

/** Call at the top level of the file. Open and unasked when a test begins. */
export function aDoor(): Door {
  let open = Promise.resolve()
  let asked = 0
  let letThrough = () => {}
  beforeEach(() => {
    open = Promise.resolve()
    asked = 0
  })
  afterEach(() => letThrough()) // also after a test that failed: what waits would be waited for
  return {
    knock() {
      asked++
      return open
    },
    shut() {
      open = new Promise((resolve) => (letThrough = resolve))
      return letThrough
    },
    asked: () => asked,
  }
}
