/** A worker over a table: sleeps until the next due time, is woken by NOTIFY, and can be drained. */
export type Loop = {
  name: string
  /** Starts working on the real clock. */
  start(): Promise<void>
  /** Scans now; called after the clock was moved. */
  wake(): void
  /** The next instant (on our clock) at which there is work, or null. In the past when something is due. */
  nextDue(): Promise<Date | null>
  /** Processes everything due now and resolves when none of it is open. Returns true if it did anything. */
  drain(): Promise<boolean>
  /** Real ms since it last completed a scan; null before it is started. It scans at least every 30 s. */
  heartbeatAgoMs(): number | null
  /** Begins nothing new and waits for open work. */
  close(): Promise<void>
}
