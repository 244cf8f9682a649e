/** A rule of the weekly smart schedule. */
export type TimeslotType = 'auto-created' | 'recommended' | 'manual' | 'evergreen'

export type Timeslot = {
  organizationId: string
  accountId: string
  id: string
  scheduleId: string
  /** 0 is Sunday. */
  day: number
  /** Of the day, in `timezone`. */
  minute: number
  timezone: string
  type: TimeslotType
  predictedSendAt: Date | null
}

/** When a slot occurs, whether it exists or not. */
export type SlotRule = Pick<Timeslot, 'day' | 'minute' | 'timezone'>

/** One dated occurrence of a timeslot. */
export type Occurrence = { timeslotId: string; at: Date }

/**
 * An entry of the dated schedule. `kind`: an open slot, a pin, or a pin that repeats a published one. `timeslotId` is null for a pin on no
 * slot, `post` null when open, and of a repeat that is not made yet.
 */
export type ScheduleEntry = {
  sendAt: Date
  kind: 'open' | 'pin' | 'repeat'
  state: 'open' | 'scheduled' | 'publishing' | 'published'
  timeslotId: string | null
  post: { postId: string; title: string; url: string; boardId: string } | null
}
