/** The actor of an audit entry in words. */
import { inline } from './kit.js'

/** Actors of automatic changes, such as the end of a pause. */
const OURS: Record<string, string> = { evergreen: 'evergreen', feeds: 'a feed', pause: 'itself', reminders: 'itself' }

/** Slack names its users; API keys go by their given name, and other actors by their id in Pinslot. */
export function actorText(via: string, actor: string, keyName: string | null = null): string {
  const slackUser = /^T[A-Z0-9]+:([UW][A-Z0-9]+)$/.exec(actor)?.[1]
  if (slackUser !== undefined) return `<@${slackUser}>`
  const key = /^key:(.+)$/.exec(actor)?.[1]
  if (key !== undefined) return keyName === null ? `API key ${inline(key, 40)}` : `the API key “${inline(keyName, 60)}”`
  if (actor.startsWith('link:')) return 'the client'
  const client = /^client:[^:]+:([UW][A-Z0-9]+)$/.exec(actor)?.[1]
  if (client !== undefined) return `<@${client}> (client)`
  if (via === 'operator') return OURS[actor] ?? 'the operator'
  return inline(actor, 60)
}
