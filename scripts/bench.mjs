// npm run bench -- <name>: runs bench/<name>.ts; without a name, lists what there is. Types are checked by npm run check, not here.
import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './build.mjs'
import { makeReady } from './ready.mjs'
import { filesBelow, transpile } from './transpile.mjs'

const names = readdirSync(path.join(root, 'bench'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -3))
const name = process.argv[2]
if (name === undefined || !names.includes(name)) {
  console.log(`npm run bench -- <name>, where <name> is one of: ${names.join(', ') || '(there are none yet)'}`)
  process.exit(name ? 1 : 0)
}
makeReady()
const out = path.join(root, 'dist', '.bench', name) // each its own, so that two may run side by side
rmSync(out, { recursive: true, force: true })
transpile(
  filesBelow('bench').filter((file) => file.endsWith('.ts') && !file.includes('node_modules')), // benches start processes and threads of each other's files
  out,
)
process.argv.splice(2, 1) // the bench sees its own arguments only
process.setSourceMapsEnabled(true)
await import(pathToFileURL(path.join(out, 'bench', `${name}.js`)).href)
