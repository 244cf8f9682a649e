/** Upload slot, PUT of 2 MB, create: against a server that stores the bytes and writes the row without reading either. */
import { request } from 'undici'
import { startForked } from '../forked.js'
import type { Bench } from '../world.js'
import { drawLargeSample } from '../sample.js'

export async function measureCreating({ db, world, key, target }: Bench, { rounds }: { rounds: number }): Promise<void> {
  const { organizationId, accountId } = world
  await db.sql`
    insert into media (organization_id, token, storage_key, sha256, media_type, content_type, bytes, width, height, created_at)
    values (${organizationId}, ${'x'.repeat(24)}, 'media/none', '\\x00', 'image', 'image/jpeg', 1, 100, 100, ${new Date()})`
  const service = await startForked(new URL('../api-server.js', import.meta.url), target)
  const yard = await startForked(new URL('../bare-server.js', import.meta.url), {
    ...target,
    dir: `${target.dir}-bare`,
    organizationId,
    accountId,
  })
  try {
    const picture = await drawLargeSample()
    const json = { 'content-type': 'application/json' }
    const authorized = { ...json, authorization: `Bearer ${key}` }
    const ours = async (bytes: Buffer) => {
      const { data } = (await post(`${service.url}/v1/media/uploads`, authorized, { extension: 'jpg' })) as Slot
      await put(data.upload.uploadUrl, bytes)
      const body = { uploadId: data.upload.uploadId, title: 'A shelf' }
      await post(`${service.url}/v1/accounts/${accountId}/posts`, authorized, body)
    }
    const theirs = async (bytes: Buffer) => {
      const { uploadUrl } = (await post(`${yard.url}/uploads`, json, {})) as { uploadUrl: string }
      await put(yard.url + uploadUrl, bytes)
      await post(`${yard.url}/posts`, json, { title: 'A shelf' })
    }
    await time(theirs, picture, 2)
    await time(ours, picture, 2)
    // alternating: other load of the machine affects both sides
    const found: number[] = []
    const yardstick: number[] = []
    for (let round = 0; round < rounds; round++) {
      yardstick.push(...(await time(theirs, picture, 1)))
      found.push(...(await time(ours, picture, 1)))
    }
    const [mine, bare] = [median(found), median(yardstick)]
    console.log(
      `create with an upload of ${(picture.length / 1e6).toFixed(1)} MB: ${mine.toFixed(0)} ms, bare ${bare.toFixed(0)} ms = ${(mine / bare).toFixed(1)} times (the picture is read whole and a thumbnail made)`,
    )
  } finally {
    service.stop()
    yard.stop()
  }
}

type Slot = { data: { upload: { uploadId: string; uploadUrl: string } } }

let count = 0
/** Each time other bytes: an equal picture would be recognised. */
async function time(work: (bytes: Buffer) => Promise<void>, picture: Buffer, times: number): Promise<number[]> {
  const took: number[] = []
  for (let time = 0; time < times; time++) {
    const bytes = Buffer.concat([picture, Buffer.from(`end ${count++}`)])
    const from = performance.now()
    await work(bytes)
    took.push(performance.now() - from)
  }
  return took
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!

async function post(url: string, headers: Record<string, string>, body: object): Promise<unknown> {
  const answer = await request(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode}: ${await answer.body.text()}`)
  return answer.body.json()
}

async function put(url: string, bytes: Buffer): Promise<void> {
  const answer = await request(url, { method: 'PUT', headers: { 'content-type': 'image/jpeg' }, body: bytes })
  await answer.body.dump()
  if (answer.statusCode !== 200) throw new Error(`the PUT answered ${answer.statusCode}`)
}
