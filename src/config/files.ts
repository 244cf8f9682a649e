/** Reads settings from files, as orchestrators mount secrets: ENCRYPTION_KEY_FILE names the file whose text is ENCRYPTION_KEY. */
import { readFileSync, statSync } from 'node:fs'

/** Far more than any setting, so that a wrong path does not read a whole disk. */
const MOST_BYTES = 64 * 1024

/**
 * Returns the environment with the text of each file named by `_FILE` variables. An empty variable counts as not set.
 * @returns also a sentence for each file that can't be read, is too large or empty, or whose variable is set as well
 */
export function withFiles(env: NodeJS.ProcessEnv, names: readonly string[]): { env: NodeJS.ProcessEnv; problems: string[] } {
  const merged = { ...env }
  const problems: string[] = []
  for (const name of names) {
    const file = env[`${name}_FILE`]?.trim()
    if (!file) continue
    if (env[name]?.trim()) {
      problems.push(`${name}_FILE and ${name} are both set: leave one of them out.`)
      continue
    }
    const read = textOf(file)
    if ('problem' in read) problems.push(`${name}_FILE ${read.problem}`)
    else merged[name] = read.text
  }
  return { env: merged, problems }
}

function textOf(file: string): { text: string } | { problem: string } {
  try {
    const { size } = statSync(file)
    if (size > MOST_BYTES) return { problem: `names ${file}, which is too large for a setting (${size} bytes).` }
    const text = readFileSync(file, 'utf8')
    return text.trim() ? { text } : { problem: `names ${file}, which is empty.` }
  } catch (error) {
    return { problem: `names ${file}, which can't be read (${(error as NodeJS.ErrnoException).code ?? 'no reason given'}).` }
  }
}
