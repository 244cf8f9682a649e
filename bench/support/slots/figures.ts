/** How the slot bench times its cases and says what holds. */

/** In ms, sorted. */
export type Took = number[]

export async function time(rounds: number, work: (round: number) => unknown): Promise<Took> {
  const took: Took = []
  for (let round = 0; round < rounds; round++) {
    const from = performance.now()
    await work(round)
    took.push(performance.now() - from)
  }
  return took.sort((a, b) => a - b)
}

export const at = (took: Took, share: number): number =>
  took[Math.min(took.length - 1, Math.floor(share * took.length))] ?? Number.NaN
export const p50 = (took: Took): number => at(took, 0.5)
export const show = (took: Took): string => `p50 ${ms(p50(took))}, p99 ${ms(at(took, 0.99))}`
export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ms`
export const times = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)} times`

const missed: string[] = []

const SCALES = { ms, times, callers: (count: number) => `${count} callers`, 'of 1': (value: number) => value.toFixed(3) }

/** A missed bar is reported, not thrown: only a wrong answer ends the bench. */
export function bar(what: string, value: number, most: number, unit: keyof typeof SCALES): string {
  const holds = value <= most
  const write = SCALES[unit]
  if (!holds) missed.push(`${what}: ${write(value)}, bar ${write(most)}`)
  return `${write(value)} (bar ${most} ${unit}: ${holds ? 'holds' : 'MISSED'})`
}

/** Of a value that should be high. */
export function least(what: string, value: number, fewest: number, unit: keyof typeof SCALES = 'times'): string {
  const holds = value >= fewest
  const write = SCALES[unit]
  if (!holds) missed.push(`${what}: ${write(value)}, bar ${write(fewest)}`)
  return `${write(value)} (bar ${fewest} ${unit}: ${holds ? 'holds' : 'MISSED'})`
}

/** Of a value of any kind: a line by itself. */
export function judge(what: string, found: string, most: string, isMissed: boolean): void {
  console.log(`  ${what}: ${found} (bar ${most}): ${isMissed ? 'MISSED' : 'holds'}`)
  if (isMissed) missed.push(`${what}: ${found}, bar ${most}`)
}

/** For a bench that is to fail by its bars: the process ends with 1 where one was missed. */
export function endByBars(): void {
  printBars()
  process.exitCode = missed.length === 0 ? 0 : 1
}

export function printBars(): void {
  console.log(missed.length === 0 ? '\nevery bar holds' : `\nbars missed:\n  ${missed.join('\n  ')}`)
}

/** @throws Error which ends the bench */
export function must(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise)
}
