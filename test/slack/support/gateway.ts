/** A gateway in front of the platform: a test may close it, and count the calls. */
import { beforeEach } from 'vitest'

export type Gateway = {
  /** Resolves while the gateway is open. */
  knock: () => Promise<void>
  /** Who knocks waits, until the function that is returned is called, or the test ends. */
  shut: () => () => void
  /** In this test. */
  asked: () => number
  /** Lets those through who wait: for `afterEach`, since a test that failed left it shut. Before what waits for their work. */
  open: () => void
}

/** Call at the top level of the file. Open and unasked when a test begins. Hooks of the end run the last one first. */
export function aGateway(): Gateway {
  let way = Promise.resolve()
  let asked = 0
  let letThrough = () => {}
  beforeEach(() => {
    way = Promise.resolve()
    asked = 0
  })
  return {
    knock() {
      asked++
      return way
    },
    shut() {
      way = new Promise((resolve) => (letThrough = resolve))
      return letThrough
    },
    asked: () => asked,
    open: () => letThrough(),
  }
}
