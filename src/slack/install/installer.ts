/** Installs the app by OAuth, with @slack/oauth: the state in a cookie, the code for a token, the token into the store. */
import { after, MINUTE_MS, SECOND_MS } from '../../core/lib/duration.js'
import { parseUrl } from '../../core/lib/http/parse-url.js'
import { createHash } from 'node:crypto'
import { type IncomingMessage, ServerResponse } from 'node:http'
import slackOauth, {
  type Installation,
  InstallProvider,
  type StateStore,
  type InstallationQuery,
  type InstallationStore,
} from '@slack/oauth'
import { WebAPIHTTPError, WebAPIPlatformError, WebAPIRateLimitedError, WebAPIRequestError } from '@slack/web-api'
import { findSpent, noteSuccess, spendState } from '../../core/accounts/spent-states.js'
import { type Installed, type Grant, installWorkspace } from '../../core/accounts/workspaces/install.js'
import type { Installing, NotInstalled, SlackInstaller } from '../../core/accounts/workspaces/slack-installer.js'
import type { Deps } from '../../core/ports/deps.js'
import { makeDiscreetLog } from '../transport/bolt-log.js'
import type { SlackAccess } from '../transport/access.js'
import { isOfSlack, SLACK_API } from '../transport/slack-host.js'
import { RIGHTS } from './scopes.js'
import { revokeInstallation } from './installations.js'
import { type Kept, keptColumns } from './kept.js'

export type InstallerOptions = Pick<SlackAccess, 'fetch' | 'slackApiUrl'> & {
  oauth: NonNullable<SlackAccess['oauth']>
  /** Signs the state that goes to Slack and comes back. */
  stateSecret: string
  /** The page of the local workspace, instead of Slack's own. */
  authorizationUrl?: (() => string) | undefined
  /** The address of the app after its installation. */
  openUrl?: (() => string) | undefined
}
type InstallerDeps = Pick<Deps, 'db' | 'clock' | 'wallClock' | 'sealer' | 'log' | 'settings'>

export const REDIRECT_PATH = '/slack/oauth_redirect'
/** Options for a call during which a person waits before an empty page; a code works once, so it is sent once. */
const CLIENT_OPTIONS = { timeout: 10_000, retryConfig: { retries: 0 }, rejectRateLimitedCalls: true }
/** The most exchanges at once: each calls Slack twice, and anybody can send a code of their own making. */
const MOST_AT_ONCE = 10
const STATE_MS = 10 * MINUTE_MS

export function makeInstaller(deps: InstallerDeps, options: InstallerOptions): SlackInstaller {
  const { oauth, stateSecret, authorizationUrl, fetch, slackApiUrl } = options
  const { db, wallClock, log, settings } = deps
  let open = 0

  const states = new slackOauth.ClearStateStore(
    // of the default export: Node finds no named export for it
    stateSecret,
    STATE_MS / SECOND_MS,
  )

  const authorizeAt = () =>
    authorizationUrl?.() ?? (slackApiUrl === undefined ? undefined : new URL('/oauth/v2/authorize', slackApiUrl).href)

  const provider = (onStored: (installed: Installed) => void = () => {}, stateStore: StateStore = states) =>
    new InstallProvider({
      ...oauth,
      stateStore,
      directInstall: true, // the page before it is ours
      installationStore: makeInstallationStore(deps, onStored),
      logger: { ...makeDiscreetLog(log), error: () => {} }, // it is logged below, without the query of the address
      clientOptions: { ...CLIENT_OPTIONS, ...(fetch && { fetch }), ...(slackApiUrl !== undefined && { slackApiUrl }) },
      ...(authorizeAt() !== undefined && { authorizationUrl: authorizeAt() ?? '' }),
    })

  return {
    rights: RIGHTS,
    async begin(request) {
      const aside = new ServerResponse(request) // never sent: its headers are copied to our own answer
      const requested = { scopes: RIGHTS.map(({ scope }) => scope), redirectUri: `${settings.publicUrl}${REDIRECT_PATH}` }
      await provider().handleInstallPath(request, aside, {}, requested)
      return { url: String(aside.getHeader('location')), cookies: cookiesOf(aside) }
    },
    async finish(request, takeExchange) {
      if (open >= MOST_AT_ONCE) return { end: { kind: 'failed', why: 'slackBusy' }, cookies: [] }
      const aside = new ServerResponse(request)
      let end: Installing = { kind: 'failed', why: 'noBot' }
      let installed: Installed | undefined
      let spentId: string | undefined
      const fail = (error: unknown) => {
        const failed = error instanceof NotExchanged ? error.end : ({ kind: 'failed', why: whyOf(error) } as const)
        end = failed
        const line = { why: failed.why, reason: error instanceof Error ? error.message : String(error) }
        if (error instanceof NotKept) log.error({ ...line, err: error }, 'the app was not installed')
        else log.warn(line, 'the app was not installed')
      }
      const oneExchange: StateStore = {
        generateStateParam: (options, now) => states.generateStateParam(options, now),
        async verifyStateParam(now, state) {
          const options = await states.verifyStateParam(now, state)
          const retryAfterSeconds = takeExchange()
          if (retryAfterSeconds !== undefined) throw new NotExchanged({ kind: 'failed', why: 'tooMany', retryAfterSeconds })
          const id = idOf(state)
          if (!(await spendState(db.sql, { id, expiresAt: after(wallClock(), STATE_MS) })))
            throw new NotExchanged({ kind: 'failed', why: 'stateSpent' })
          spentId = id
          return options
        },
      }
      open += 1
      try {
        await provider((stored) => (installed = stored), oneExchange).handleCallback(request, aside, {
          afterInstallation: async ({ bot }) => bot !== undefined,
          failure: fail,
          success: (installation) => {
            end = { ...whatIs(installation, options), isNew: installed?.isNew ?? false }
            const missing = end.kind === 'installed' ? end.missing.map(({ scope }) => scope) : []
            const line = {
              organizationId: installed?.organizationId,
              isNew: installed?.isNew,
              ...(missing.length > 0 && { missing }),
            }
            log.info(line, 'the app was installed')
          },
        })
      } catch (error) {
        fail(error)
      } finally {
        open -= 1
      }
      return settled(request, end, { spentId, cookies: cookiesOf(aside) })
    },
  }

  /** Stores a success, and finds it again for a person who reloads the last page, after the cookie is gone. */
  async function settled(
    request: IncomingMessage,
    end: Installing,
    { spentId, cookies }: { spentId: string | undefined; cookies: string[] },
  ): Promise<{ end: Installing; cookies: string[] }> {
    if (end.kind === 'installed') {
      const missed = (error: unknown) => log.warn({ err: error }, 'that the app was installed was not noted')
      if (spentId !== undefined) await noteSuccess(db.sql, spentId).catch(missed)
      return { end, cookies }
    }
    if (end.why === 'tooMany') return { end, cookies: [] } // so that the page can be reloaded
    if (end.why !== 'stateWrong' && end.why !== 'stateSpent') return { end, cookies }
    const isDone = await wasInstalledBy(request).catch(() => false)
    return { end: isDone ? { kind: 'failed', why: 'done' } : end, cookies }
  }

  async function wasInstalledBy({ url }: IncomingMessage): Promise<boolean> {
    const state = new URLSearchParams(url?.split('?')[1]).get('state') ?? ''
    await states.verifyStateParam(wallClock(), state) // throws, so that only a signed state is searched for
    return (await findSpent(db.sql, idOf(state)))?.succeeded ?? false
  }
}

const idOf = (state: string) => `slack:${createHash('sha256').update(state).digest('base64url')}`

/** Thrown when the state is signed by us, but Slack must not be called. */
class NotExchanged extends Error {
  override readonly name = 'NotExchanged'
  constructor(readonly end: Extract<Installing, { kind: 'failed' }>) {
    super(end.why)
  }
}

/** Sets SameSite=Lax, which browsers assume by default, explicitly, so that it is the same in all of them. */
const cookiesOf = (aside: ServerResponse): string[] =>
  [aside.getHeader('set-cookie') ?? []].flat().map((cookie) => `${cookie}; SameSite=Lax`)

function whatIs(
  installation: Installation,
  { openUrl, slackApiUrl }: InstallerOptions,
): Omit<Extract<Installing, { kind: 'installed' }>, 'isNew'> {
  const { team, enterprise, appId = '', enterpriseUrl, isEnterpriseInstall = false } = installation
  const granted = new Set(installation.bot?.scopes ?? [])
  const inSlack = isEnterpriseInstall
    ? `${enterpriseUrl ?? appOf(slackApiUrl)}manage/organization/apps/profile/${encodeURIComponent(appId)}/workspaces/add`
    : new URL(
        `/app_redirect?app=${encodeURIComponent(appId)}&team=${encodeURIComponent(team?.id ?? '')}`,
        slackApiUrl ?? SLACK_API,
      ).href
  return {
    kind: 'installed',
    name: (isEnterpriseInstall ? enterprise?.name : team?.name) ?? null,
    isEnterprise: isEnterpriseInstall,
    openUrl: openUrl?.() ?? (isSlackUrl(inSlack, slackApiUrl) ? inSlack : appOf(slackApiUrl)),
    missing: RIGHTS.filter(({ scope }) => !granted.has(scope)),
  }
}

const isSlackUrl = (url: string, slackApiUrl = SLACK_API) => {
  const address = parseUrl(url)
  return address !== undefined && isOfSlack(address, slackApiUrl)
}
/** Returns Slack’s page of all workspaces. */
const appOf = (slackApiUrl = SLACK_API) => {
  const { protocol, host } = new URL(slackApiUrl)
  return host === 'slack.com' || host === 'slack-gov.com' ? `${protocol}//app.${host}/` : `${protocol}//${host}/`
}

const OF_THE_APP = [
  'bad_client_secret',
  'invalid_client_id',
  'bad_redirect_uri',
  'oauth_authorization_url_mismatch',
  'invalid_scope',
]

function whyOf(error: unknown): NotInstalled {
  if (error instanceof NotKept) return 'notKept'
  if (error instanceof WebAPIRateLimitedError) return 'slackBusy'
  if (error instanceof WebAPIHTTPError || error instanceof WebAPIRequestError) return 'slackDown'
  if (error instanceof WebAPIPlatformError) {
    const { error: code } = error.data
    if (code === 'ratelimited') return 'slackBusy'
    if (OF_THE_APP.includes(code)) return 'appRefused'
    return /^(internal_error|fatal_error|service_unavailable|request_timeout)$/.test(code) ? 'slackDown' : 'codeRefused'
  }
  switch ((error as { code?: unknown }).code) {
    case 'slack_oauth_installer_authorization_error':
      return 'denied'
    case 'slack_oauth_missing_code':
      return 'codeMissing'
    case 'slack_oauth_missing_state':
    case 'slack_oauth_invalid_state':
      return 'stateWrong'
    default:
      return 'slackDown'
  }
}

/** The store of installations in Postgres, in the form that @slack/oauth expects. */
type StoreDeps = Pick<Deps, 'db' | 'clock' | 'wallClock' | 'sealer'>

/** Thrown when Slack granted the installation but it could not be stored: neither the person's nor Slack's fault. */
class NotKept extends Error {
  override readonly name = 'NotKept'
}

/** @param onStored called with the organization it belongs to now, before the store resolves */
function makeInstallationStore(deps: StoreDeps, onStored: (installed: Installed) => void): InstallationStore {
  return {
    async storeInstallation(installation) {
      const grant = grantOf(installation)
      onStored(
        await installWorkspace(deps, grant).catch((error: unknown) => {
          throw new NotKept('the installation could not be stored', { cause: error })
        }),
      )
    },
    async fetchInstallation(query) {
      const { sql } = deps.db
      const [kept] = await sql<Kept[]>`
        select ${keptColumns(sql)}
          from slack_installations
         where revoked_at is null
           and installation is not null
           and is_enterprise = ${query.isEnterpriseInstall}
           and ${query.isEnterpriseInstall ? sql`enterprise_id` : sql`team_id`} = ${placeOf(query)}`
      if (!kept?.installation) throw new Error('the app is not installed there')
      return JSON.parse(deps.sealer.open(kept.installation)) as Installation // as it was passed to storeInstallation
    },
    async deleteInstallation(query) {
      const { teamId, enterpriseId, isEnterpriseInstall } = query
      await revokeInstallation(deps, { teamId, enterpriseId, isEnterpriseInstall, removedAt: null })
    },
  }
}

const placeOf = ({ isEnterpriseInstall, enterpriseId, teamId }: InstallationQuery<boolean>): string =>
  (isEnterpriseInstall ? enterpriseId : teamId) ?? ''

function grantOf(installation: Installation): Grant {
  const { team, enterprise, user, bot, isEnterpriseInstall = false } = installation
  const place = {
    teamId: isEnterpriseInstall ? '' : (team?.id ?? ''),
    enterpriseId: enterprise?.id ?? '',
    isEnterprise: isEnterpriseInstall,
  }
  if (!bot || (place.isEnterprise ? place.enterpriseId : place.teamId) === '')
    throw new NotKept('slack did not say what was installed where')
  return {
    place,
    name: (isEnterpriseInstall ? enterprise?.name : team?.name) ?? null,
    installedBy: user.id,
    botUserId: bot.userId,
    scopes: bot.scopes,
    secret: JSON.stringify({ ...installation, authVersion: 'v2' }), // @slack/oauth renews only this version
    tokenExpiresAt: bot.expiresAt === undefined ? null : new Date(bot.expiresAt * 1000),
  }
}
