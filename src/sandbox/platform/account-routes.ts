/** GET /user_account. */
import type { Serve, V5 } from './endpoints.js'
import { authenticationFailed } from './faults/refusals.js'

type UserRow = {
  id: string
  username: string
  display_name: string
  account_type: string
  about: string | null
  website_url: string | null
  profile_image: string | null
  board_count: number
  pin_count: number
}

export function accountRoutes(serve: Serve, { db: { sql } }: V5): void {
  serve({ method: 'GET', url: '/user_account', scopes: ['user_accounts:read'], call: 'user_account' }, async ({ caller }) => {
    const [user] = await sql<UserRow[]>`
      select id, username, display_name, account_type, about, website_url, profile_image,
             (select count(*)::int from sim_boards where owner_id = u.id) as board_count,
             (select count(*)::int from sim_pins where owner_id = u.id) as pin_count
        from sim_users u
       where id = ${caller.userId}`
    if (!user) throw authenticationFailed()
    return {
      id: user.id,
      username: user.username,
      account_type: user.account_type,
      business_name: user.account_type === 'BUSINESS' ? user.display_name : null,
      about: user.about ?? '',
      profile_image: user.profile_image ?? '',
      website_url: user.website_url ?? '',
      board_count: user.board_count,
      pin_count: user.pin_count,
      follower_count: 0,
      following_count: 0,
      monthly_views: 0,
    }
  })
}
