/** Requests as the lines of their common card and of the list of requests. */
import type { RequestLine } from '../../../../blocks/approval/line.js'
import type { Actor } from '../../../core/lib/actor.js'
import type { ApprovalLine } from '../../../core/many/approvals-together.js'
import { asShown, canUndo } from '../../../core/posts/approval/status.js'
import { readLastComments } from '../../../core/posts/comments/read.js'
import { readFindings } from '../../../core/preflight/store.js'
import { errorText } from '../../reply/errors.js'
import type { SlackDeps } from '../../listener.js'
import { picturesOfPosts } from './cards.js'

/** Adds the pictures and the findings of open ones. */
export async function requestLinesOf(
  deps: Pick<SlackDeps, 'db' | 'clock' | 'picturesOf'>,
  actor: Actor,
  { accountId, lines }: { accountId: string; lines: readonly ApprovalLine[] },
): Promise<RequestLine[]> {
  const posts = lines.flatMap(({ approval, post }) => (post && approval.state === 'open' ? [post] : []))
  const [pictures, found, commentsOf] = await Promise.all([
    picturesOfPosts(deps, posts),
    readFindings(deps.db.sql, posts),
    readLastComments(deps, actor, { accountId, postIds: posts.map(({ id }) => id), limit: 1 }),
  ])
  const pictureOf = new Map(posts.map(({ id }, index) => [id, pictures[index] ?? null]))
  return lines.map(({ post, problem, ...line }) => ({
    ...line,
    approval: asShown(line.approval, deps.clock()),
    card: post && { post, picture: pictureOf.get(post.id) ?? null, findings: found.get(post.id)?.findings },
    problem: problem ? errorText(problem) : null,
    comments: commentsOf(line.approval.postId).count,
    canUndo: canUndo(line.approval, deps.clock()),
  }))
}
