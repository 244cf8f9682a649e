/** Installing by OAuth, page by page: what works, and what becomes of everything that does not. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type AddressLimits, makeAddressLimits } from '../../../src/core/accounts/keys/address-limit.js'
import { buildServer } from '../../../src/http/server.js'
import { slackInstallPlugin } from '../../../src/http/routes/accounts/slack-install.js'
import { oauthApp, teamId, users } from '../../../src/sandbox/slack/ids.js'
import { makeInstaller } from '../../../src/slack/install/installer.js'
import { leaveWorkspaces } from '../../../src/slack/install/leave.js'
import { RIGHTS } from '../../../src/slack/install/scopes.js'
import { root } from '../../../src/root.js'
import { aDatabase } from '../../support/database.js'
import { lastMessage, textOn } from '../support/a-team.js'
import { aBrowser, anInstallTeam } from '../support/install-team.js'

const { db } = await aDatabase()
const team = await anInstallTeam(db)

beforeEach(async () => {
  team.time.now = new Date()
  team.failpoint.fetch = team.slack.fetch
  team.logged.length = 0
  await db.sql`truncate members, slack_installations, organizations, slk_codes, slk_tokens restart identity cascade`
})
const installations = () => db.sql`
  select team_id as team, organization_id as organization, installed_by as by, scopes
    from slack_installations
   where revoked_at is null`
const nothingIsInstalled = async () => {
  expect(await installations()).toEqual([])
  expect(await db.sql`select 1 from organizations`).toEqual([])
}

test('the page says what it asks for and why, and its button leads to Slack with a state of this browser', async () => {
  const browser = aBrowser(team)
  const { status, text, headers } = await browser.get('/slack/install')
  expect(status).toBe(200)
  for (const { scope, why } of RIGHTS) expect([text.includes(`<code>${scope}</code>`), text.includes(why)]).toEqual([true, true])
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(text).not.toContain(oauthApp.clientSecret)
  const url = new URL(await browser.begin())
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    client_id: oauthApp.clientId,
    scope: RIGHTS.map(({ scope }) => scope).join(','),
    redirect_uri: `${team.baseUrl}/slack/oauth_redirect`,
  })
  expect([...browser.jar.values()]).toEqual([url.searchParams.get('state')])
})

test('installed, the page says what to do next, and the app answers in the workspace by the token it was given', async () => {
  const browser = aBrowser(team)
  const { status, text, headers } = await browser.install()
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(text).toContain('Pinslot is in Pinslot local workspace')
  expect(text).toContain('you’re its admin')
  expect(text).toContain('/pin connect')
  expect(text).toContain(`https://slack.com/app_redirect?app=A0PINSLOT&#38;team=${teamId}`)
  expect(browser.jar.size).toBe(0)
  expect(await installations()).toEqual([
    { team: teamId, organization: '1', by: users.member, scopes: RIGHTS.map(({ scope }) => scope).join(',') },
  ])
  expect(lastMessage(await team.milo.command('/pin help')).text).toContain('/pin')
  const [milo] = await db.sql`select role from members where slack_user_id = ${users.member}`
  expect(milo).toEqual({ role: 'admin' }) // though no admin of the workspace
})

test('with fewer rights than the app asks for, the page names each that is missing and what does not work without it', async () => {
  const browser = aBrowser(team)
  const asked = new URL(await browser.begin())
  const granted: string[] = ['chat:write', 'commands', 'files:read', 'im:history', 'usergroups:read', 'users:read']
  asked.searchParams.set('scope', granted.join(','))
  const { status, text } = await browser.get(await browser.decide(asked.href))
  expect(status).toBe(200)
  expect(text).toContain('Some permissions are missing')
  for (const { scope, without } of RIGHTS) expect(text.includes(without), scope).toBe(!granted.includes(scope))
  expect(team.logged.join('\n')).toContain(
    '"missing":["canvases:write","channels:history","files:write","groups:history","links:read","links:write"]',
  )
  expect((await aBrowser(team).install()).text).not.toContain('Some permissions are missing')
})

test('without the permissions that may be refused everything else works, and the page says what was left out', async () => {
  const browser = aBrowser(team)
  const asked = new URL(await browser.begin())
  asked.searchParams.set('scope', 'chat:write,commands,files:write,users:read')
  const { text } = await browser.get(await browser.decide(asked.href))
  expect(text).not.toContain('Some permissions are missing')
  expect(text).toContain('What you left out')
  for (const right of RIGHTS) expect(text.includes(right.without), right.scope).toBe('isOptional' in right)
  expect(textOn(lastMessage(await team.milo.command('/pin help')).blocks)).toContain('an admin has to')
  await aBrowser(team).install()
  expect(textOn(lastMessage(await team.milo.command('/pin help')).blocks)).toContain('Drop photos in my messages')
})

test('the page of permissions names each of manifest.yml with its reason, and what works without those that may be refused', async () => {
  const { status, text, headers } = await aBrowser(team).get('/slack/permissions')
  expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=300'])
  const manifest = parse(readFileSync(path.join(root, 'manifest.yml'), 'utf8')) as {
    oauth_config: { scopes: { bot: string[]; bot_optional: string[] } }
  }
  const { bot, bot_optional: optional } = manifest.oauth_config.scopes
  const [needed = '', refusable = ''] = text.split('You may refuse these')
  const scopesIn = (part: string) => [...part.matchAll(/<dt><code>([^<]+)<\/code><\/dt>/g)].map(([, scope]) => scope)
  expect(scopesIn(needed)).toEqual(bot.filter((scope) => !optional.includes(scope)))
  expect(scopesIn(refusable)).toEqual(optional)
  for (const right of RIGHTS) {
    expect(text).toContain(`${right.why}.`)
    expect(text.includes(`Without it: ${right.without}`), right.scope).toBe(optional.includes(right.scope))
  }
  for (const [, to = ''] of text.matchAll(/<a [^>]*href="(\/[^"]*)"/g))
    expect((await aBrowser(team).get(to)).status, to).toBe(200)
})

test('the page before it says truthfully which messages are read', async () => {
  const { text } = await aBrowser(team).get(`${team.baseUrl}/slack/install`)
  expect(text).toContain('what people write to it in its own Messages tab')
  expect(text).toContain('where it keeps replies to its cards as comments and nothing else')
  expect(text).not.toContain('doesn’t read messages')
})

test('a token that was rotated by the workspace is the one that is used', async () => {
  await aBrowser(team).install()
  team.time.now = new Date(team.time.now.getTime() + 13 * 3_600_000)
  expect(lastMessage(await team.milo.command('/pin help')).text).toContain('/pin')
  const tokens = await db.sql`select refreshed_at is null as current from slk_tokens order by expires_at`
  expect(tokens).toEqual([{ current: false }, { current: true }])
})

test('installed once more it is the same team, and the page says so', async () => {
  await aBrowser(team).install()
  const { text } = await aBrowser(team).install('admin')
  expect(text).toContain('Your team’s accounts, pins and schedule are still here')
  expect(await db.sql`select 1 from organizations`).toHaveLength(1)
})

test('two browsers that install at once make one organization', async () => {
  const both = await Promise.all([aBrowser(team).install('admin'), aBrowser(team).install('member')])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(await installations()).toHaveLength(1)
  expect(await db.sql`select 1 from organizations`).toHaveLength(1)
})

test('who says no reads that nothing was installed', async () => {
  const { status, text } = await aBrowser(team).install('')
  expect(status).toBe(403)
  expect(text).toContain('Slack says you declined. Nothing was installed.')
  await nothingIsInstalled()
})

test.each([
  ['another browser', (back: string) => aBrowser(team).get(back)],
  ['a state that was changed', (back: string, browser: Browser) => browser.get(back.replace('state=', 'state=x'))],
  ['no state at all', (back: string, browser: Browser) => browser.get(back.replace(/&state=.*/, ''))],
])('an answer of Slack in %s is not taken, and its code is not spent', async (_what, come) => {
  const browser = aBrowser(team)
  const back = await browser.decide(await browser.begin())
  const { status, text } = await come(back, browser)
  expect(status).toBe(400)
  expect(text).toContain('Start again in this browser')
  await nothingIsInstalled()
  expect(await db.sql`select 1 from slk_codes where used_at is not null`).toEqual([])
})
type Browser = ReturnType<typeof aBrowser>
const cookieOf = ({ jar }: Browser) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

test('an answer without a code is none', async () => {
  const browser = aBrowser(team)
  await browser.begin()
  const { status, text } = await browser.get('/slack/oauth_redirect?state=a')
  expect(status).toBe(400)
  expect(text).toContain('This link isn’t valid')
})

test('who reloads the last page is told that it is done; a spent code is refused', async () => {
  const browser = aBrowser(team)
  const back = await browser.decide(await browser.begin())
  const cookie = cookieOf(browser)
  expect((await browser.get(back)).status).toBe(200)
  for (const again of [await browser.get(back), await browser.get(back, { headers: { cookie } })])
    expect([again.status, again.text]).toEqual([200, expect.stringContaining('Pinslot is already in your workspace.')])
  const another = await browser.begin()
  const spent = new URL(back, team.baseUrl)
  spent.searchParams.set('state', new URL(another).searchParams.get('state') ?? '')
  const { status, text } = await browser.get(spent.href)
  expect(status).toBe(400)
  expect(text).toContain('Slack’s response has expired')
})

test('codes that come with one state, at once and to several processes, are one exchange', async () => {
  const exchanges = countExchanges()
  const processes = [await aProcess(), await aProcess()]
  const browser = aBrowser(team)
  const back = await browser.decide(await browser.begin())
  const headers = { cookie: cookieOf(browser) }
  const asked = processes.flatMap((app) =>
    [back, ...Array.from({ length: 50 }, (_, n) => back.replace(/code=[^&]*/, `code=made-up-${n}`))].map((url) =>
      app.inject({ url, headers }),
    ),
  )
  const pages = await Promise.all(asked)
  expect(exchanges.count).toBe(1)
  const titles = new Set(pages.map(({ statusCode, payload }) => `${statusCode} ${/<h1>(.*?)<\/h1>/.exec(payload)?.[1]}`))
  expect(titles).toContain('409 This link was already used')
  await Promise.all(processes.map((app) => app.close()))
})

test('from one address come thirty exchanges a minute; the next waits, its state unspent', async () => {
  const exchanges = countExchanges()
  const app = await aProcess(makeAddressLimits(() => new Date(team.time.now)))
  const from = { remoteAddress: '198.51.100.7' }
  for (let n = 0; n < 30; n++) {
    const browser = aBrowser(team)
    const state = new URL(await browser.begin()).searchParams.get('state') ?? ''
    await app.inject({
      ...from,
      url: `/slack/oauth_redirect?code=made-up&state=${state}`,
      headers: { cookie: cookieOf(browser) },
    })
  }
  const browser = aBrowser(team)
  const url = await browser.decide(await browser.begin())
  const come = () => app.inject({ ...from, url, headers: { cookie: cookieOf(browser) } })
  const late = await come()
  expect([late.statusCode, late.headers['retry-after'], late.headers['set-cookie']]).toEqual([429, '60', undefined])
  expect(late.payload).toContain('Too many attempts')
  expect(exchanges.count).toBe(30)
  team.time.now = new Date(team.time.now.getTime() + 60_000)
  expect((await come()).payload).toContain('Pinslot is in Pinslot local workspace')
  await app.close()
})

/** Another process with the same database and the same Slack. */
function aProcess(limits?: AddressLimits) {
  const installing = { oauth: oauthApp, stateSecret: 'a secret of the tests', fetch: team.failpoint.fetch }
  return buildServer(team.deps, { plugins: [slackInstallPlugin(team.deps, makeInstaller(team.deps, installing), limits)] })
}

function countExchanges() {
  const exchanges = { count: 0 }
  team.failpoint.fetch = async (input, init) => {
    if (new Request(input, init).url.endsWith('oauth.v2.access')) exchanges.count++
    return team.slack.fetch(input, init)
  }
  return exchanges
}

test('a code that Slack has forgotten is refused with a sentence', async () => {
  const browser = aBrowser(team)
  const back = await browser.decide(await browser.begin())
  team.time.now = new Date(team.time.now.getTime() + 11 * 60_000)
  expect((await browser.get(back)).text).toContain('Slack’s response has expired')
  await nothingIsInstalled()
})

const refuse = (body: object, init?: ResponseInit) => async () => Response.json(body, init)

test.each<[string, typeof fetch, number, string]>([
  ['cannot be reached', async () => Promise.reject(new TypeError('fetch failed')), 502, 'Slack didn’t respond'],
  ['answers 500', async () => new Response('no', { status: 500 }), 502, 'Slack didn’t respond'],
  ['has trouble of its own', refuse({ ok: false, error: 'internal_error' }), 502, 'Slack didn’t respond'],
  ['limits us', refuse({}, { status: 429, headers: { 'retry-after': '30' } }), 503, 'Slack is busy'],
  ['does not know our secret', refuse({ ok: false, error: 'bad_client_secret' }), 502, 'Slack is rejecting Pinslot'],
  [
    'gives no bot',
    refuse({ ok: true, team: { id: teamId }, authed_user: { id: 'U1' }, is_enterprise_install: false, app_id: 'A1' }),
    403,
    'A required permission is missing',
  ],
])('when Slack %s nothing is half done, and the page says what to do', async (_what, answer, status, title) => {
  const browser = aBrowser(team)
  const back = await browser.decide(await browser.begin())
  team.failpoint.fetch = answer
  const page = await browser.get(back)
  expect([page.status, page.text.includes(title)]).toEqual([status, true])
  await nothingIsInstalled()
})

test('when we cannot store it, the page says that installing once more fixes it', async () => {
  const browser = aBrowser(team)
  const back = await browser.decide(await browser.begin())
  await db.sql`alter table slack_installations rename to slack_installations_gone`
  const page = await browser.get(back).finally(() => db.sql`alter table slack_installations_gone rename to slack_installations`)
  expect([page.status, page.text.includes('we couldn’t save it')]).toEqual([503, true])
  await nothingIsInstalled()
  expect((await browser.install()).status).toBe(200)
})

test('no page and no line of the log has a code, a state, a token or the secret', async () => {
  const browser = aBrowser(team)
  const back = await browser.decide(await browser.begin())
  const { searchParams } = new URL(back, team.baseUrl)
  const page = await browser.get(back)
  const [token] = await db.sql<{ token: string; refresh: string }[]>`select token, refresh_token as refresh from slk_tokens`
  const secrets = [searchParams.get('code')!, searchParams.get('state')!, token!.token, token!.refresh, oauthApp.clientSecret]
  expect(team.logged.join('\n')).toContain('the app was installed')
  for (const secret of secrets) {
    expect(page.text).not.toContain(secret)
    expect(team.logged.join('\n')).not.toContain(secret)
  }
})

test('an enterprise as a whole is installed, and told to choose its workspaces', async () => {
  const browser = aBrowser(team)
  const back = await browser.decide(await browser.begin())
  team.failpoint.fetch = async (input) => {
    if (new Request(input).url.endsWith('auth.test'))
      return Response.json({ ok: true, url: 'https://maple.enterprise.slack.com/', bot_id: 'B1' })
    const enterprise = { id: 'E0GROUP01', name: 'Maple <b>Group' }
    const of = { team: null, enterprise, is_enterprise_install: true, authed_user: { id: 'U1' }, app_id: 'A1', bot_user_id: 'UB' }
    return Response.json({ ok: true, access_token: 'xoxb-1', scope: 'commands', token_type: 'bot', ...of })
  }
  const { status, text } = await browser.get(back)
  expect(status).toBe(200)
  expect(text).toContain('Pinslot is in Maple &#60;b&#62;Group')
  expect(text).toContain('https://maple.enterprise.slack.com/manage/organization/apps/profile/A1/workspaces/add')
  const [row] = await db.sql`select enterprise_id as enterprise, team_id as team, is_enterprise as whole from slack_installations`
  expect(row).toEqual({ enterprise: 'E0GROUP01', team: '', whole: true })
})

test('asking by HEAD installs nothing, other methods are told what is allowed', async () => {
  const browser = aBrowser(team)
  const back = await browser.decide(await browser.begin())
  const jar = [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const head = await fetch(new URL(back, team.baseUrl), { method: 'HEAD', headers: { cookie: jar } })
  expect(head.status).toBeGreaterThanOrEqual(404)
  await nothingIsInstalled()
  expect((await browser.get('/slack/install', { method: 'POST' })).status).toBe(405)
})

test('who asks where the app is not, or not any more, reads where it can be installed', async () => {
  const command = async () => lastMessage(await team.milo.command('/pin queue')).text
  const where = `${team.baseUrl}/slack/install`
  expect(await command()).toBe(`Pinslot isn’t set up for this workspace yet. An admin can add it at ${where}.`)
  await aBrowser(team).install()
  await db.sql`update slack_installations set revoked_at = now(), installation = null`
  expect(await command()).toBe(`Pinslot was removed from this workspace. An admin can add it again at ${where}.`)
})

test('an organization that is deleted leaves its workspace: Slack is asked by its own token, again where it could not be asked', async () => {
  await aBrowser(team).install()
  const leave = () => leaveWorkspaces({ ...team.deps, oauth: oauthApp, fetch: team.failpoint.fetch }, '1')
  team.failpoint.fetch = () => Promise.reject(new TypeError('no network'))
  await expect(leave()).rejects.toThrow()
  expect(await installations()).toHaveLength(1)
  team.failpoint.fetch = team.slack.fetch
  await leave()
  expect([await installations(), await db.sql`select 1 from slk_tokens`]).toEqual([[], []])
  expect(await db.sql`select installation from slack_installations`).toEqual([{ installation: null }])
  await leave() // nothing is left to be done
})
