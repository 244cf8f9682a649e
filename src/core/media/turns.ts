/** A bounded and fair way in to work that takes memory and time: some at once, fewer of one organization, each in its turn. */
import { mediaBusy } from '../errors.js'

export type TurnsOptions = {
  /** In this process. */
  atOnce: number
  perOrganization: number
  /** Real time. */
  waitMs: number
}
export type Turns = <T>(organizationId: string, work: () => Promise<T>) => Promise<T>

type Line = { running: number; waiting: Set<() => void> }

/** @throws SERVICE_UNAVAILABLE its turn did not come in time */
export function makeTurns({ atOnce, perOrganization, waitMs }: TurnsOptions): Turns {
  /** The organization that was served last stands last. */
  const lines = new Map<string, Line>()
  let running = 0

  /** Whoever has least in; of these, whoever was served longest ago. undefined: nobody waits who may go in. */
  const findNext = () =>
    [...lines]
      .filter(([, line]) => line.waiting.size > 0 && line.running < perOrganization)
      .sort(([, a], [, b]) => a.running - b.running)[0]
  const admit = () => {
    for (let next = findNext(); next && running < atOnce; next = findNext()) {
      const [organizationId, line] = next
      lines.delete(organizationId)
      lines.set(organizationId, line)
      line.running++
      running++
      const [begin] = line.waiting
      if (begin) line.waiting.delete(begin)
      begin?.()
    }
  }
  const enter = (line: Line) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => {
        line.waiting.delete(begin)
        reject(mediaBusy())
      }, waitMs)
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      line.waiting.add(begin)
      admit()
    })

  return async (organizationId, work) => {
    const line = lines.get(organizationId) ?? { running: 0, waiting: new Set() }
    lines.set(organizationId, line)
    const leave = () => {
      if (line.running === 0 && line.waiting.size === 0) lines.delete(organizationId)
    }
    try {
      await enter(line)
    } catch (error) {
      leave()
      throw error
    }
    try {
      return await work()
    } finally {
      line.running--
      running--
      leave()
      admit()
    }
  }
}
