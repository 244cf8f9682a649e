/** Who calls, through which entry point. Made by the entry points, checked by the core. */
export type Role = 'viewer' | 'contributor' | 'scheduler' | 'admin'

/** A role, or none: then nothing of it can be seen either. */
export type Access = Role | 'none'

export type Actor = {
  organizationId: string
  via: 'api' | 'slack' | 'operator'
  /** Of the organization: counts on every account that `accountRoles` does not name. */
  role: Access
  /** By account id, where it is another one. An admin of the organization is one on each account, whatever is said here. */
  accountRoles?: Readonly<Record<string, Access>> | undefined
  /** `key:…`, or `T…:U…` of the Slack user, also behind a key of theirs; written down as the author. */
  userId: string
  /** The API key that was sent, by its id. */
  apiKeyId?: string | undefined
  /** What the program calls itself, as it says. */
  agent?: string | undefined
  /** A model acts: what is a person's to decide it does not decide, whoever it acts for. */
  isAgent?: true | undefined
  /** Why it is no more than a viewer where others would be more: shown with a refusal. */
  viewerBecause?: ViewerBecause | undefined
}

/** Whose doing it is, as the audit keeps it. */
export type Author = Pick<Actor, 'organizationId' | 'via' | 'userId' | 'apiKeyId' | 'agent' | 'isAgent'>

/**
 * `guest`: of the Slack workspace. `elsewhere`: a member of another workspace of the enterprise. `unknown`: Slack does not say
 * who they are.
 */
export type ViewerBecause = 'guest' | 'elsewhere' | 'unknown'

/** `T1:U1` and `T2:U1` are one person in two workspaces of an enterprise: Slack calls a person the same in all of them. */
export const isSamePerson = (one: string, other: string): boolean => personIn(one) === personIn(other)
const personIn = (userId: string) => userId.slice(userId.indexOf(':') + 1)

/** Whether it is somebody in Slack, who can be written to; else a key, the schedule or the operator. */
export const isSlackPerson = (userId: string): boolean => /^[TE][A-Z0-9]+:[UW][A-Z0-9]+$/.test(userId)
