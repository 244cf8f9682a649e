/** Checks that Slack knows our token and has granted every right that the app needs. */
import { ErrorCode } from '@slack/web-api'
import type { Config } from '../../config/config.js'
import type { Deps, Sql } from '../../core/ports/deps.js'
import { staffToken } from '../../slack/install/installations.js'
import { NEEDED } from '../../slack/install/scopes.js'
import type { SlackCalls } from '../slack-calls.js'
import { type Check, messageOf, ok, problem, reasonOf, skipped, warning } from './check.js'

const REINSTALL =
  'The app is older than manifest.yml: enter what npm run admin -- slack manifest prints on its page “App Manifest”, and reinstall it on “Install App”.'

export async function checkTokens({ slack, staffChannelId, staffTeamId }: Config, calls: SlackCalls): Promise<Check[]> {
  if (slack.kind === 'local') return [skipped('Slack', 'The local workspace stands in for it.')]
  const { botToken, appToken } = slack
  const checks: Check[] = []
  if (botToken !== null) checks.push(await checkBotToken(botToken, calls))
  if (appToken !== null) checks.push(await checkAppToken(appToken, botToken, calls))
  if (staffChannelId === null) checks.push(warning(CHANNEL, 'Nobody hears of reports and alerts.', 'Set STAFF_CHANNEL_ID.'))
  else if (botToken !== null && staffTeamId === null) checks.push((await checkChannel(botToken, staffChannelId, calls)).check)
  const ours = 'npm run admin -- slack manifest prints ours.'
  checks.push(
    skipped(
      'App manifest',
      `Of it Slack shows the rights alone. Its page “App Manifest” has commands, shortcuts and events: ${ours}`,
    ),
  )
  return checks
}

export async function checkBotToken(token: string, calls: Pick<SlackCalls, 'bot'>): Promise<Check> {
  const part = 'Slack'
  try {
    const { team, rights } = await calls.bot(token)
    const missing = NEEDED.filter(({ scope }) => !rights.includes(scope))
    if (missing.length === 0) return ok(part, `SLACK_BOT_TOKEN speaks for ${team}, with every right that the app needs.`)
    const named = missing.map(({ scope, why }) => `${scope} (${why})`).join(', ')
    return problem(part, `SLACK_BOT_TOKEN speaks for ${team} and lacks ${named}.`, REINSTALL)
  } catch (error) {
    return refused(error, { part, what: 'SLACK_BOT_TOKEN', remedy: 'Take the token from the app’s page “Install App”.' })
  }
}

/**
 * Checks the token of Socket Mode.
 * @param botToken of the same app; null if there is none
 */
export async function checkAppToken(
  token: string,
  botToken: string | null,
  calls: Pick<SlackCalls, 'bot' | 'socket'>,
): Promise<Check> {
  const part = 'Socket Mode'
  try {
    await calls.socket(token)
    const appId = /^xapp-\d+-(A[A-Z0-9]+)-/.exec(token)?.[1] ?? null
    const bot = botToken === null ? null : await calls.bot(botToken)
    if (appId !== null && bot && bot.appId !== null && appId !== bot.appId)
      return problem(
        part,
        `SLACK_APP_TOKEN is of the app ${appId}, and SLACK_BOT_TOKEN of ${bot.appId}, installed in ${bot.team}.`,
        'Take both from the pages of one app.',
      )
    return ok(part, 'Slack takes SLACK_APP_TOKEN, and gives an address for a socket.')
  } catch (error) {
    const remedy =
      'Turn Socket Mode on in the app’s settings, and take an app-level token with connections:write from its page “Basic Information”.'
    return refused(error, { part, what: 'SLACK_APP_TOKEN', remedy })
  }
}

const CHANNEL = 'Staff channel'
const INVITE = 'Type /invite @Pinslot in it.'
const CHANNEL_REFUSALS: Readonly<Record<string, (channel: string) => [said: string, remedy: string]>> = {
  not_in_channel: (channel) => [`The app is not in ${channel}.`, INVITE],
  channel_not_found: (channel) => [
    `The app sees no channel ${channel}.`,
    `Check its name. The app sees a private channel only once it is in it. ${INVITE}`,
  ],
  is_archived: (channel) => [`${channel} is archived.`, 'Choose another channel, or restore it.'],
  restricted_action: (channel) => [
    `The workspace does not let the app post in ${channel}.`,
    'Allow it in the channel’s settings.',
  ],
}

/**
 * Checks that the app may post in the channel.
 * @param channel its id, or its name after a #
 * @returns the finding and the channel's id
 */
export async function checkChannel(
  token: string,
  channel: string,
  calls: Pick<SlackCalls, 'mayPost'>,
): Promise<{ check: Check; id: string | null }> {
  try {
    const id = await calls.mayPost(token, channel)
    return { check: ok(CHANNEL, `The app is in ${channel}, and may post there.`), id }
  } catch (error) {
    const { data } = error as { data?: { error?: string } }
    const found = CHANNEL_REFUSALS[data?.error?.replace(/^(restricted_action)_.*/, '$1') ?? '']?.(channel)
    const check = found
      ? problem(CHANNEL, ...found)
      : refused(error, { part: CHANNEL, what: `a message to ${channel}`, remedy: INVITE })
    return { check, id: null }
  }
}

/** Checks the channel of a workspace that installed the app itself, whose token is in the database. */
export async function checkStaffInstallation(
  { slack, staffChannelId, staffTeamId }: Config,
  deps: Deps,
  calls: SlackCalls,
): Promise<Check[]> {
  if (slack.kind === 'local' || staffChannelId === null || staffTeamId === null) return []
  const { oauth, botToken } = slack
  const access = { ...(oauth && { oauth }), ...(botToken !== null && { botToken }) }
  const token = await staffToken({ ...deps, ...access, staffTeamId })
  if (token === undefined)
    return [warning(CHANNEL, `The app is not installed in ${staffTeamId}.`, 'Install it there at PUBLIC_URL/slack/install.')]
  return [(await checkChannel(token, staffChannelId, calls)).check]
}

/** Checks the app's id and secret, as an installation uses them. */
export async function checkOAuthApp(
  app: { clientId: string; clientSecret: string },
  calls: Pick<SlackCalls, 'app'>,
): Promise<Check> {
  const part = 'Slack’s app'
  const remedy = 'Take both from the app’s page “Basic Information”.'
  try {
    const answer = await calls.app(app)
    if (answer === 'invalid_code') return ok(part, 'Slack knows the app by its id and secret.')
    return problem(part, `Slack refuses SLACK_CLIENT_ID and SLACK_CLIENT_SECRET: ${answer}.`, remedy)
  } catch (error) {
    return refused(error, { part, what: 'SLACK_CLIENT_SECRET', remedy })
  }
}

const answerOf = (error: unknown) =>
  (error as { code?: unknown }).code === ErrorCode.RequestError ? reasonOf(error) : messageOf(error)

/** Distinguishes an error of Slack, which is about the token, from no answer. */
function refused(error: unknown, { part, what, remedy }: { part: string; what: string; remedy: string }): Check {
  if ((error as { code?: unknown }).code === ErrorCode.PlatformError)
    return problem(part, `Slack refuses ${what}: ${messageOf(error)}.`, remedy)
  return problem(part, `Slack does not answer: ${answerOf(error)}.`, 'Let this machine reach https://slack.com.')
}

/** Checks workspaces that installed the app themselves, by the rights stored at that time. */
export async function checkWorkspaces({ slack }: Config, sql: Sql): Promise<Check[]> {
  return slack.kind === 'real' && slack.oauth ? [await checkInstallations(sql)] : []
}

async function checkInstallations(sql: Sql): Promise<Check> {
  const part = 'Workspaces'
  const wanted = NEEDED.map(({ scope }) => scope)
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
