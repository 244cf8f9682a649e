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
