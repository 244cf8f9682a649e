/** Posts as the publisher leaves them after the platform failed to answer, without a publisher. */
import sharp from 'sharp'
import type { Post } from '../../src/core/posts/post.js'
import { failureMessage } from '../../src/core/posts/state/failure-messages.js'
import { addPin } from '../../src/sandbox/platform/seed-api.js'
import { aQueuedPost, type DraftFields, readFields } from './factories.js'
import type { World } from './world.js'

/** Its request has left this moment; the next read-back is due in 5 s. */
export async function aPostOfUnknownOutcome(world: World, fields: DraftFields = {}): Promise<Post> {
  const { deps, organizationId, clock } = world
  const at = new Date(clock.now.getTime() + 1000)
  const post = await aQueuedPost(world, { ...fields, at })
  const { id, boardId, boardSectionId, title, description, url: link, altText, media } = post
  const words = { boardId: boardId!, boardSectionId, title: title!, description: description!, link: link!, altText }
  const payload = { ...words, isSimplified: false, mediaKind: 'image' as const, mediaIds: media.map((one) => one.id) }
  await deps.db.sql`
    insert into publish_attempts (organization_id, post_id, number, state, board_id, send_at, payload, claimed_at, sending_at)
    values (${organizationId}, ${id}, 1, 'unknown', ${boardId}, ${at}, ${deps.db.sql.json(payload)}, ${clock.now}, ${clock.now})`
  await deps.db.sql`
    update posts
       set status = 'uploading', attempt_number = 1, due_at = ${new Date(at.getTime() + 5000)}, lease_until = null, version = version + 1
     where organization_id = ${organizationId} and id = ${id}`
  return reread(world, id)
}

/** Two pins of its board may be it. */
export async function aDraftOfUnknownOutcome(world: World, fields: DraftFields = {}): Promise<Post> {
  const { deps, organizationId, clock } = world
  const { id, sendAt } = await aPostOfUnknownOutcome(world, fields)
  const cause = { code: 'outcome_unknown' } as const
  const message = failureMessage(cause)
  const failure = { reason: cause.code, cause, message, failedAt: clock.now.toISOString(), sendAt: sendAt!.toISOString() }
  await deps.db.sql`
    update publish_attempts
       set state = 'ambiguous', settled_at = ${clock.now}
     where organization_id = ${organizationId} and post_id = ${id}`
  await deps.db.sql`
    update posts
       set status = 'draft', failure = ${deps.db.sql.json(failure)}, send_at = null, timeslot_id = null, due_at = null,
           version = version + 1
     where organization_id = ${organizationId} and id = ${id}`
  return reread(world, id)
}

/** On the simulated platform, as it came of the post's request. @returns its id */
export async function aPinOf({ deps, clock }: World, { boardId, title, description, url: link, altText }: Post): Promise<string> {
  const picture = { contentType: 'image/jpeg', bytes: await jpeg } as const
  const createdAt = new Date(Math.floor(clock.now.getTime() / 1000) * 1000)
  const { id } = await addPin(deps.db.sql, { boardId: boardId!, title, description, link, altText, createdAt, picture })
  return id
}

const jpeg = sharp({ create: { width: 200, height: 300, channels: 3, background: 'teal' } })
  .jpeg()
  .toBuffer()

const reread = ({ deps, actor, accountId }: World, postId: string) => readFields(deps, actor, { accountId, postId })
