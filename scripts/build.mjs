// Compiles src and blocks into dist: aside first, then one rename, so that a build that fails or dies leaves the last one standing.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const dist = path.join(root, 'dist')
const cache = path.join(root, 'node_modules', '.cache')
const stampFile = path.join(dist, '.stamp')
const SOURCES = ['src', 'blocks']
const SETTINGS = ['tsconfig.json', 'scripts/tsconfig.build.json', 'package-lock.json', 'scripts/build.mjs']

/**
 * Files below a folder, as paths from the project's root with forward slashes, sorted.
 * @param {string} folder
 */
function filesBelow(folder) {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort()
}

/** A hash over the names and contents of all that goes into the build. */
export function sourceStamp() {
  const hash = createHash('sha256')
  for (const file of [...SOURCES.flatMap(filesBelow), ...SETTINGS]) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

/** For the person at the terminal: what was thrown, without its stack. @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error))

export const isBuilt = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourceStamp()

/** @throws {Error} with the compiler's words when the sources do not compile */
export function build() {
  const stamp = sourceStamp()
  sweep()
  const aside = path.join(cache, `pinslot-build.${process.pid}`)
  const old = `${aside}.old`
  try {
    const tsc = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    const run = spawnSync(
      process.execPath,
      [tsc, '-p', 'scripts/tsconfig.build.json', '--outDir', aside, '--incremental', 'false', '--tsBuildInfoFile', 'null'],
      {
        cwd: root,
        encoding: 'utf8',
      },
    )
    if (run.status !== 0) throw new Error(`The sources do not compile.\n${run.stdout}${run.stderr}`)
    mkdirSync(aside, { recursive: true })
    for (const file of SOURCES.flatMap(filesBelow)) {
      if (!file.endsWith('.ts')) cpSync(path.join(root, file), path.join(aside, file))
    }
    writeFileSync(path.join(aside, '.stamp'), stamp)
    try {
      if (existsSync(dist)) renameSync(dist, old)
      renameSync(aside, dist)
    } catch (error) {
      if (!isBuilt()) throw error // another build was quicker
    }
  } finally {
    rmSync(aside, { recursive: true, force: true })
    rmSync(old, { recursive: true, force: true })
  }
}

/** Removes what builds that were killed have left. */
function sweep() {
  if (!existsSync(cache)) return
  for (const name of readdirSync(cache)) {
    const pid = /^pinslot-build\.(\d+)/.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) rmSync(path.join(cache, name), { recursive: true, force: true })
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    build()
  } catch (error) {
    console.error(messageOf(error))
    process.exitCode = 1
  }
}
