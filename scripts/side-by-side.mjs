// node scripts/side-by-side.mjs <command> <command> …: runs them at the same time. What each writes is shown when it ends; fails if one of them does.
import { spawn } from 'node:child_process'

/** @param {string} command for the shell, which finds what npm has put in the path @returns {Promise<boolean>} whether it succeeded */
const run = (command) =>
  new Promise((resolve) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
    /** @type {Buffer[]} */
    const written = []
    child.stdout.on('data', (/** @type {Buffer} */ part) => written.push(part))
    child.stderr.on('data', (/** @type {Buffer} */ part) => written.push(part))
    child.once('error', (error) => written.push(Buffer.from(`${error.message}\n`)))
    child.once('close', (code) => {
      process.stdout.write(`> ${command}\n${Buffer.concat(written).toString()}`)
      resolve(code === 0)
    })
  })

const succeeded = await Promise.all(process.argv.slice(2).map(run))
process.exitCode = succeeded.every(Boolean) ? 0 : 1
