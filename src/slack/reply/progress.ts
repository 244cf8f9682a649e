/** Progress of long work, shown in the working view at most once a second. */

export type Progress = {
  /** The current step. */
  readonly sentence: string
  report(sentence: string): void
  /** Marks the current sentence as shown; from now on later ones are shown. */
  start(): void
  /** Stops showing progress. Once it resolves, nothing overwrites the view that replaces the working view. */
  stop(): Promise<void>
}

const GAP_MS = 1000

/** @param show never rejects */
export function makeProgress(first: string, show: (sentence: string) => Promise<void>): Progress {
  let sentence = first
  let shown: string | undefined
  let isLive = false
  let timer: NodeJS.Timeout | undefined
  let showing: Promise<void> = Promise.resolve()
  const rest = () => void (timer = setTimeout(look, GAP_MS))
  const look = () => {
    timer = undefined
    if (!isLive || sentence === shown) return
    shown = sentence
    showing = show(sentence)
    rest()
  }
  return {
    get sentence() {
      return sentence
    },
    report(next) {
      sentence = next
      if (!timer) look()
    },
    start() {
      isLive = true
      shown = sentence
      rest()
    },
    async stop() {
      isLive = false
      clearTimeout(timer)
      await showing
    },
  }
}
