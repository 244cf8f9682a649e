/** The version before this one, built from the project's own history. */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../../../src/root.js'

export const previous = JSON.parse(readFileSync(path.join(root, 'test', 'deploy', 'previous-version.json'), 'utf8')) as {
  commit: string
  schema: string
}

/** Whether this clone goes back so far: a shallow one does not. */
export const hasPrevious = (): boolean =>
  spawnSync('git', ['cat-file', '-e', `${previous.commit}^{commit}`], { cwd: root }).status === 0

/** Compiled in a folder of its own, with this version's packages. @returns the folder, and what removes it */
export function buildPrevious(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'pinslot-previous-'))
  const packed = execFileSync('git', ['archive', previous.commit], { cwd: root, maxBuffer: 1024 ** 3 })
  execFileSync('tar', ['-x', '-C', folder], { input: packed })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  cpSync(path.join(root, 'patches'), path.join(folder, 'patches'), { recursive: true }) // as these packages are patched
  // Its types were checked when it was this version: that is most of the compiler's work.
  const settings = path.join(folder, 'tsconfig.build.json')
  writeFileSync(settings, readFileSync(settings, 'utf8').replace('"compilerOptions": {', '$& "noCheck": true,'))
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, stdio: 'pipe' })
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
