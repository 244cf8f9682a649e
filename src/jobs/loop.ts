/** A worker over a table: sleeps until the next due time, is woken by NOTIFY, and can be drained. */
export type Loop = {
  name: string
  /** Starts working on the real clock. */
  start(): Promise<void>
  /** Scans now: called after the clock was moved. */
  wake(): void
  /** The next instant (on our clock) at which there is work, or null. Past when something is due. */
  nextDue(): Promise<Date | null>
  /** Processes everything due now and resolves when none of it is open. True when it did anything. */
  drain(): Promise<boolean>
  /** Real ms since it last completed a scan; null while it is not started. It scans at least every 30 s. */
  heartbeatAgoMs(): number | null
  /** Takes nothing new and waits for what is open. */
  close(): Promise<void>
}
