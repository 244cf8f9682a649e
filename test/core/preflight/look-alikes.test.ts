/** The same picture in another size or format, on the same board. */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { preflightPost } from '../../../src/core/preflight/check.js'
import { scenes } from '../../../src/sandbox/samples/scenes.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, type DraftFields, aQueuedPost, inDays } from '../../support/factories.js'
import { aServer, type Server } from '../../http/support/support.js'

const { db } = await aDatabase()
const drawn = [...scenes().values()]
let links = 0

async function aPictured(server: Server, bytes: Buffer, fields: DraftFields & { isQueued?: boolean } = {}): Promise<string> {
  const { isQueued = false, ...words } = fields
  const { deps, organizationId, clock } = server
  const url = `https://example.com/look-${++links}`
  const post = isQueued
    ? await aQueuedPost(server, { url, ...words, at: inDays(server, links) })
    : await aDraft(server, { url, ...words })
  const key = `media/look-${organizationId}-${links}`
  await deps.storage.put(key, await deps.pictures.thumbnail(bytes, 'file'), 'image/jpeg')
  await db.sql`
    update media m set thumbnail_key = ${key}, created_at = ${clock.now}
      from post_media p
     where p.organization_id = ${organizationId} and p.post_id = ${post.id} and m.organization_id = p.organization_id and m.id = p.media_id`
  return post.id
}
const found = async ({ deps, actor, accountId }: Server, postId: string) =>
  (await preflightPost(deps, actor, { accountId, postId })).findings.filter(({ code }) => code === 'duplicate_picture')
const scene = (index: number) => sharp(Buffer.from(drawn[index]!))

test('is found in half its size, as WebP and a little brighter; on another board or of another organization it is not', async () => {
  const server = await aServer(db)
  const stranger = await aServer(db)
  const original = await scene(0).jpeg().toBuffer()
  await aPictured(stranger, original, { isQueued: true })
  const again = await scene(0).resize(400).modulate({ brightness: 1.03 }).webp({ quality: 60 }).toBuffer()
  const post = await aPictured(server, again)
  expect(await found(server, post)).toEqual([])
  await aPictured(server, original, { isQueued: true, boardId: '102' })
  expect(await found(server, post)).toEqual([])
  const first = await aPictured(server, original, { isQueued: true, title: 'The first' })
  expect(await found(server, post)).toMatchObject([
    { code: 'duplicate_picture', severity: 'warning', pin: { postId: first, title: 'The first' } },
  ])
})

test('different pictures are not taken for each other, and plain colours have nothing to be known by', async () => {
  const server = await aServer(db)
  const plain = (color: string) =>
    sharp({ create: { width: 600, height: 900, channels: 3, background: color } })
      .jpeg()
      .toBuffer()
  const pictures = [
    ...(await Promise.all(drawn.map((_, index) => scene(index).jpeg().toBuffer()))),
    await plain('#804020'),
    await plain('#804021'),
  ]
  for (const bytes of pictures) await aPictured(server, bytes, { isQueued: true })
  const rows = await db.sql<
    { id: string }[]
  >`select id from posts where organization_id = ${server.organizationId} and status = 'queued' order by id`
  const alarms = []
  for (const { id } of rows) alarms.push(...(await found(server, id)))
  expect(alarms).toEqual([])
})

test('the same shape in another colour is another picture', async () => {
  const server = await aServer(db)
  const first = await aPictured(server, await scene(1).jpeg().toBuffer(), { isQueued: true })
  const tinted = await aPictured(server, await scene(1).modulate({ hue: 140 }).jpeg().toBuffer())
  expect(await found(server, tinted)).toEqual([])
  expect((await found(server, await aPictured(server, await scene(1).png().toBuffer()))).length).toBe(1)
  expect(first).toMatch(/^\d+$/)
})

test('a picture whose bytes are gone keeps nobody from the rest of the check', async () => {
  const server = await aServer(db)
  const id = await aPictured(server, await scene(2).jpeg().toBuffer(), { title: 'x'.repeat(80) })
  await db.sql`update media set thumbnail_key = 'media/nowhere' where organization_id = ${server.organizationId}`
  const { findings } = await preflightPost(server.deps, server.actor, { accountId: server.accountId, postId: id })
  expect(findings.map(({ code }) => code)).toEqual(['text_cut'])
})
