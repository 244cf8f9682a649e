/** The caller, and the entry point that the call came through. Entry points make it, the core checks it. */
export type Role = 'viewer' | 'contributor' | 'scheduler' | 'admin'

/** A role, or none: without one, nothing is visible either. */
export type Access = Role | 'none'

export type Actor = {
  organizationId: string
  via: 'api' | 'slack' | 'operator'
  /** The role in the organization: applies to every account that `accountRoles` does not name. */
  role: Access
  /** Roles by account id, where they differ. An admin of the organization is an admin of each account, whatever this says. */
  accountRoles?: Readonly<Record<string, Access>> | undefined
  /** `key:…`, or `T…:U…` for a Slack user, also when the call uses a key of theirs; stored as the author. */
  userId: string
  apiKeyId?: string | undefined
  /** The program's name, as the program gives it. */
  agent?: string | undefined
  /** A model acts: it must not take decisions reserved to people, whoever it acts for. */
  isAgent?: true | undefined
  /** Why the role is only viewer where a full member would have more; shown with a refusal. */
  viewerBecause?: ViewerBecause | undefined
}

/** The author, as the audit stores it. */
export type Author = Pick<Actor, 'organizationId' | 'via' | 'userId' | 'apiKeyId' | 'agent' | 'isAgent'>

/**
 * `guest`: a guest of the Slack workspace. `elsewhere`: a member of another workspace of the enterprise. `unknown`: Slack does
 * not say who they are.
 */
export type ViewerBecause = 'guest' | 'elsewhere' | 'unknown'

/**
 * True for one person in two workspaces of an enterprise, such as `T1:U1` and `T2:U1`: Slack gives a person the same id in all of
 * them.
 */
export const isSamePerson = (one: string, other: string): boolean => personIn(one) === personIn(other)
const personIn = (userId: string) => userId.slice(userId.indexOf(':') + 1)

/** True for a person in Slack, who can get messages; false for a key, the schedule or the operator. */
export const isSlackPerson = (userId: string): boolean => /^[TE][A-Z0-9]+:[UW][A-Z0-9]+$/.test(userId)
