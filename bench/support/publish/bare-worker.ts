/**
 * The yardstick of the top of an hour: what it costs to publish the same rows with the same promise, one attempt that is on disk before its
 * request leaves, and nothing else. It knows no board that is busy, no pause, no permission that ended, no quota, no notice and no log.
 */
import { Agent, request } from 'undici'
import { makeBatcher } from '../../../src/core/lib/work/batcher.js'
import { openPool } from '../../../src/db/pool.js'
import { readTarget } from '../forked.js'
import type { WorkerTarget, WorkerMessage } from './burst.js'
import { pause } from './world.js'

const { url, platformUrl, pictureBytes = 200_000 } = readTarget<WorkerTarget>()
const say = (word: WorkerMessage) => void process.send?.(word)

const AT_ONCE = 400
const TOGETHER = 100
const POLL_MS = 20

type Pin = { organizationId: string; id: string; title: string; description: string; url: string; boardId: string; token: string }
type Sent = { pin: Pin; pinId: string }

const db = openPool(url, { max: 4 })
const dispatcher = new Agent({ connections: AT_ONCE })
const picture = Buffer.alloc(pictureBytes)
const settle = makeBatcher<Sent, true>({
  most: TOGETHER,
  together: settleAll,
  alone: async (one) => {
    await settleAll([one])
    return true
  },
})
let open = 0
let isOver = false

process.once('message', () => (isOver = true))
say({ kind: 'ready' })
while (!isOver) {
  const pins = open + TOGETHER <= AT_ONCE ? await take() : []
  open += pins.length
  for (const pin of pins) void publish(pin)
  if (pins.length === 0) await pause(open > 0 ? 2 : POLL_MS)
}
await db.close()
say({ kind: 'asked', at: [], twice: [] })
process.exit(0)

/** Due pins, with an attempt that says that a request may have left. */
function take(): Promise<Pin[]> {
  return db.sql<Pin[]>`
    with free as (
      select organization_id, id
        from posts
       where status = 'queued' and due_at <= clock_timestamp()
       order by due_at
       limit ${TOGETHER}
         for update skip locked
    ), p as (
      update posts p
         set status = 'uploading', attempt_number = p.attempt_number + 1, due_at = null,
             lease_until = clock_timestamp() + interval '1 minute', updated_at = clock_timestamp()
        from free f
       where p.organization_id = f.organization_id and p.id = f.id
      returning p.*
    ), attempts as (
      insert into publish_attempts (organization_id, post_id, number, state, board_id, send_at, claimed_at, sending_at)
      select organization_id, id, attempt_number, 'sending', board_id, send_at, clock_timestamp(), clock_timestamp()
        from p
    )
    select p.organization_id as "organizationId", p.id, p.title, p.description, p.url, p.board_id as "boardId", c.access_token as token
      from p
      join connections c on c.organization_id = p.organization_id and c.account_id = p.account_id`
}

async function publish(pin: Pin): Promise<void> {
  const { title, description, url: link, boardId, token } = pin
  const media_source = { source_type: 'image_base64', content_type: 'image/jpeg', data: picture.toString('base64') }
  const { statusCode, body } = await request(`${platformUrl}/pins`, {
    method: 'POST',
    dispatcher,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ board_id: boardId, title, description, link, media_source }),
  })
  if (statusCode !== 201) throw new Error(`the platform answered ${statusCode}`)
  const { id } = (await body.json()) as { id: string }
  await settle({ pin, pinId: id })
  open--
}

async function settleAll(all: Sent[]): Promise<true[]> {
  await db.sql`
    with sent as (
      update posts p
         set status = 'sent', pin_id = w.pin_id, sent_at = clock_timestamp(), lease_until = null, updated_at = clock_timestamp()
        from unnest(${all.map(({ pin }) => pin.organizationId)}::bigint[], ${all.map(({ pin }) => pin.id)}::bigint[],
                    ${all.map(({ pinId }) => pinId)}::text[]) as w(organization_id, id, pin_id)
       where p.organization_id = w.organization_id and p.id = w.id
      returning p.organization_id, p.id, p.attempt_number
    )
    update publish_attempts a
       set state = 'confirmed', settled_at = clock_timestamp()
      from sent s
     where a.organization_id = s.organization_id and a.post_id = s.id and a.number = s.attempt_number`
  return all.map(() => true)
}
