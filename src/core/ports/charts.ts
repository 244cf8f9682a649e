/** Data of the pictures that we draw. */
export type PictureDay = {
  /** UTC, YYYY-MM-DD. */
  date: string
  /** The platform still counts this day: its figures will change. */
  isCounting: boolean
  /** null: not known (yet), which is not zero. */
  impressions: number | null
  saves: number | null
  outboundClicks: number | null
}

/** Oldest first, without gaps. */
export type DaysPicture = { username: string; days: PictureDay[] }

/**
 * `rank`: the keyword's number in the list beside the picture. Weeks are named by the UTC day they end on, oldest first; `value`
 * is relative, in any unit.
 */
export type Searches = {
  rank: number
  keyword: string
  weeks: { week: string; value: number }[] /** The day that the list names as the peak; null: the end of the best week. */
  peak?: string | null
}
/** A picture of at most a handful of searches, each with at least one week. */
export type SearchesPicture = { searches: Searches[] }

/**
 * One time on one day. `board` and `cover`: indexes into the boards and images of the picture; `more`: how many further pins
 * share this time.
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

/** Texts are in the reader’s format: `Sat 5`, `9:30 AM`. `rows`: at most six, with a cell for each day. */
export type WeekPlan = { days: string[]; rows: { label: string; cells: (WeekCell | null)[] }[]; boards: string[] }

/** `images`: small JPEGs or PNGs from our storage, at most 2 MiB each; null: no picture available. */
export type WeekPicture = WeekPlan & { images: (Uint8Array | null)[] }

/** The texts around a pin's picture, as people see them on Pinterest. Texts are as typed. */
export type PinLook = {
  title: string | null
  board: string | null
  /** The host of the pin's link. */
  host: string | null
  /** The number of pictures in a carousel; 1 for all other pins. */
  pictures: number
  /** The length of a video; null when it is not known, or the pin is no video. */
  durationMs: number | null
}

/** `image`: a small JPEG or PNG from our storage, at most 2 MiB. */
export type PinPicture = PinLook & { image: Uint8Array }

/** `image`: a JPEG or PNG as stored. `words`: as typed; null: the picture alone. */
export type CardPicture = { image: Uint8Array; words: string | null }
