// Applies patches/ to node_modules; does nothing where that is done already.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './build.mjs'

const folder = path.join(root, 'patches')
const patches = readdirSync(folder)
  .filter((file) => file.endsWith('.patch'))
  .map((file) => ({
    hash: createHash('sha256')
      .update(readFileSync(path.join(folder, file)))
      .digest('hex'),
    // `name+version.patch`; inside the package, so that it goes when npm puts the package there again
    mark: path.join(root, 'node_modules', file.split('+')[0] ?? '', '.patched'),
  }))

export const isPatched = () => patches.every(({ hash, mark }) => existsSync(mark) && readFileSync(mark, 'utf8') === hash)

/** @throws {Error} when a patch does not fit what is installed */
export function patch() {
  if (isPatched()) return
  const run = spawnSync(process.execPath, [path.join(root, 'node_modules', 'patch-package', 'index.js'), '--error-on-fail'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (run.status !== 0)
    throw new Error(`The patches do not fit the installed packages; npm ci installs them again.\n${run.stdout}${run.stderr}`)
  for (const { hash, mark } of patches) writeFileSync(mark, hash)
}
