/** The requested time of a post. */
/** When a post shall go out. */
export type When = { kind: 'draft' } | { kind: 'at'; at: Date } | { kind: 'nextOpenSlot' }
