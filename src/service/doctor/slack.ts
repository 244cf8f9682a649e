/** Whether Slack knows our token, and has given it every right that the app needs. */
import { ErrorCode } from '@slack/web-api'
import type { Config } from '../../config/config.js'
import type { Sql } from '../../core/ports/deps.js'
import { RIGHTS } from '../../slack/install/scopes.js'
import { type Check, messageOf, ok, problem, reasonOf, skipped, warning } from './check.js'

export type AskSlack = {
  /** @returns the workspace's name, and the token's rights */
  bot: (token: string) => Promise<{ team: string; rights: readonly string[] }>
  /** Asks for the address of a socket, and opens none. @throws where Slack gives none */
  socket: (token: string) => Promise<void>
}

export async function checkTokens({ slack, staffChannelId }: Config, ask: AskSlack): Promise<Check[]> {
  if (slack.kind === 'local') return [skipped('Slack', 'The local workspace stands in for it.')]
  const checks: Check[] = []
  if (slack.botToken !== null) checks.push(await checkBotToken(slack.botToken, ask.bot))
  if (slack.appToken !== null) checks.push(await checkAppToken(slack.appToken, ask.socket))
  if (staffChannelId === null)
    checks.push(warning('Staff channel', 'Nobody hears of reports and alerts.', 'Set STAFF_CHANNEL_ID.'))
  return checks
}

async function checkBotToken(token: string, ask: AskSlack['bot']): Promise<Check> {
  const part = 'Slack'
  try {
    const { team, rights } = await ask(token)
    const missing = RIGHTS.filter(({ scope }) => !rights.includes(scope))
    if (missing.length === 0) return ok(part, `SLACK_BOT_TOKEN speaks for ${team}, with every right that the app needs.`)
    const named = missing.map(({ scope, why }) => `${scope} (${why})`).join(', ')
    return problem(
      part,
      `SLACK_BOT_TOKEN speaks for ${team} and lacks ${named}.`,
      'Add them in the app’s settings, and install the app again.',
    )
  } catch (error) {
    return refused(error, { part, variable: 'SLACK_BOT_TOKEN', remedy: 'Take the token from the app’s page “Install App”.' })
  }
}

/** Of Socket Mode. */
async function checkAppToken(token: string, ask: AskSlack['socket']): Promise<Check> {
  const part = 'Socket Mode'
  try {
    await ask(token)
    return ok(part, 'Slack takes SLACK_APP_TOKEN, and gives an address for a socket.')
  } catch (error) {
    const remedy =
      'Turn Socket Mode on in the app’s settings, and take an app-level token with connections:write from its page “Basic Information”.'
    return refused(error, { part, variable: 'SLACK_APP_TOKEN', remedy })
  }
}

const answerOf = (error: unknown) =>
  (error as { code?: unknown }).code === ErrorCode.RequestError ? reasonOf(error) : messageOf(error)

/** Slack's own answer, or none: a token is to blame for the first alone. */
function refused(error: unknown, { part, variable, remedy }: { part: string; variable: string; remedy: string }): Check {
  if ((error as { code?: unknown }).code === ErrorCode.PlatformError)
    return problem(part, `Slack refuses ${variable}: ${messageOf(error)}.`, remedy)
  return problem(part, `Slack does not answer: ${answerOf(error)}.`, 'Let this machine reach https://slack.com.')
}

/** Of workspaces that installed the app themselves: what was written down when they did. */
export async function checkWorkspaces({ slack }: Config, sql: Sql): Promise<Check[]> {
  return slack.kind === 'real' && slack.oauth ? [await checkInstallations(sql)] : []
}

async function checkInstallations(sql: Sql): Promise<Check> {
  const part = 'Workspaces'
  const wanted = RIGHTS.map(({ scope }) => scope)
  const [row] = await sql<[{ all: number; lacking: number; example: string | null }]>`
    select count(*)::int as all,
           count(*) filter (where not string_to_array(scopes, ',') @> ${wanted}::text[])::int as lacking,
           min(coalesce(name, nullif(team_id, ''), enterprise_id)) filter (where not string_to_array(scopes, ',') @> ${wanted}::text[]) as example
      from slack_installations
     where revoked_at is null
       and granted_at is not null`
  if (row.all === 0) return warning(part, 'No workspace has installed the app yet.', 'Open PUBLIC_URL/slack/install.')
  if (row.lacking === 0) return ok(part, `${row.all} installed the app, with every right that it needs.`)
  return warning(
    part,
    `${row.lacking} of ${row.all} installed the app before it asked for all rights that it needs now, ${row.example} among them.`,
    'Have them install it again at PUBLIC_URL/slack/install.',
  )
}
