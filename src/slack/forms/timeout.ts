/** Real-time limits of the app's waiting: Slack gives three seconds for an answer and for the use of a trigger. */

export type Timeouts = {
  /** A submission that takes longer shows progress; a faster one is answered in the form. */
  formMs: number
  /** Limit for finding the person, which comes before the form's limit: both together are less than Slack waits. */
  whoMs: number
  /** A form that takes longer to read first opens with a progress sentence. */
  openMs: number
  /** An answer that takes longer shows progress first. */
  answerMs: number
  /** A form leaves out the pictures of a message whose files take longer to read: a trigger lives three seconds. */
  filesMs: number
  /** A form leaves out open slots that take longer to find, and a card leaves out the button for one. */
  slotsMs: number
  cardSlotMs: number
  /** A link is read once nothing was typed for this long. */
  linkMs: number
  /** The last moment for an ack; after that Slack shows an error. */
  ackMs: number
}

export const TIMEOUTS: Timeouts = {
  formMs: 1500,
  whoMs: 1200,
  openMs: 1000,
  answerMs: 1000,
  filesMs: 700,
  slotsMs: 1000,
  cardSlotMs: 300,
  linkMs: 700,
  ackMs: 2900,
}
