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

/** `rank`: its number in the list beside the picture. Weeks are named by the UTC day they end on, oldest first, `value` as a share of whatever. */
export type Searches = { rank: number; keyword: string; weeks: { week: string; value: number }[] }
/** At most a handful, each with a week at least. */
export type SearchesPicture = { searches: Searches[] }

/** How many pins an hour of the zone has, those that evergreen will make included, and how many open smart occurrences. */
export type HourOfDay = { taken: number; open: number }

export type FourWeeks = {
  username: string
  timezone: string
  /** The hour of today that it is now: 0 to 23. */
  hour: number
  /** 28 days of 24 hours, today first; dates as YYYY-MM-DD in the zone. A repeated hour counts into one. */
  days: { date: string; hours: HourOfDay[] }[]
}

/** As it is drawn for one reader: by their clock. */
export type FourWeeksPicture = FourWeeks & { hasTwelveHours: boolean }

/** A pin as people see it on Pinterest, besides its picture. Texts as they were typed. */
export type PinLook = {
  title: string | null
  board: string | null
  /** Of its link. */
  host: string | null
  /** Of a carousel how many; 1 for all others. */
  pictures: number
  /** Of a video whose length is known. */
  durationMs: number | null
}

/** `image`: a small JPEG or PNG of ours, at most 2 MiB. */
export type PinPicture = PinLook & { image: Uint8Array }

/** `image`: a JPEG or PNG as it is kept. `words`: as they were typed; null: the picture alone. */
export type CardPicture = { image: Uint8Array; words: string | null }
