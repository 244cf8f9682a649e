/** The time that is asked for a post. */
/** When a post shall go out. */
export type When = { kind: 'draft' } | { kind: 'at'; at: Date } | { kind: 'nextOpenSlot' }
