/** Ids of our rows are strings outside and bigint inside. */
const MAX_BIGINT = 9223372036854775807n

/** True when the text can be a row's id: an id of the wrong form is "not found", never a database error. */
export const isRowId = (text: string): boolean => /^[1-9][0-9]{0,18}$/.test(text) && BigInt(text) <= MAX_BIGINT

/**
 * Parts of a row id on a cluster: seconds since 2026, a count within the second, the node. @see src/core/distribution/row-ids.ts
 */
export const SINCE_SECONDS = Date.UTC(2026, 0, 1) / 1000
export const COUNT_BITS = 13
export const NODE_BITS = 10

/** Returns a lower bound for ids made at or after this second, on any node. */
export const rowIdAt = (at: Date): bigint =>
  BigInt(Math.floor(at.getTime() / 1000) - SINCE_SECONDS) << BigInt(COUNT_BITS + NODE_BITS)
