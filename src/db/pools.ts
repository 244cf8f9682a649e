/** The pools of a process. A pool that listens has one connection more, for that alone. */
export const POOLS = {
  /** Requests, and loops without a pool of their own. */
  pool: { max: 10, listens: true },
  slack: { max: 4, listens: false },
  publisher: { max: 4, listens: true },
  webhooks: { max: 4, listens: true },
} as const
export type PoolName = keyof typeof POOLS

/** The most that a process ever has at once. */
export const CONNECTIONS_OF_A_PROCESS = Object.values(POOLS).reduce((sum, { max, listens }) => sum + max + (listens ? 1 : 0), 0)

/**
 * Returns how many connections of a pool transactions with a turn may use at once, in all and for one organization. The rest is
 * for everything that is short.
 */
export const turnsOf = (max: number): { atOnce: number; perOrganization: number } => ({
  atOnce: Math.ceil(max * 0.6),
  perOrganization: Math.ceil(max * 0.3),
})
