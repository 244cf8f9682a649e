/** What a publisher has in its hands: attempts and looks at boards that are open in this process. */
import type { Claimed } from '../core/posts/publish/model/claimed-post.js'
import type { BusyAccount } from '../core/posts/publish/claim/due.js'

export type HeldWork = 'publish' | 'read back'

export type Held = {
  /** Open until `work` ends, or until it was given back. @returns a promise that ends then, and never rejects */
  hold(claimed: Claimed, what: HeldWork, work: () => Promise<void>): Promise<void>
  /** It belongs to others: its work is refused whatever it still writes of the post, and is waited for a moment longer at most. */
  gaveBack(claimed: Claimed): void
  isGivenBack(claimed: Claimed): boolean
  all(): Claimed[]
  /** Of one kind. */
  of(what: HeldWork): Claimed[]
  busyAccounts(): BusyAccount[]
}

/** Tokens that it is just renewing are stored meanwhile: the old ones are spent by then. In ms. */
const LAST_WORDS_MS = 5_000

export function makeHeld(): Held {
  const held = new Map<Claimed, { what: HeldWork; letGo: () => void }>()
  const givenBack = new WeakSet<Claimed>()
  const of = (what: HeldWork) => [...held].filter(([, one]) => one.what === what).map(([claimed]) => claimed)
  return {
    async hold(claimed, what, work) {
      const isLetGo = new Promise<void>((letGo) => held.set(claimed, { what, letGo }))
      await Promise.race([work(), isLetGo])
      held.delete(claimed)
    },
    gaveBack(claimed) {
      givenBack.add(claimed)
      setTimeout(() => held.get(claimed)?.letGo(), LAST_WORDS_MS).unref()
    },
    isGivenBack: (claimed) => givenBack.has(claimed),
    all: () => [...held.keys()],
    of,
    busyAccounts() {
      const busy = new Map<string, BusyAccount>()
      for (const { organizationId, account } of held.keys()) {
        const key = `${organizationId} ${account.id}`
        busy.set(key, { organizationId, accountId: account.id, open: (busy.get(key)?.open ?? 0) + 1 })
      }
      return [...busy.values()]
    },
  }
}
