/** Billing periods: months that begin on the anchor's day, or on the last day of a shorter month. */

/** Returns the first day (YYYY-MM-DD, UTC) of the period that contains `now`. @see docs/contract.md#plans */
export function periodAt(anchor: Date, now: Date): string {
  const day = anchor.getUTCDate()
  const thisMonth = dayInMonth(now.getUTCFullYear(), now.getUTCMonth(), day)
  return isoDate(now < thisMonth ? dayInMonth(now.getUTCFullYear(), now.getUTCMonth() - 1, day) : thisMonth)
}

/** Returns when the period that contains `now` ends and the next begins. */
export function nextPeriodAt(anchor: Date, now: Date): Date {
  const running = new Date(periodAt(anchor, now))
  return dayInMonth(running.getUTCFullYear(), running.getUTCMonth() + 1, anchor.getUTCDate())
}

function dayInMonth(year: number, month: number, day: number): Date {
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(day, lastDay)))
}

const isoDate = (at: Date) => at.toISOString().slice(0, 10)
