/** The settings file of npm start: read, and changed line by line. */
import { existsSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { SetupError } from './setup-error.js'

export type Values = Readonly<Record<string, string>>

/** @throws SetupError if it cannot be read */
export function readEnvFile(file: string): Values {
  try {
    const entries = Object.entries(parseEnv(readFileSync(file, 'utf8')))
    return Object.fromEntries(entries.map(([name, value = '']) => [name, value.trim()]))
  } catch (error) {
    throw new SetupError(`${file} cannot be read (${codeOf(error)}): check its name and who owns it.`)
  }
}

/**
 * Writes settings into the file atomically, readable by its owner only. Every other line stays unchanged.
 * @throws SetupError if it cannot be written, or cannot hold a value
 */
export function keepInEnvFile(file: string, changes: Values): void {
  const place = existsSync(file) ? realpathSync(file) : file
  const before = existsSync(place) ? readFileSync(place, 'utf8') : ''
  const lines = before === '' ? [] : before.replace(/\n$/, '').split('\n')
  for (const [name, value] of Object.entries(changes)) {
    const line = `${name}=${quoted(name, value)}`
    const isOf = (one: string) => new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`).test(one)
    const at = lines.findIndex(isOf)
    if (at === -1) lines.push(line)
    else lines.splice(at, lines.length, line, ...lines.slice(at + 1).filter((one) => !isOf(one)))
  }
  const aside = `${place}.${process.pid}`
  try {
    writeFileSync(aside, `${lines.join('\n')}\n`, { mode: 0o600 })
    renameSync(aside, place)
  } catch (error) {
    rmSync(aside, { force: true })
    throw new SetupError(`${file} cannot be written (${codeOf(error)}): make its folder yours.`)
  }
}

/** Quotes a value so that shells and Node read it alike. */
function quoted(name: string, value: string): string {
  if (/^[\w./:@%+=,~-]*$/.test(value)) return value
  if (!/['\n\r]/.test(value)) return `'${value}'`
  if (!/["\\$`\n\r]/.test(value)) return `"${value}"`
  throw new SetupError(`${name} has characters that .env cannot hold: put it into a file, and set ${name}_FILE to its path.`)
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? String(error)
