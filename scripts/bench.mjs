// npm run bench -- <name>: runs bench/<name>.ts; without a name, lists what there is. Types are checked by npm run check, not here.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { root } from './build.mjs'
import { makeReady } from './ready.mjs'

const names = readdirSync(path.join(root, 'bench'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -3))
const name = process.argv[2]
if (!names.includes(name)) {
  console.log(`npm run bench -- <name>, where <name> is one of: ${names.join(', ') || '(there are none yet)'}`)
  process.exit(name ? 1 : 0)
}
makeReady()
const out = path.join(root, 'dist', '.bench', name) // each its own, so that two may run side by side
rmSync(out, { recursive: true, force: true })
for (const folder of ['src', 'blocks', 'test', 'bench']) transpile(folder)
process.argv.splice(2, 1) // the bench sees its own arguments only
process.setSourceMapsEnabled(true)
await import(pathToFileURL(path.join(out, 'bench', `${name}.js`)).href)

function transpile(folder) {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile).config,
    ts.sys,
    root,
  )
  const compilerOptions = {
    ...options,
    noEmit: false,
    incremental: false,
    tsBuildInfoFile: undefined,
    inlineSourceMap: true,
    module: ts.ModuleKind.ESNext,
  }
  for (const entry of readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const source = path.join(entry.parentPath, entry.name)
    const target = path.join(out, path.relative(root, source))
    mkdirSync(path.dirname(target), { recursive: true })
    if (!source.endsWith('.ts')) writeFileSync(target, readFileSync(source))
    else {
      const { outputText } = ts.transpileModule(readFileSync(source, 'utf8'), { compilerOptions, fileName: source })
      writeFileSync(target.replace(/\.ts$/, '.js'), outputText)
    }
  }
}
