/** A map of the most recent entries: new ones replace the oldest, so memory stays bounded. */
export type Newest<V> = { get(id: string): V | undefined; set(id: string, value: V): void; delete(id: string): void }

const MOST = 20_000

export function makeNewest<V>(most = MOST): Newest<V> {
  const entries = new Map<string, V>()
  return {
    get: (id) => entries.get(id),
    set(id, value) {
      entries.delete(id)
      entries.set(id, value)
      const [oldest] = entries.keys()
      if (entries.size > most && oldest !== undefined) entries.delete(oldest)
    },
    delete: (id) => void entries.delete(id),
  }
}
