/** A server in a process of its own, so that it has an event loop and a memory to itself. */
import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { root } from '../../src/root.js'

type PortMessage = { port: number }
export type Forked = { url: string; pid: number; stop(): void }

/** @param entry address of a module of this folder that calls `reportPort` */
export async function startForked(entry: URL, target: object): Promise<Forked> {
  const child = fork(fileURLToPath(entry), [JSON.stringify(target)], { cwd: root })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve((message as PortMessage).port)) // sent by `reportPort`
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => void child.kill() }
}

export const readTarget = <T>(): T => JSON.parse(process.argv[2] ?? '') as T // written by `startForked`
export const reportPort = (port: number): void => void process.send?.({ port } satisfies PortMessage)

/** What the process holds in memory; undefined where the system does not say. */
export function residentMiB(pid: number): number | undefined {
  const status = process.platform === 'linux' ? readFileSync(`/proc/${pid}/status`, 'utf8') : ''
  const kib = /VmRSS:\s+(\d+)/.exec(status)?.[1]
  return kib === undefined ? undefined : Number(kib) / 1024
}

const TICK_MS = 10

/** What the process has computed since its start; undefined where the system does not say. */
export function cpuMsOf(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [] // the name before may hold spaces
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}
