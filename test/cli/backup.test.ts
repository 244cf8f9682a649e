/** What `backup` says at its end, and its exit code, by which a job is judged. */
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runCommand } from '../../src/cli/run.js'
import { aFile, aPlace } from '../service/backup/support/place.js'
import { aDatabase } from '../support/database.js'
import { aMedia } from '../support/factories.js'
import { aWorld } from '../support/world.js'
import { NO_OTHERS, unused } from './operator.js'

const { db, url } = await aDatabase()
const world = await aWorld(db)
const place = aPlace(url)
await place.claim()
const keyOf = async (id: string) =>
  (await db.sql<[{ key: string }]>`select storage_key as key from media where id = ${id}`)[0].key
const stored = await keyOf(await aMedia(world))

async function backup(to: string) {
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  const takeBackup = (request: Parameters<typeof place.backup>[0]) => place.backup(request)
  const code = await runCommand(['backup', '--to', to], { ...NO_OTHERS, out: say, err: say, open: unused, takeBackup })
  return { code, text: lines.join('\n') }
}

test('a backup that has everything ends with 0, one that lacks something with 1 and keeps its file, and names it', async () => {
  await place.storage.put(stored, Buffer.from('picture'), 'image/jpeg')
  expect(await backup(aFile())).toMatchObject({ code: 0, text: expect.not.stringContaining('lacks') as string })
  const lost = await keyOf(await aMedia(world))
  const to = aFile()
  const { code, text } = await backup(to)
  expect([code, existsSync(to)]).toEqual([1, true])
  expect(text).toContain(
    `The store lacks one picture or video that the database names, so this ends with 1; the file holds everything else:\n  ${lost}`,
  )
})
