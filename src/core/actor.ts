/** Who asks, by which door. Made by the doors, checked by the core. */
export type Role = 'viewer' | 'contributor' | 'scheduler' | 'admin'

export type Actor = {
  organizationId: string
  via: 'api' | 'slack' | 'operator'
  role: Role
  /** The API key's id or `T…:U…` of the Slack user; written down as the author. */
  userId: string
}
