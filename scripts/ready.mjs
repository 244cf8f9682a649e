// What start and admin need before they can import the build; says one line when there is work.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { build, isBuilt, messageOf, root } from './build.mjs'
import { isPatched, patch } from './patch.mjs'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

/** Patches and builds where needed. Words go to stderr: stdout belongs to the command. */
export function makeReady() {
  const isNewEnough = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19) // these let require() read modules
  if (!isNewEnough) throw new Error(`Pinslot needs Node 20.19, 22.12 or newer; this is ${process.versions.node}.`)
  if (!existsSync(path.join(root, 'node_modules', 'postgres')))
    throw new Error('The packages are not installed: run npm install first.')
  if (!isPatched()) patch()
  if (isBuilt()) return
  console.error('The sources changed since the last build: building…')
  build()
}

const WITH_ENV_FILE = '--with-env-file'

/** As npm starts us: reads .env in the current folder, where there is one. A variable that is already set keeps its value. */
function readEnvFile() {
  if (process.argv[2] !== WITH_ENV_FILE) return
  process.argv.splice(2, 1)
  if (!existsSync('.env')) return
  try {
    process.loadEnvFile('.env')
  } catch (error) {
    throw new Error(`.env cannot be read (${messageOf(error)}).`)
  }
}

/**
 * Runs a compiled module in this process, so that a signal reaches it directly.
 * @param {string} file below dist
 */
export async function runBuilt(file) {
  try {
    readEnvFile()
    makeReady()
  } catch (error) {
    console.error(messageOf(error))
    process.exit(1)
  }
  await import('./runtime.mjs')
  await import(new URL(`../dist/${file}`, import.meta.url).href)
}
