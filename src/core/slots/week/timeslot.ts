/** A rule of the weekly smart schedule. */
export type TimeslotType = 'auto-created' | 'recommended' | 'manual' | 'evergreen'

export type Timeslot = {
  organizationId: string
  accountId: string
  id: string
  scheduleId: string
  /** 0 is Sunday. */
  day: number
  /** The minute of the day, in `timezone`. */
  minute: number
  timezone: string
  type: TimeslotType
  predictedSendAt: Date | null
}

/** When a slot occurs, whether or not it exists. */
export type SlotRule = Pick<Timeslot, 'day' | 'minute' | 'timezone'>

export type Occurrence = { timeslotId: string; at: Date }

/**
 * An entry of the dated schedule: an open slot, a pin, or a repeat of a published pin. `timeslotId`: null for a pin on no slot.
 * `post`: null for an open slot, and for a repeat without a post yet.
 */
export type ScheduleEntry = {
  sendAt: Date
  kind: 'open' | 'pin' | 'repeat'
  state: 'open' | 'scheduled' | 'publishing' | 'published'
  timeslotId: string | null
  post: { postId: string; title: string; url: string; boardId: string } | null
}
