/** A folder for temporary files of one test file alone. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'

/** Where `tmpdir()` leads until the file ends; removed then. Call at the top level, before what is to use it. */
export function ownTempDir(name: string): void {
  const before = process.env['TMPDIR']
  const dir = mkdtempSync(path.join(tmpdir(), `pinslot-${name}-`))
  process.env['TMPDIR'] = dir
  afterAll(() => {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
    rmSync(dir, { recursive: true })
  })
}
