/** Processor time by the system's own count: what a machine that does other work too does not change much. */
import { readdirSync, readFileSync } from 'node:fs'

const TICK_MS = 10 // USER_HZ of Linux is 100 on every machine we know

/** Of one process, all its threads, in ms; 0 where the system does not say. */
export function cpuMs(pid: number): number {
  const { own } = times(pid)
  return own
}

/** Of a Postgres server: the postmaster, its processes, and those that have ended. */
export function postgresCpuMs(postmaster: number): number {
  const { own, ended } = times(postmaster)
  return [...childrenOf(postmaster)].reduce((sum, pid) => sum + times(pid).own, own + ended)
}

function* childrenOf(parent: number): Iterable<number> {
  for (const name of process.platform === 'linux' ? readdirSync('/proc') : []) {
    const pid = Number(name)
    if (Number.isInteger(pid) && times(pid).parent === parent) yield pid
  }
}

type Times = { parent: number; own: number; ended: number }

function times(pid: number): Times {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ') // the name before it may have spaces
    const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((place) => Number(fields[place]))
    return { parent: parent!, own: (user! + system!) * TICK_MS, ended: (endedUser! + endedSystem!) * TICK_MS }
  } catch {
    return { parent: 0, own: 0, ended: 0 } // it has ended, or this is no Linux
  }
}
