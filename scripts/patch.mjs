// Applies patches/ to node_modules; does nothing where that is done already.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './build.mjs'

const PATCH = path.join(root, 'patches', 'postgres+3.4.9.patch')
// Inside the package, so that it goes when npm puts the package there anew.
const MARK = path.join(root, 'node_modules', 'postgres', '.patched')

const patchHash = () => createHash('sha256').update(readFileSync(PATCH)).digest('hex')

export const isPatched = () => existsSync(MARK) && readFileSync(MARK, 'utf8') === patchHash()

/** @throws Error when a patch does not fit what is installed */
export function patch() {
  if (isPatched()) return
  const run = spawnSync(process.execPath, [path.join(root, 'node_modules', 'patch-package', 'index.js'), '--error-on-fail'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (run.status !== 0) throw new Error(`The patches do not fit the installed packages.\n${run.stdout}${run.stderr}`)
  writeFileSync(MARK, patchHash())
}
