/** Pictures and videos whose file says that AI made or changed them: the disclosure is proposed, never set. */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { duplicatePost } from '../../../../src/core/posts/create/duplicate.js'
import { fitPostPicture } from '../../../../src/core/posts/create/fit-picture.js'
import { editPost } from '../../../../src/core/posts/edit.js'
import { preflightShown } from '../../../../src/core/preflight/check.js'
import type { MediaSource } from '../../../../src/core/media/post-media.js'
import { requestUpload } from '../../../../src/core/media/uploads.js'
import { saysAi } from '../../../../src/media/says-ai.js'
import { Readable } from 'node:stream'
import { aDatabase } from '../../../support/database.js'
import { aVideo } from '../../../support/videos.js'
import { createAll, openStudios, refused, SAMPLE, type Studio } from '../support/create-fixtures.js'

const { db } = await aDatabase()
const aStudio = openStudios(db)

const TYPES = 'http://cv.iptc.org/newscodes/digitalsourcetype'
const xmpOf = (type: string) =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="${type}"/></rdf:RDF></x:xmpmeta>`
async function pictureThat(says: string | null, as: 'jpeg' | 'png' | 'webp' = 'jpeg', width = 400): Promise<Buffer> {
  const plain = sharp({ create: { width, height: 300, channels: 3, background: 'teal' } })
  return (says === null ? plain : plain.withXmp(xmpOf(says)))[as]().toBuffer()
}
/** A box of a video, or of a manifest. */
function box(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, content])
}
async function uploadOf({ deps, actor }: Studio, bytes: Buffer, extension: string): Promise<MediaSource> {
  const { uploadUrl, uploadId, contentType } = await requestUpload(deps, actor, { extension })
  const { pathname } = new URL(uploadUrl)
  await deps.storage.receivePut!({ path: pathname, contentType, contentLength: bytes.length, body: Readable.from([bytes]) })
  return { kind: 'upload', uploadId }
}
const codesOf = (warnings: readonly { code: string }[] = []) => warnings.map(({ code }) => code)

test.each(['jpeg', 'png', 'webp'] as const)('a %s with the IPTC’s type for AI in its XMP says so', async (as) => {
  expect(saysAi(await pictureThat(`${TYPES}/trainedAlgorithmicMedia`, as))).toBe(true)
  expect(saysAi(await pictureThat(`${TYPES}/compositeWithTrainedAlgorithmicMedia`, as))).toBe(true)
})

test('a photo, a file without metadata and one that only has the words do not', async () => {
  expect(saysAi(await pictureThat(`${TYPES}/digitalCapture`))).toBe(false)
  expect(saysAi(await pictureThat(null))).toBe(false)
  expect(saysAi(Buffer.from('an essay on /trainedAlgorithmicMedia '.repeat(100)))).toBe(false)
  expect(saysAi(Buffer.from('/trainedAlgorithmicMedia'))).toBe(false)
})

test('a signed manifest that names the type says so, and the manifest of a camera does not', async () => {
  const manifestOf = (type: string) => box('jumb', Buffer.from(`c2pa\0c2pa.actions\0digitalSourceTypexF${TYPES}/${type}`))
  expect(saysAi(Buffer.concat([await pictureThat(null), manifestOf('trainedAlgorithmicMedia')]))).toBe(true)
  expect(saysAi(Buffer.concat([await pictureThat(null), manifestOf('digitalCapture')]))).toBe(false)
})

test('the answer warns, nothing is set, and a declared pin has no warning', async () => {
  const world = await aStudio()
  const { deps, actor, accountId } = world
  const bytes = await pictureThat(`${TYPES}/trainedAlgorithmicMedia`)
  const [post] = await createAll(world, { media: await uploadOf(world, bytes, 'jpg') })
  expect(codesOf(post!.warnings)).toEqual(['ai_undeclared'])
  expect(post!.aiDisclosures).toEqual([])
  const other = await editPost(deps, actor, { accountId, postId: post!.id, changes: { title: 'Other' } })
  expect(codesOf(other.warnings)).toEqual(['ai_undeclared'])
  const { findings } = await preflightShown(deps, actor, other)
  expect(codesOf(findings)).toContain('ai_undeclared')
  const declared = await editPost(deps, actor, { accountId, postId: post!.id, changes: { aiDisclosures: ['AI_MODIFIED'] } })
  expect(codesOf(declared.warnings)).toEqual([])
  expect(codesOf((await preflightShown(deps, actor, declared)).findings)).not.toContain('ai_undeclared')
  const [again] = await createAll(world, { media: await uploadOf(world, bytes, 'jpg'), aiDisclosures: ['AI_MODIFIED'] })
  expect(again!.warnings).toBeUndefined()
  const [known] = await createAll(world, { media: await uploadOf(world, bytes, 'jpg') })
  expect(codesOf(known!.warnings)).toEqual(['ai_undeclared'])
})

test('a picture that was converted, cropped or copied still says it', async () => {
  const world = await aStudio()
  const { deps, actor, accountId } = world
  const media = await uploadOf(world, await pictureThat(`${TYPES}/trainedAlgorithmicMedia`, 'webp', 900), 'webp')
  const [post] = await createAll(world, { media })
  const ref = { accountId, postId: post!.id }
  const cropped = await fitPostPicture(deps, actor, { ...ref, fit: 'crop' })
  expect(codesOf(cropped.warnings)).toEqual(['ai_undeclared'])
  const copy = await duplicatePost(deps, actor, ref)
  expect(copy.media).toMatchObject([{ saysAi: true }])
})

test('a video says it by a box of metadata before its index', async () => {
  const world = await aStudio()
  const film = aVideo({ width: 720, height: 1280, durationMs: 6000 })
  const ftypEnd = film.readUInt32BE(0)
  const said = box('uuid', Buffer.from(`................${xmpOf(`${TYPES}/trainedAlgorithmicMedia`)}`))
  const bytes = Buffer.concat([film.subarray(0, ftypEnd), said, film.subarray(ftypEnd)])
  const [post] = await createAll(world, { media: await uploadOf(world, bytes, 'mp4') })
  expect(codesOf(post!.warnings)).toEqual(['ai_undeclared'])
  const [plain] = await createAll(world, { media: await uploadOf(world, film, 'mp4') })
  expect(plain!.warnings).toBeUndefined()
})

test('where the operator switched disclosures off, a new one is refused, and removing one is not', async () => {
  const world = await aStudio()
  const { actor, accountId } = world
  const [post] = await createAll(world, { media: SAMPLE, aiDisclosures: ['AI_MODIFIED'] })
  world.deps.settings.aiDisclosures = false
  await refused(world, { media: SAMPLE, aiDisclosures: ['AI_MODIFIED'] }, 'aiDisclosures')
  const edit = (aiDisclosures: string[]) =>
    editPost(world.deps, actor, { accountId, postId: post!.id, changes: { aiDisclosures } })
  await expect(edit(['SYNTHETIC_PERFORMER'])).rejects.toMatchObject({ details: { field: 'aiDisclosures' } })
  expect(await edit([])).toMatchObject({ aiDisclosures: [] })
})
