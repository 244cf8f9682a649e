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
export type Searches = {
  rank: number
  keyword: string
  weeks: { week: string; value: number }[] /** The day that the list names; null: the best week's. */
  peak?: string | null
}
/** At most a handful, each with a week at least. */
export type SearchesPicture = { searches: Searches[] }

/**
 * What stands at a time of a day. `board`: its place among the boards of the picture; `cover`: of its picture among those; `more`: so many stand
 * there besides.
 */
export type WeekCell = {
  kind: 'pin' | 'repeat' | 'open'
  title: string
  board: number | null
  mark: 'published' | 'unknown' | 'failed' | null
  isRepeat: boolean
  more: number
  cover: number | null
}

/** Texts as the reader writes times: `Sat 5`, `9:30 AM`. `rows`: at most six, with a cell for each day. */
export type WeekPlan = { days: string[]; rows: { label: string; cells: (WeekCell | null)[] }[]; boards: string[] }

/** `images`: small JPEGs or PNGs of ours, at most 2 MiB each; null: there is none to show. */
export type WeekPicture = WeekPlan & { images: (Uint8Array | null)[] }

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
