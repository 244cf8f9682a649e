/** What Slack knows of a person, asked for at most every ten minutes. */
import type { WebClient } from '@slack/web-api'
import type { Clock } from '../core/ports.js'

export type Profile = { isAdmin: boolean; timezone: string | null }
export type ReadProfile = (client: WebClient, person: { teamId: string; userId: string }) => Promise<Profile>

const KEEP_MS = 10 * 60_000
const MOST_KEPT = 10_000

export function makeProfiles(wallClock: Clock): ReadProfile {
  const kept = new Map<string, { profile: Profile; until: number }>()

  return async (client, { teamId, userId }) => {
    const key = `${teamId}:${userId}`
    const now = wallClock().getTime()
    const known = kept.get(key)
    if (known && known.until > now) return known.profile
    try {
      const { user } = await client.users.info({ user: userId })
      const profile = { isAdmin: user?.is_admin ?? false, timezone: readTimezone(user?.tz) }
      if (kept.size >= MOST_KEPT) kept.clear()
      kept.set(key, { profile, until: now + KEEP_MS })
      return profile
    } catch (error) {
      if (known) return known.profile // yesterday's answer is better than none
      throw error
    }
  }
}

/** Slack may know zones that this runtime does not. */
function readTimezone(name: string | undefined): string | null {
  if (name === undefined) return null
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return name
  } catch {
    return null
  }
}
