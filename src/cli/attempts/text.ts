/** Describes a post and its attempts for the operator. */
import type { PlatformResponse } from '../../core/posts/publish/model/attempt.js'
import type { StuckPost } from '../../core/posts/publish/diagnostics/stuck-late.js'
import { quote } from '../text.js'

type Named = Pick<StuckPost, 'organizationId' | 'accountId' | 'username' | 'postId' | 'title' | 'boardId' | 'boardName'>

export const headOf = ({ organizationId, accountId, username, postId, title, boardId, boardName }: Named): string =>
  `  Post ${postId} ${title === null ? '(no title)' : quote(title)}: organization ${organizationId}, account ${accountId} (${username}), ` +
  `board ${boardId ?? 'none'}${boardName === null ? '' : ` ${quote(boardName)}`}`

/** Includes the ids with which Pinterest's support can find the call. */
export function outcomeSetBy({ status, code, message, requestId }: PlatformResponse): string {
  const facts = [
    ...(status === null ? [] : [`HTTP ${status}`]),
    ...(code === null ? [] : [`code ${code}`]),
    ...(requestId === null ? [] : [`request id ${requestId}`]),
  ]
  if (status === null) return message === null ? 'No answer is known.' : `No answer: ${quote(message)}.`
  return `Pinterest: ${[...(message === null ? [] : [quote(message)]), ...facts].join(', ')}.`
}

type Key = { organizationId: string; accountId: string; postId: string }

/** The two commands with which a person settles the outcome. */
export const waysToSettle = ({ organizationId, accountId, postId }: Key): string[] => {
  const settle = `npm run admin -- attempts settle --org ${organizationId} --account ${accountId} --post ${postId}`
  return [`    Its pin is there: ${settle} --there PIN`, `    It is not there:  ${settle} --not-there`]
}
