/** The server of the suite, whose log is read while it runs. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startServer } from '../../support/global-setup.js'
import { followLog, logSettings } from './server-log.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** A line of JSON for each text that the server was asked. */
    statementsFile: string
  }
}

export default async function setup(project: TestProject) {
  const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-statements-'))
  const log = path.join(dir, 'log')
  mkdirSync(log)
  const file = path.join(dir, 'statements.jsonl')
  project.provide('statementsFile', file)
  project.provide('marksStatements', true)
  const { stop } = await startServer(project, () => logSettings(log))
  const following = followLog(log, file)
  return async () => {
    await stop()
    following.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
