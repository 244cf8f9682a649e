/** Checks that the service is reachable at PUBLIC_URL, and that Slack can reach its entry point there. */
import { createHmac, randomUUID } from 'node:crypto'
import type { Config } from '../../config/config.js'
import type { Clock } from '../../core/ports/deps.js'
import { type Check, CHECK_MS, ok, problem, reasonOf, skipped, warning } from './check.js'

type Looking = {
  wallClock: Clock
  /** True if a service ever ran on the database; before that, nothing can answer. */
  hasRun: () => Promise<boolean>
}

export async function checkAddress({ publicUrl, slack }: Config, { wallClock, hasRun }: Looking): Promise<Check[]> {
  const part = 'Public address'
  if (publicUrl === null) return [skipped(part, 'PUBLIC_URL is not set: the sandbox answers on this machine alone.')]
  const remedy =
    'Is the service running, and does the proxy pass everything on? This machine itself may be kept from its own public address.'
  const away = async (said: string) =>
    (await hasRun())
      ? problem(part, `${said}.`, remedy)
      : skipped(part, `${said}: the service was never started yet. Look again once it runs.`)
  let answer: Response
  try {
    answer = await fetch(`${publicUrl}/health/live`, { signal: AbortSignal.timeout(CHECK_MS), redirect: 'manual' })
  } catch (error) {
    return [await away(`${publicUrl} cannot be reached (${reasonOf(error)})`)]
  }
  if (!answer.ok || !(await isOurs(answer)))
    return [await away(`${publicUrl}/health/live answers ${answer.status}, and not as Pinslot does`)]
  const checks = [ok(part, `${publicUrl} reaches the service.`), ...clockOf(answer, wallClock)]
  const { signingSecret } = slack.kind === 'real' && slack.appToken === null ? slack : { signingSecret: null }
  if (signingSecret === null) return checks
  return [...checks, await checkEvents(publicUrl, { signingSecret, wallClock }), addressesOf(publicUrl)]
}

const HEADERS = { 'content-type': 'application/json' }

/** Checks that a request without a signature is refused, and that one as Slack signs it is answered. */
async function checkEvents(
  publicUrl: string,
  { signingSecret, wallClock }: { signingSecret: string; wallClock: Clock },
): Promise<Check> {
  const [part, url] = ['Slack’s requests', `${publicUrl}/slack/events`]
  const post = (body: string, headers: Record<string, string>) =>
    fetch(url, { method: 'POST', body, headers, signal: AbortSignal.timeout(CHECK_MS), redirect: 'manual' })
  try {
    const unsigned = await post('{}', HEADERS)
    if (unsigned.status !== 401)
      return problem(
        part,
        `${url} answers ${unsigned.status} to a request without a signature.`,
        'It must reach the service as it is: 401 is right.',
      )
    const challenge = randomUUID()
    const body = JSON.stringify({ type: 'url_verification', challenge })
    const at = String(Math.floor(wallClock().getTime() / 1000))
    const signature = `v0=${createHmac('sha256', signingSecret).update(`v0:${at}:${body}`).digest('hex')}`
    const signed = await post(body, { ...HEADERS, 'x-slack-request-timestamp': at, 'x-slack-signature': signature })
    if (signed.ok && (await signed.text()).includes(challenge))
      return ok(part, `${url} takes what Slack signs, and refuses the rest.`)
    return problem(
      part,
      `${url} answers ${signed.status} to a request that is signed as Slack’s are.`,
      'Is SLACK_SIGNING_SECRET that of the running service? The proxy must pass the body and the headers x-slack-… on unchanged.',
    )
  } catch (error) {
    return problem(part, `${url} cannot be reached: ${reasonOf(error)}.`, 'Let the proxy pass POST requests on.')
  }
}

/** Only a token of the app's creator could read these, and the service has none. */
const addressesOf = (publicUrl: string): Check =>
  skipped(
    'Request addresses',
    `Slack does not show them to us. The app’s pages “Event Subscriptions”, “Interactivity & Shortcuts” and “Slash Commands” must have ${publicUrl}/slack/events. If the first says that it isn’t verified, press “Retry” there.`,
  )

/** True when Pinslot answered. */
export async function isOurs(answer: Response): Promise<boolean> {
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
