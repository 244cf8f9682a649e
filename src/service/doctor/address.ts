/** Whether others reach this service at PUBLIC_URL, and Slack its door there. */
import type { Config } from '../../config/config.js'
import type { Clock } from '../../core/ports/deps.js'
import { type Check, CHECK_MS, messageOf, ok, problem, skipped, warning } from './check.js'

export async function checkAddress({ publicUrl, slack }: Config, wallClock: Clock): Promise<Check[]> {
  const part = 'Public address'
  if (publicUrl === null) return [skipped(part, 'PUBLIC_URL is not set: the sandbox answers on this machine alone.')]
  const remedy =
    'Is the service running, and does the proxy pass everything on? This machine itself may be kept from its own public address.'
  let answer: Response
  try {
    answer = await fetch(`${publicUrl}/health/live`, { signal: AbortSignal.timeout(CHECK_MS), redirect: 'manual' })
  } catch (error) {
    return [problem(part, `${publicUrl} cannot be reached: ${reasonOf(error)}.`, remedy)]
  }
  if (!answer.ok || !(await isOurs(answer)))
    return [problem(part, `${publicUrl}/health/live answers ${answer.status}, and not as Pinslot does.`, remedy)]
  const checks = [ok(part, `${publicUrl} reaches the service.`), ...clockOf(answer, wallClock)]
  return slack.kind === 'real' && slack.signingSecret !== null ? [...checks, await checkEvents(publicUrl)] : checks
}

/** A request without a signature has to be refused, by us. */
async function checkEvents(publicUrl: string): Promise<Check> {
  const [part, url] = ['Slack’s requests', `${publicUrl}/slack/events`]
  try {
    const answer = await fetch(url, { method: 'POST', body: '{}', signal: AbortSignal.timeout(CHECK_MS), redirect: 'manual' })
    if (answer.status === 401) return ok(part, `${url} is there, and refuses what Slack did not sign.`)
    return problem(
      part,
      `${url} answers ${answer.status} to a request without a signature.`,
      'It must reach the service as it is: 401 is right.',
    )
  } catch (error) {
    return problem(part, `${url} cannot be reached: ${reasonOf(error)}.`, 'Let the proxy pass POST requests on.')
  }
}

async function isOurs(answer: Response): Promise<boolean> {
  const body = (await answer.json().catch(() => null)) as { meta?: { requestId?: unknown } } | null
  return typeof body?.meta?.requestId === 'string'
}

const FAR_MS = 60_000

function clockOf(answer: Response, wallClock: Clock): Check[] {
  const date = Date.parse(answer.headers.get('date') ?? '')
  const offMs = Math.abs(date - wallClock().getTime())
  if (Number.isNaN(date) || offMs < FAR_MS) return []
  return [
    warning(
      'Clock',
      `What answers at PUBLIC_URL is ${Math.round(offMs / 1000)} s away from this machine's time.`,
      'Keep every machine by NTP.',
    ),
  ]
}

const reasonOf = (error: unknown): string => {
  const { cause } = error as { cause?: unknown }
  return cause === undefined ? messageOf(error) : ((cause as NodeJS.ErrnoException).code ?? messageOf(cause))
}
