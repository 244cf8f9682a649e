/** How long the app waits: Slack gives three seconds, and a trigger no more. */

/** A submission that is done sooner is answered in the form itself; a later one shows progress. */
export const ACK_TIMEOUT_MS = 1500
/** Who asks is found out before that: both together are less than Slack waits. */
export const WHO_TIMEOUT_MS = 1200
