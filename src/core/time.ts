/** Wall time and instants. @see decisions.md section 3 "DST" */

/** Instant of a wall time; in a gap forward by the gap, a repeated one its first occurrence (RFC 5545 3.3.5). */
export function instantOf(wall: { year: number; month: number; day: number; minute: number }, timezone: string): Date {
  throw new Error(`not built yet ${String(wall)} ${timezone}`)
}
export function isTimezone(name: string): boolean {
  throw new Error(`not built yet ${name}`)
}
/** The same calendar date `years` later (29 February becomes 28). */
export function addYears(at: Date, years: number): Date {
  throw new Error(`not built yet ${String(at)} ${years}`)
}
