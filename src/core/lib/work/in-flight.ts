/** Tracks work that has begun and not ended: closing waits for it. */
export type InFlight = {
  track<T>(work: Promise<T>): Promise<T>
  /** Resolves when nothing is open, including work that began meanwhile. Never rejects. */
  idle(): Promise<void>
}

export function makeInFlight(): InFlight {
  const open = new Set<Promise<unknown>>()
  return {
    track(work) {
      const done = () => void open.delete(work)
      open.add(work)
      work.then(done, done)
      return work
    },
    async idle() {
      while (open.size > 0) await Promise.allSettled(open)
    },
  }
}
