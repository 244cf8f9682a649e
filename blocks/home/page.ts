/** A page of the next pins of an account, `cursor` null: the first; or its schedule, which leads back to that page. */
export type HomePage = { accountId: string; cursor: string | null; shows?: 'schedule' }
