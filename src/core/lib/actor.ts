/** The caller, and the entry point that the call came through. Entry points make it, the core checks it. */
export type Role = 'reviewer' | KeyRole

/** A key is no reviewer: only people decide, so it could do nothing. */
export type KeyRole = 'viewer' | 'contributor' | 'scheduler' | 'admin'

/** A role, or none: without one, nothing is visible either. */
export type Access = Role | 'none'

export type Actor = {
  organizationId: string
  via: 'api' | 'slack' | 'operator' | 'browser'
  /** The role in the organization: applies to every account that `accountRoles` does not name. */
  role: Access
  /** Roles by account id, where they differ. An admin of the organization is an admin of each account, whatever this says. */
  accountRoles?: Readonly<Record<string, Access>> | undefined
  /** The account of a request that a reviewer may see, for the call that has checked it. */
  sees?: string | undefined
  /** People who are away now and named this person as their deputy. A deputy of a deputy stands in for nobody. */
  standsInFor?: readonly AwayPerson[] | undefined
  /** Slack user groups that they are in, of those that approval rules name. */
  groups?: readonly string[] | undefined
  /** The name of the client's contact for whom somebody outside acts. */
  contact?: string | undefined
  /** What somebody outside is called, where it is not the name of the contact. */
  calledAs?: string | undefined
  /**
   * `key:…`, or `T…:U…` for a Slack user, also when the call uses a key of theirs; of a client, `link:…` or `client:T…:U…`; stored
   * as the author.
   */
  userId: string
  apiKeyId?: string | undefined
  /** The program's name, as the program gives it. */
  agent?: string | undefined
  /** A model acts: it must not take decisions reserved to people, whoever it acts for. */
  isAgent?: true | undefined
  /** Why the role is only viewer where a full member would have more; shown with a refusal. */
  viewerBecause?: ViewerBecause | undefined
}

/** The person has the role that they last acted with, or were given since: a deputy has no right that they have not. */
export type AwayPerson = Pick<Actor, 'userId' | 'role' | 'accountRoles' | 'groups'>

/** The author, as the audit stores it. */
export type Author = Pick<Actor, 'organizationId' | 'via' | 'userId' | 'apiKeyId' | 'agent' | 'isAgent'>

/**
 * `guest`: a guest of the Slack workspace. `elsewhere`: a member of another workspace of the enterprise. `unknown`: Slack does
 * not say who they are. `agent`: a program that they signed in with less access than they have.
 */
export type ViewerBecause = 'guest' | 'elsewhere' | 'unknown' | 'agent'

/**
 * True for one person in two workspaces of an enterprise, such as `T1:U1` and `T2:U1`: Slack gives a person the same id in all of
 * them. `link:7` is nobody else, also not `key:7`.
 */
export const isSamePerson = (one: string, other: string): boolean => personIn(one) === personIn(other)
const personIn = (userId: string) => (isClient(userId) ? userId : userId.slice(userId.indexOf(':') + 1))

/** True for a person in Slack, who can get messages; false for a key, the schedule or the operator. */
export const isSlackPerson = (userId: string): boolean => /^[TE][A-Z0-9]+:[UW][A-Z0-9]+$/.test(userId)

/** True for a person outside, without an account here: `link:7` by a review link, `client:T1:U1` in a shared channel of Slack. */
export const isClient = (userId: string): boolean => /^(?:link:\d+|client:[TE][A-Z0-9]+:[UW][A-Z0-9]+)$/.test(userId)
