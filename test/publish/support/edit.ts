/** As an edit of the copy writes it. */
import type { Post } from '../../../src/core/posts/post.js'
import type { World } from '../../support/world.js'

export async function updateTitle({ deps, organizationId }: World, { id }: Post, title: string): Promise<void> {
  await deps.db.sql`
    update posts
       set title = ${title}, version = version + 1
     where organization_id = ${organizationId} and id = ${id} and status in ('draft', 'queued')`
}
