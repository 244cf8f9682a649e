import type { Actor, Role } from '../actor.js'
import type { Deps } from '../ports.js'

export type Member = { actor: Actor; role: Role; currentAccountId: string | null; timezone: string | null }
export type SlackPerson = {
  enterpriseId: string | null
  teamId: string
  userId: string
  isAdmin: boolean
  timezone: string | null
}

/** The organization's member behind a Slack user, made at first contact. undefined: no organization has this workspace. */
export async function findOrMakeMember(deps: Pick<Deps, 'db' | 'clock'>, person: SlackPerson): Promise<Member | undefined> {
  throw new Error(`not built yet ${String(deps)} ${String(person)}`)
}

/** Remembers the account a member works with. @throws NOT_FOUND */
export async function chooseAccount(
  deps: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  input: { teamId: string; slackUserId: string; accountId: string },
): Promise<void> {
  throw new Error(`not built yet ${String(deps)} ${String(actor)} ${String(input)}`)
}
