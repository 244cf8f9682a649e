/** How long the app waits, in real time: Slack gives three seconds, and a trigger no more. */

export type Timeouts = {
  /** A submission that is done sooner is answered in the form itself; a later one shows progress. */
  formMs: number
  /** Who asks is found out before that: both together are less than Slack waits. */
  whoMs: number
  /** A form that is read for longer opens as one that says so. */
  openMs: number
  /** An answer that takes longer shows progress first. */
  answerMs: number
  /** A form does without the pictures of a message whose files take longer to look up: a trigger lives three seconds. */
  filesMs: number
  /** A form does without open slots that take longer to find, and a card without the button for one. */
  slotsMs: number
  cardSlotMs: number
  /** A link that is being typed is read once nothing was typed for so long. */
  linkMs: number
  /** What no listener has acknowledged by then is lost to Slack. */
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
