/** Who calls, through which entry point. Made by the entry points, checked by the core. */
export type Role = 'viewer' | 'contributor' | 'scheduler' | 'admin'

export type Actor = {
  organizationId: string
  via: 'api' | 'slack' | 'operator'
  role: Role
  /** The API key's id or `T…:U…` of the Slack user; written down as the author. */
  userId: string
  /** Why it is no more than a viewer where others would be more: shown with a refusal. */
  viewerBecause?: ViewerBecause | undefined
}

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
