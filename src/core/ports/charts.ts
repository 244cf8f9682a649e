/** What the drawn pictures show. */
export type PictureDay = {
  /** UTC, YYYY-MM-DD. */
  date: string
  /** The platform still counts it: what is known of it will change. */
  isCounting: boolean
  /** null: not known (yet), which is not zero. */
  impressions: number | null
  saves: number | null
  outboundClicks: number | null
}

/** Oldest first, without a hole between them. */
export type DaysPicture = { username: string; days: PictureDay[] }

/** How many live pins an hour of the zone has, and how many open smart occurrences. */
export type HourOfDay = { taken: number; open: number }

export type FourWeeks = {
  username: string
  timezone: string
  /** The hour of today that it is now: 0 to 23. */
  hour: number
  /** 28 days of 24 hours, today first; dates as YYYY-MM-DD in the zone. A repeated hour counts into one. */
  days: { date: string; hours: HourOfDay[] }[]
}
