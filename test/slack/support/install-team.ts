/** The whole way of an installation: our pages, the local workspace's page of consent, its tokens; and a browser that keeps cookies. */
import type { FastifyInstance } from 'fastify'
import { afterAll } from 'vitest'
import type { Deps } from '../../../src/core/ports/deps.js'
import type { Pool } from '../../../src/db/pool.js'
import { buildServer } from '../../../src/http/server.js'
import { slackInstallPlugin } from '../../../src/http/routes/accounts/slack-install.js'
import { oauthApp } from '../../../src/sandbox/slack/ids.js'
import { AUTHORIZE_PATH } from '../../../src/sandbox/slack/install.js'
import { seedWorkspace } from '../../../src/sandbox/slack/seed.js'
import { type LocalSlack, makeLocalSlack } from '../../../src/sandbox/workspace.js'
import { makeSlackApp, type SlackApp } from '../../../src/slack/app.js'
import { makeInstaller } from '../../../src/slack/install/installer.js'
import { aSlackUser, type SlackUser } from '../../support/slack-user.js'
import { START, testDeps } from '../../support/world.js'
import { SIGNING_SECRET } from './a-team.js'

export type InstallTeam = {
  app: FastifyInstance
  slack: LocalSlack
  slackApp: SlackApp
  ada: SlackUser
  milo: SlackUser
  logged: string[]
  /** The machine's time. */
  time: { now: Date }
  /** Stands between the app and its Slack. */
  failpoint: { fetch: typeof fetch }
  baseUrl: string
  deps: Deps
}

export async function anInstallTeam(db: Pool, oauth = oauthApp): Promise<InstallTeam> {
  const time = { now: new Date() }
  const logged: string[] = []
  const write = (fields: object, message: string) => void logged.push(`${message} ${JSON.stringify(fields)}`)
  const log = { debug: write, info: write, warn: write, error: write }
  const wallClock = () => new Date(time.now)
  const made = testDeps(db, { now: START, advance() {} }, { log, wallClock })
  let baseUrl = ''
  const settings = {
    ...made.settings,
    get publicUrl() {
      return baseUrl
    },
  }
  const deps = { ...made, settings }
  const slack = makeLocalSlack({ db, clock: deps.clock, wallClock, signingSecret: SIGNING_SECRET, log })
  const failpoint = { fetch: slack.fetch }
  const asking: typeof fetch = (...call) => failpoint.fetch(...call)
  const slackApp = makeSlackApp(deps, { signingSecret: SIGNING_SECRET, oauth, fetch: asking })
  const authorizationUrl = () => `${baseUrl}${AUTHORIZE_PATH}`
  const installing = { oauth, stateSecret: 'a secret of the tests', fetch: asking, authorizationUrl }
  const plugins = [slackApp.plugin, slackInstallPlugin(deps, makeInstaller(deps, installing)), slack.plugin]
  const app = await buildServer(deps, { plugins })
  await seedWorkspace(db.sql)
  baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  slack.connect(() => baseUrl, { appIdle: () => slackApp.idle() })
  afterAll(async () => {
    await slack.close()
    await slackApp.close()
    await app.close()
  })
  const team = { app, slack, slackApp, logged, time, failpoint, baseUrl, deps }
  return { ...team, ada: aSlackUser(slack, 'admin'), milo: aSlackUser(slack, 'member') }
}

export type Page = { status: number; text: string; headers: Headers; location: string }

/** Keeps cookies, follows nothing by itself. */
export function aBrowser({ baseUrl }: Pick<InstallTeam, 'baseUrl'>) {
  const jar = new Map<string, string>()
  async function ask(url: string, init: RequestInit = {}): Promise<Page> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(cookie && { cookie }), ...(init.headers as Record<string, string> | undefined) } // ours are plain
    const response = await fetch(new URL(url, baseUrl), { ...init, headers, redirect: 'manual' })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (/Expires=Thu, 01 Jan 1970/.test(set)) jar.delete(name)
      else jar.set(name, value)
    }
    const location = response.headers.get('location') ?? ''
    return { status: response.status, text: await response.text(), headers: response.headers, location }
  }
  const browser = {
    jar,
    get: (url: string, init?: RequestInit) => ask(url, init),
    /** Our page's button. @returns where Slack asks */
    async begin(): Promise<string> {
      const { text } = await ask('/slack/install')
      const link = /class="button" href="([^"]+)"/.exec(text)?.[1] ?? ''
      return (await ask(link)).location
    },
    /** @param as '' says no. @returns where Slack leads back to */
    async decide(consentUrl: string, as: 'admin' | 'member' | '' = 'member'): Promise<string> {
      const asked = new URL(consentUrl)
      const form = new URLSearchParams(asked.searchParams)
      form.set('as', as)
      return (await ask(asked.pathname, { method: 'POST', body: form })).location
    },
    install: async (as?: 'admin' | 'member' | '') => ask(await browser.decide(await browser.begin(), as)),
  }
  return browser
}
