/** Open work of a publisher in this process: attempts and read-backs. */
import type { Claimed } from '../core/posts/publish/model/claimed-post.js'
import type { BusyAccount } from '../core/posts/publish/claim/due.js'

export type WorkKind = 'publish' | 'read back'

export type OpenWork = {
  /**
   * Keeps work open until it ends or is released.
   * @returns a promise that ends then, and never rejects
   */
  hold(claimed: Claimed, what: WorkKind, work: () => Promise<void>): Promise<void>
  /**
   * Marks work that another process may claim: its further writes to the post are refused, and closing waits for it only a
   * moment.
   */
  markReleased(claimed: Claimed): void
  isReleased(claimed: Claimed): boolean
  all(): Claimed[]
  /** The open work of one kind. */
  of(what: WorkKind): Claimed[]
  busyAccounts(): BusyAccount[]
  boards(): { organizationId: string; accountId: string; boardId: string }[]
}

/** Time in ms to store tokens that are being renewed, because the old ones are no longer valid. */
const RELEASE_GRACE_MS = 5_000

export function makeOpenWork(): OpenWork {
  const openMap = new Map<Claimed, { what: WorkKind; release: () => void }>()
  const released = new WeakSet<Claimed>()
  const of = (what: WorkKind) => [...openMap].filter(([, one]) => one.what === what).map(([claimed]) => claimed)
  return {
    async hold(claimed, what, work) {
      const isForceReleased = new Promise<void>((release) => openMap.set(claimed, { what, release }))
      await Promise.race([work(), isForceReleased])
      openMap.delete(claimed)
    },
    markReleased(claimed) {
      released.add(claimed)
      setTimeout(() => openMap.get(claimed)?.release(), RELEASE_GRACE_MS).unref()
    },
    isReleased: (claimed) => released.has(claimed),
    all: () => [...openMap.keys()],
    of,
    boards: () =>
      [...openMap.keys()].map(({ organizationId, account, boardId }) => ({ organizationId, accountId: account.id, boardId })),
    busyAccounts() {
      const busy = new Map<string, BusyAccount>()
      for (const { organizationId, account } of openMap.keys()) {
        const key = `${organizationId} ${account.id}`
        busy.set(key, { organizationId, accountId: account.id, open: (busy.get(key)?.open ?? 0) + 1 })
      }
      return [...busy.values()]
    },
  }
}
