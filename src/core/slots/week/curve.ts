/**
 * When pins do well by default, by weekday and hour of the account's zone. It is a smooth line through public advice of
 * scheduling tools for Pinterest (evenings, mostly 20 to 23; weekends; a little at lunch and on Friday afternoons; never at
 * night), without figures of any account.
 */
export const HOURS_A_WEEK = 168

/** One row per weekday, Sunday first, with 24 hours each; 100 is the best of the week. */
const POINTS = [
  [36, 18, 8, 5, 4, 6, 12, 22, 34, 44, 52, 56, 58, 56, 56, 58, 60, 62, 68, 80, 94, 98, 84, 52],
  [24, 12, 7, 5, 4, 7, 14, 22, 26, 28, 30, 36, 44, 42, 40, 38, 38, 42, 50, 64, 84, 92, 80, 48],
  [23, 12, 7, 5, 4, 7, 14, 22, 26, 28, 30, 36, 45, 43, 40, 38, 38, 42, 51, 66, 86, 94, 82, 50],
  [23, 12, 7, 5, 4, 7, 14, 22, 26, 28, 30, 36, 45, 43, 40, 38, 38, 42, 51, 65, 85, 93, 81, 49],
  [23, 12, 7, 5, 4, 7, 14, 22, 26, 28, 31, 37, 46, 44, 42, 40, 40, 43, 51, 64, 83, 90, 80, 50],
  [24, 13, 8, 5, 4, 7, 14, 22, 27, 30, 33, 40, 48, 49, 51, 53, 50, 48, 52, 62, 76, 82, 76, 54],
  [30, 16, 8, 5, 4, 6, 12, 22, 36, 48, 56, 60, 62, 60, 60, 62, 62, 64, 70, 82, 96, 100, 90, 64],
]

/** Hours of the week from Sunday 00:00; the best is 1. */
export const DEFAULT_CURVE: readonly number[] = POINTS.flat().map((points) => points / Math.max(...POINTS.flat()))
