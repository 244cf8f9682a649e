import type { DateTime } from 'luxon'

/** Who reads: names for mentions, and the zone and moment their dates are shown in. */
export type Reader = {
  zone: string
  now: DateTime
  userName: (id: string) => string
  channelName: (id: string) => string
}
