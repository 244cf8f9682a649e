/** Who did something, by what the audit has of them. */
import { inline } from './kit.js'

/** What is done by itself: the end of a pause resumes. */
const OURS: Record<string, string> = { evergreen: 'evergreen', pause: 'itself' }

/** Slack users are named by Slack, keys by the name they were given; the id of anybody else is ours. */
export function actorText(via: string, actor: string, keyName: string | null = null): string {
  const slackUser = /^T[A-Z0-9]+:([UW][A-Z0-9]+)$/.exec(actor)?.[1]
  if (slackUser !== undefined) return `<@${slackUser}>`
  const key = /^key:(.+)$/.exec(actor)?.[1]
  if (key !== undefined) return keyName === null ? `API key ${inline(key, 40)}` : `the API key “${inline(keyName, 60)}”`
  if (via === 'operator') return OURS[actor] ?? 'the operator'
  return inline(actor, 60)
}
