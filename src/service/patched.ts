/**
 * Checks that the packages that we patch are installed with the patches: without them they silently lose answers and end
 * processes.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../root.js'

/** The message is a sentence for the person at the terminal. */
export class UnpatchedError extends Error {
  override readonly name = 'UnpatchedError'
}

/**
 * Compares the files that Node loads with the result of each patch, independent of how they were patched.
 * @throws UnpatchedError
 */
export function requirePatched(folder = path.join(root, 'patches')): void {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.patch')) : []
  if (files.length === 0) {
    throw new UnpatchedError(
      `The folder ${folder} is missing, by which the installed packages are checked: install Pinslot as a whole.`,
    )
  }
  for (const file of files) {
    const [name = '', version = ''] = file.replace(/\.patch$/, '').split('+')
    const lacks = changesOf(readFileSync(path.join(folder, file), 'utf8'), name).filter((change) => !isIn(change))
    if (lacks.length === 0) continue
    throw new UnpatchedError(
      `The package ${name} is not patched as Pinslot needs it (patches/${name}+${version}.patch): run npm install without --ignore-scripts, ` +
        'or node scripts/prepare.mjs.',
    )
  }
}

type Change = { file: string; after: string }

/** Each hunk as the text after it is applied. */
function changesOf(patch: string, name: string): Change[] {
  const packageDir = dirOf(name)
  const changes: Change[] = []
  let file = ''
  let lines: string[] | undefined
  const end = () => {
    if (lines) changes.push({ file, after: lines.join('\n') })
    lines = undefined
  }
  for (const line of patch.split('\n')) {
    if (line.startsWith('diff --git')) end()
    else if (line.startsWith('+++ ')) file = path.join(packageDir, line.slice(`+++ b/node_modules/${name}/`.length))
    else if (line.startsWith('@@')) {
      end()
      lines = []
    } else if (lines && /^[ +]/.test(line)) lines.push(line.slice(1))
  }
  end()
  return changes
}

const texts = new Map<string, string>()
function isIn({ file, after }: Change): boolean {
  if (!texts.has(file)) texts.set(file, existsSync(file) ? readFileSync(file, 'utf8') : '')
  return texts.get(file)!.includes(after)
}

/** The folder of the package that is loaded here, wherever npm installed it. */
function dirOf(name: string): string {
  let dir = path.dirname(fileURLToPath(import.meta.resolve(name)))
  while (!isPackage(dir, name) && path.dirname(dir) !== dir) dir = path.dirname(dir)
  return dir
}

function isPackage(dir: string, name: string): boolean {
  const file = path.join(dir, 'package.json')
  return existsSync(file) && (JSON.parse(readFileSync(file, 'utf8')) as { name?: string }).name === name
}
