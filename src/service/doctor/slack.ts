/** Whether Slack knows our token, and has given it every right that the app needs. */
import type { Config } from '../../config/config.js'
import type { Sql } from '../../core/ports/deps.js'
import { RIGHTS } from '../../slack/install/scopes.js'
import { type Check, messageOf, ok, problem, skipped, warning } from './check.js'

/** What Slack says of a token: the workspace's name, and its rights. */
export type AskSlack = (token: string) => Promise<{ team: string; rights: readonly string[] }>

export async function checkSlack({ slack, staffChannelId }: Config, sql: Sql, ask: AskSlack): Promise<Check[]> {
  if (slack.kind === 'local') return [skipped('Slack', 'The local workspace stands in for it.')]
  const checks: Check[] = []
  if (slack.botToken !== null) checks.push(await checkToken(slack.botToken, ask))
  if (slack.oauth) checks.push(await checkInstallations(sql))
  if (staffChannelId === null)
    checks.push(warning('Staff channel', 'Nobody hears of reports and alerts.', 'Set STAFF_CHANNEL_ID.'))
  return checks
}

async function checkToken(token: string, ask: AskSlack): Promise<Check> {
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
    return problem(
      part,
      `Slack refuses SLACK_BOT_TOKEN: ${messageOf(error)}.`,
      'Take the token from the app’s page “Install App”.',
    )
  }
}

/** Of workspaces that installed the app themselves: what was written down when they did. */
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
