/** Runs draw-child.mjs: one picture at a time, started on demand and ended after an idle time. */
import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { CardPicture, DaysPicture, PinPicture, SearchesPicture, WeekPicture } from '../core/ports/charts.js'
import { converse, endChild, startChild } from '../core/lib/work/child.js'
import { oneAtATime } from '../core/lib/work/concurrency.js'
import { mediaBusy } from '../core/lib/errors.js'

export type Drawing =
  | { chart: 'week'; facts: WeekPicture }
  | { chart: 'days'; facts: DaysPicture }
  | { chart: 'searches'; facts: SearchesPicture }
  | { chart: 'pin'; facts: PinPicture }
  | { chart: 'card'; facts: CardPicture }
export type DrawingOptions = {
  /** Real time for one picture, including the start of the process. */
  deadlineMs?: number
  /** Real time that the process is kept for the next picture. */
  idleMs?: number
  /** The most drawings that wait besides the current one. */
  mostWaiting?: number
}
export type Draw = {
  /**
   * Draws a PNG, or a JPEG for cards and weeks; null if its letters cannot be drawn.
   * @throws SERVICE_UNAVAILABLE if too many wait
   */
  draw(drawing: Drawing): Promise<Buffer | null>
  close(): Promise<void>
}
/** Messages from the child. */
type Answer = { picture: Uint8Array | null } | { error: string }

const CHILD = fileURLToPath(new URL('./draw-child.mjs', import.meta.url))

export function makeDraw({ deadlineMs = 10_000, idleMs = 30_000, mostWaiting = 20 }: DrawingOptions = {}): Draw {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  const inTurn = oneAtATime()
  let waiting = 0
  let closed = false

  const end = () => {
    if (child) endChild(child)
    child = undefined
  }
  const start = (): ChildProcess => {
    const started = startChild(CHILD)
    started.on('error', () => {}) // the current picture reports it; between pictures it is irrelevant
    started.once('exit', () => {
      if (child === started) child = undefined
    })
    return started
  }
  const run = async (drawing: Drawing): Promise<Buffer | null> => {
    if (closed) throw new Error('we are closing')
    clearTimeout(idle)
    try {
      if (!child?.connected) child = start()
      return await answerOf(child, drawing, deadlineMs)
    } catch (error) {
      end() // its state is unknown, so the next picture gets another process
      throw error
    } finally {
      idle = setTimeout(end, idleMs).unref()
    }
  }
  return {
    draw(drawing) {
      if (waiting > mostWaiting) return Promise.reject(mediaBusy())
      waiting++
      return inTurn(() => run(drawing)).finally(() => waiting--)
    },
    async close() {
      closed = true
      clearTimeout(idle)
      const gone = child && new Promise((resolve) => child?.once('exit', resolve))
      end()
      await Promise.all([inTurn(async () => {}), gone]) // after the last picture
    },
  }
}

/** Sends a drawing to the child and waits for the picture or the child's end. */
const answerOf = (child: ChildProcess, drawing: Drawing, deadlineMs: number): Promise<Buffer | null> =>
  converse(child, drawing, {
    what: 'a picture',
    deadlineMs,
    onMessage(message) {
      const answer = message as Answer // the child sends nothing else
      if ('error' in answer) throw new Error('a picture could not be drawn', { cause: answer.error })
      return answer.picture && Buffer.from(answer.picture)
    },
  })
