/** The file that a backup is written to. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { writeFile } from '../../../src/service/backup/output.js'

/** No process has it: it is above what a system numbers. */
const DEAD = 2 ** 22 + 1

test('what a process that died has begun beside the file is removed, and what one that is alive writes stays', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'pinslot-output-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = path.join(folder, 'backup.age')
  for (const name of [`backup.age.${DEAD}.part`, `backup.age.${process.ppid}.part`, `other.age.${DEAD}.part`])
    writeFileSync(path.join(folder, name), 'begun')
  await writeFile(file, Readable.from([Buffer.from('whole')]))
  expect(readdirSync(folder).sort()).toEqual(['backup.age', `backup.age.${process.ppid}.part`, `other.age.${DEAD}.part`])
})
