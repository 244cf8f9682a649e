/** A person at a terminal: a real pseudo-terminal, what stands on it without its colours, and keys. */
import { spawn as spawnPlain } from 'node:child_process'
import path from 'node:path'
import { type IPty, spawn } from '@lydell/node-pty'
import { root } from '../../../../src/root.js'

export type Terminal = {
  /** Waits for words that came after those that were waited for before. @throws when the process ends without them */
  until(words: string): Promise<void>
  type(keys: string): void
  /** All that stood on it. */
  text(): string
  /** Its exit code. */
  ended: Promise<number>
}

export const ENTER = '\r'
export const DOWN = '\x1b[B'
export const CTRL_C = '\x03'
const CONTROL = /\x1b\[[0-9;?]*[A-Za-z]/g

/** Far more than a busy machine needs for a step; only a step that fails waits for it. */
const LONGEST_MS = 170_000

const script = path.join(root, 'scripts/setup.mjs')
const open = new Set<IPty>()

/** npm run setup, without npm. */
export function startSetup(cwd: string, args: readonly string[] = []): Terminal {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [script, ...args], {
    cwd,
    cols: 250,
    rows: 60,
    env: { PATH, HOME, TERM: 'xterm-256color' },
  })
  open.add(child)
  let raw = ''
  let at = 0
  let wake = () => {}
  const text = () => raw.replace(CONTROL, '')
  child.onData((data) => {
    raw += data
    wake()
  })
  let code: number | undefined
  const ended = new Promise<number>((resolve) => {
    child.onExit(({ exitCode }) => {
      open.delete(child)
      code = exitCode
      resolve(exitCode)
      wake()
    })
  })
  return {
    async until(words) {
      for (;;) {
        const found = text().indexOf(words, at)
        if (found !== -1) return void (at = found + words.length)
        if (code !== undefined) throw new Error(`ended with ${code} before “${words}” came:\n${text()}`)
        await new Promise<void>((resolve, reject) => {
          const late = setTimeout(() => reject(new Error(`“${words}” did not come:\n${text().slice(at)}`)), LONGEST_MS)
          wake = () => {
            clearTimeout(late)
            resolve()
          }
        })
      }
    },
    type: (keys) => child.write(keys),
    text,
    ended,
  }
}

/** Without a terminal, to its end. */
export const runSetupAlone = (cwd: string, args: readonly string[]) => runScript('setup.mjs', { cwd, args })

type Run = { cwd: string; args: readonly string[]; env?: Record<string, string> }

export function runScript(name: string, { cwd, args, env }: Run): Promise<{ code: number | null; printed: string }> {
  const { PATH = '', HOME = '' } = process.env
  const file = path.join(root, 'scripts', name)
  const child = spawnPlain(process.execPath, [file, ...args], { cwd, env: { PATH, HOME, ...env } })
  child.stdin?.end()
  let printed = ''
  child.stdout?.on('data', (bytes: Buffer) => (printed += bytes.toString()))
  child.stderr?.on('data', (bytes: Buffer) => (printed += bytes.toString()))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, printed })))
}

/** For afterEach: a test that failed leaves no process behind. */
export function killTerminals(): void {
  for (const child of open) child.kill('SIGKILL')
}
