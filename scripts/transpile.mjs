// Makes TypeScript run in plain Node, types unchecked: for benches, and for processes that tests start and kill.
// As a program: node scripts/transpile.mjs <entry.ts>…, once for each state of what they need; prints the folder.
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { root } from './build.mjs'

const cache = path.join(root, 'node_modules', '.cache', 'pinslot-transpiled')
const KEPT_MS = 24 * 3_600_000

/** Names a module of ours, in an import or as the entry of a process or a thread. */
const MODULE = /'(\.{1,2}\/[^'\n]+)\.js'/g

/** Every file below a folder, as a path from the project's root. @param {string} folder */
export const filesBelow = (folder) =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))

/**
 * The entries, all that they name, and what of src and blocks is no TypeScript: name and contents, sorted.
 * @param {readonly string[]} entries
 */
function collect(entries) {
  /** @type {Map<string, Buffer>} */
  const texts = new Map()
  /** @param {string} file */
  const add = (file) => {
    if (texts.has(file) || !existsSync(path.join(root, file))) return
    const bytes = readFileSync(path.join(root, file))
    texts.set(file, bytes)
    if (!file.endsWith('.ts')) return
    for (const [, name = ''] of bytes.toString('utf8').matchAll(MODULE)) add(`${path.join(path.dirname(file), name)}.ts`)
  }
  entries.forEach(add)
  for (const file of ['src', 'blocks'].flatMap(filesBelow)) if (!file.endsWith('.ts')) add(file)
  return [...texts].sort(([one], [other]) => (one < other ? -1 : 1))
}

/**
 * Writes each `.ts` that the entries need as `.js` under `out`, and copies everything else beside it.
 * @param {readonly string[]} entries
 * @param {string} out
 */
export function transpile(entries, out) {
  write(collect(entries), out)
}

/**
 * @param {readonly (readonly [string, Buffer])[]} files name and contents
 * @param {string} out
 */
function write(files, out) {
  const { tsBuildInfoFile: _, ...options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(path.join(root, 'tsconfig.json'), (file) => ts.sys.readFile(file)).config,
    ts.sys,
    root,
  ).options
  const compilerOptions = {
    ...options,
    noEmit: false,
    incremental: false,
    inlineSourceMap: true,
    module: ts.ModuleKind.ESNext,
  }
  for (const [file, bytes] of files) {
    const target = path.join(out, file)
    mkdirSync(path.dirname(target), { recursive: true })
    if (!file.endsWith('.ts')) writeFileSync(target, bytes)
    else {
      const { outputText } = ts.transpileModule(bytes.toString('utf8'), { compilerOptions, fileName: path.join(root, file) })
      writeFileSync(target.replace(/\.ts$/, '.js'), outputText)
    }
  }
}

/**
 * Aside first, then one rename: several that ask at the same time do the work twice and harm nothing.
 * @param {readonly string[]} entries
 * @returns the folder
 */
export function transpileOnce(entries) {
  const files = collect(entries)
  const hash = createHash('sha256')
  for (const file of ['tsconfig.json', 'package-lock.json', path.join('scripts', 'transpile.mjs')])
    hash.update(readFileSync(path.join(root, file)))
  for (const [file, bytes] of files) hash.update(`${file}\0`).update(bytes).update('\0')
  const out = path.join(cache, hash.digest('hex').slice(0, 20))
  if (!existsSync(out)) {
    const aside = `${out}.${process.pid}`
    try {
      write(files, aside)
      writeFileSync(path.join(aside, 'package.json'), '{ "type": "module" }\n') // below node_modules ours does not count
      renameSync(aside, out)
    } catch (error) {
      if (!existsSync(out)) throw error // another was quicker
    } finally {
      rmSync(aside, { recursive: true, force: true })
    }
  }
  utimesSync(out, new Date(), new Date()) // in use: not swept
  sweep()
  return out
}

/** What sources of old became. */
function sweep() {
  for (const name of readdirSync(cache)) {
    const folder = path.join(cache, name)
    const { mtimeMs } = statSync(folder, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() }
    if (mtimeMs < Date.now() - KEPT_MS) rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(transpileOnce(process.argv.slice(2)))
}
