/** Pins that were published before the sandbox was opened: on the platform and, as sent posts, with us. */
import { before, DAY_MS } from '../../core/lib/duration.js'
import type { Account } from '../../core/accounts/account.js'
import type { Actor } from '../../core/lib/actor.js'
import { addPin } from '../platform/seed-api.js'
import type { SeedPin } from './content.js'
import { makePost, type Place } from './make-post.js'
import type { Seeding } from './seeding.js'

type Past = { pin: SeedPin; index: number; place: Place }

/** Publishes a pin in the past: the newest yesterday, each further one three days earlier. Does nothing if it is already sent. */
export async function publishPast(seeding: Seeding, actor: Actor, account: Account, { pin, index, place }: Past): Promise<void> {
  const { deps, samples } = seeding
  const { sql } = deps.db
  const { organizationId, id: accountId } = account
  const [known] = await sql<{ id: string; status: string }[]>`
    select id, status
      from posts
     where organization_id = ${organizationId} and account_id = ${accountId} and title = ${pin.title}`
  if (known && known.status !== 'draft') return
  const postId = known?.id ?? (await makePost(seeding, actor, account, pin, place, { kind: 'draft' })).id
  const bytes = await samples.read(pin.picture)
  if (!bytes) throw new Error(`the seed names a picture that is not drawn: ${pin.picture}`)
  const sentAt = new Date(Math.floor((deps.clock().getTime() - (1 + index * 3) * DAY_MS) / 1000) * 1000)
  const { title, description, link, altText } = pin
  const { id: pinId } = await addPin(sql, {
    boardId: place.boardId,
    sectionId: place.boardSectionId,
    title,
    description,
    link,
    altText,
    createdAt: sentAt,
    picture: { contentType: 'image/jpeg', bytes },
  })
  await sql`
    update posts
       set status = 'sent', send_at = ${sentAt}, sent_at = ${sentAt}, pin_id = ${pinId},
           created_at = ${before(sentAt, DAY_MS)}, updated_at = ${sentAt}
     where organization_id = ${organizationId} and account_id = ${accountId} and id = ${postId}`
}
