/** Eight videos sent to their signed addresses at once, then attached: what the process weighs above idle. */
import { Readable } from 'node:stream'
import { request } from 'undici'
import { aVideo } from '../../../test/support/videos.js'
import { type Forked, residentMiB } from '../forked.js'
import type { Bench } from '../world.js'

const AT_ONCE = 8
const MIB = 1024 * 1024

export async function measureVideos(
  { world, key }: Bench,
  { url, pid }: Forked,
  { mebibytes }: { mebibytes: number },
): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const call = async (path: string, body: object) => {
    const answer = await request(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (answer.statusCode !== 201) throw new Error(`${path} answered ${answer.statusCode}: ${await answer.body.text()}`)
    return (await answer.body.json()) as { data: { upload: { uploadId: string; uploadUrl: string } } }
  }
  await sendOne(call, world.accountId, 1) // so that idle has everything loaded
  const idle = residentMiB(pid)
  let peak = idle ?? 0
  const watch = setInterval(() => (peak = Math.max(peak, residentMiB(pid) ?? 0)), 50)
  const from = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, () => sendOne(call, world.accountId, mebibytes)))
  const seconds = (performance.now() - from) / 1000
  clearInterval(watch)
  if (idle === undefined) return console.log('memory: this system does not say')
  console.log(
    `${AT_ONCE} videos of ${mebibytes} MiB at once in ${seconds.toFixed(1)} s: ${idle.toFixed(0)} MiB at idle, at most ${peak.toFixed(0)} = ${(peak - idle).toFixed(0)} MiB above (bar 100)`,
  )
}

type Call = (path: string, body: object) => Promise<{ data: { upload: { uploadId: string; uploadUrl: string } } }>

async function sendOne(call: Call, accountId: string, mebibytes: number): Promise<void> {
  const { uploadId, uploadUrl } = (await call('/v1/media/uploads', { extension: 'mp4' })).data.upload
  const head = aVideo()
  const body = Readable.from(padded(head, mebibytes))
  const answer = await request(uploadUrl, { method: 'PUT', headers: { 'content-type': 'video/mp4' }, body })
  await answer.body.dump()
  if (answer.statusCode !== 200) throw new Error(`the PUT answered ${answer.statusCode}`)
  await call(`/v1/accounts/${accountId}/posts`, { uploadId, title: 'A walk' })
}

/** A whole video, then a box that nobody reads. */
function* padded(head: Buffer, mebibytes: number): Generator<Buffer> {
  yield head
  const box = Buffer.alloc(8)
  box.writeUInt32BE(mebibytes * MIB + 8, 0)
  box.write('free', 4, 'latin1')
  yield box
  const piece = Buffer.alloc(MIB, 7)
  for (let sent = 0; sent < mebibytes; sent++) yield piece
}
