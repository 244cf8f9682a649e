/** What the composer's tests say again and again. */
import { listPosts } from '../../../src/core/posts/list.js'
import type { Post } from '../../../src/core/posts/post.js'
import type { Screen } from '../../../src/sandbox/slack/screen.js'
import { type Team, PICTURE } from './a-team.js'

export const WORDS = {
  Title: 'Shelf above the sink',
  Description: 'Open shelves.',
  'Destination link': 'https://example.com/shelf',
}
export const COPY = { 'Image link': PICTURE, ...WORDS }
/** A Thursday, three days on. */
export const AT = { When: 'Exact time', Time: '2026-03-05T08:30:00Z' }

/** What is refused only once the files are there: the charge. */
export async function setCredits({ deps, organizationId }: Team, credits: number): Promise<void> {
  await deps.db.sql`update entitlements set credits_left = ${credits} where organization_id = ${organizationId}`
}

export async function postsOf({ deps, actor, accountId }: Team, status: 'draft' | 'queued'): Promise<Post[]> {
  const page = { limit: 50, cursor: null, startDate: null, endDate: null }
  return (await listPosts(deps, actor, { accountId, status, ...page })).posts
}

export const widthsOf = (post: Post | undefined): number[] => (post?.media ?? []).map(({ width }) => width)

export const labelsOf = ({ modal }: Screen): string[] => (modal?.fields ?? []).map(({ label }) => label)

/** Uploads of ours, by whether a pin has them. */
export async function uploadsOf({ deps, organizationId }: Team): Promise<{ open: number; attached: number }> {
  const [row] = await deps.db.sql<[{ open: number; attached: number }]>`
    select count(*) filter (where attached_at is null)::int as open, count(*) filter (where attached_at is not null)::int as attached
      from uploads
     where organization_id = ${organizationId}`
  return row
}
