/** A comment on a pin, as data. */
import { isClient, isSlackPerson } from '../../lib/actor.js'
import { MINUTE_MS } from '../../lib/duration.js'

/** `internal`: the team alone sees it; `client`: the team’s clients do, too. */
export const AUDIENCES = ['internal', 'client'] as const
export type Audience = (typeof AUDIENCES)[number]

export const COMMENT_LENGTH = 2000

/** The time in which further comments join the message about the first. */
export const GROWS_MS = MINUTE_MS

export type Comment = {
  organizationId: string
  id: string
  accountId: string
  postId: string
  text: string
  audience: Audience
  /** `T1:U1` of the Slack user, `key:3`, or `link:7` or `client:T2:U9` of a client. */
  author: string
  /** What a client calls themselves; null for all others. */
  name: string | null
  /** The key of the program that sent it, and the name the program gives itself; null: a person wrote it in Slack. */
  writtenWith: { apiKeyId: string; keyName: string | null; agent: string | null } | null
  /** A model wrote it, whoever it acts for. */
  isAgent: boolean
  createdAt: Date
}

/** The last comments of a pin, the oldest first, and how many it has. */
export type Comments = { last: readonly Comment[]; count: number }

export const NO_COMMENTS: Comments = { last: [], count: 0 }

export type CommentAuthor = { kind: 'person' | 'key' | 'agent' | 'client'; name: string }

/** Says who wrote a comment: a person by their id in Slack, a key by its name, an agent or a client by what they call themselves. */
export function authorOf({ author, name, writtenWith, isAgent }: Omit<Comment, 'text' | 'audience'>): CommentAuthor {
  if (isClient(author)) return { kind: 'client', name: name ?? author }
  const { keyName = null, agent = null } = writtenWith ?? {}
  if (isAgent) return { kind: 'agent', name: agent ?? keyName ?? author }
  return isSlackPerson(author) ? { kind: 'person', name: author } : { kind: 'key', name: keyName ?? author }
}
