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

/** An entry of the dated schedule. `timeslotId` is null for a pin on no slot, `post` null when open. */
export type ScheduleEntry = {
  sendAt: Date
  state: 'open' | 'scheduled' | 'publishing' | 'published'
  timeslotId: string | null
  post: { postId: string; title: string; url: string; boardId: string } | null
}
