import type { DateTime } from 'luxon'

/** The reader of a page: names for mentions, and the zone and moment in which dates are shown. */
export type Reader = {
  zone: string
  now: DateTime
  userName: (id: string) => string
  channelName: (id: string) => string
}
