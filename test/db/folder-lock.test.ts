import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withFolderLock } from '../../src/db/embedded/folder-lock.js'

let dir: string
beforeEach(() => {
  dir = path.join(mkdtempSync(path.join(tmpdir(), 'pinslot-lock-')), 'lock')
})
afterEach(() => rmSync(path.dirname(dir), { recursive: true, force: true }))

test('one at a time, and everybody in the end', async () => {
  let inside = 0
  let done = 0
  const turn = () =>
    withFolderLock(dir, async () => {
      expect(++inside).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 1))
      inside--
      done++
    })
  await Promise.all(Array.from({ length: 30 }, turn))
  expect(done).toBe(30)
  expect(readdirSync(dir)).toHaveLength(1)
})

test('what a holder throws comes through, and the lock is free again', async () => {
  await expect(withFolderLock(dir, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await withFolderLock(dir, async () => 7)).toBe(7)
})

test('a holder that died holds nothing', async () => {
  const dead = spawn(process.execPath, ['-e', ''])
  await new Promise((resolve) => dead.once('exit', resolve))
  mkdirSync(dir)
  writeFileSync(path.join(dir, '41'), JSON.stringify({ pid: dead.pid, started: '' }))
  const racers = Array.from({ length: 5 }, (_, at) => withFolderLock(dir, async () => at))
  expect(await Promise.all(racers)).toEqual([0, 1, 2, 3, 4])
})

test('a holder that was replaced by another process of the same pid holds nothing', async () => {
  mkdirSync(dir)
  writeFileSync(path.join(dir, '1'), JSON.stringify({ pid: process.pid, started: '1' }))
  expect(await withFolderLock(dir, async () => 7, { waitMs: process.platform === 'linux' ? 1_000 : 0 })).toBe(7)
})

test('who waits too long is told', async () => {
  await withFolderLock(dir, async () => {
    await expect(withFolderLock(dir, async () => 1, { waitMs: 50 })).rejects.toThrow('Another process has held')
  })
})
