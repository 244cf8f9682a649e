/** The service with its Slack app, in front of a Slack that answers everything after a while and counts what it got. */
import { DEFAULT_RETENTION } from '../../../src/core/care/retention.js'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Deps } from '../../../src/core/ports/deps.js'
import { openPool } from '../../../src/db/pool.js'
import { buildServer } from '../../../src/http/server.js'
import { makeLog } from '../../../src/log.js'
import { makeSlackApp } from '../../../src/slack/app.js'
import { testDeps } from '../../../test/support/world.js'
import { readTarget, reportPort } from '../forked.js'
import { answering, RESPONSE_URL, SIGNING_SECRET } from './signed.js'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void // there since the flag is set

const { url } = readTarget<{ url: string }>()
/** What a command led to: an answer at its response url, or a view. */
const heard = new Set<string>()

const slack: typeof fetch = async (input, init) => {
  const request = new Request(input, init)
  if (request.url.startsWith(RESPONSE_URL)) {
    heard.add(request.url.slice(RESPONSE_URL.length))
    return answering('ok')
  }
  const method = new URL(request.url).pathname.replace('/api/', '')
  const form = new URLSearchParams(await request.text())
  if (method === 'views.open') heard.add(form.get('trigger_id') ?? '')
  if (method === 'users.info')
    return answering({ ok: true, user: { id: form.get('user'), is_admin: true, tz: 'Europe/Berlin', team_id: 'T1' } })
  return answering({ ok: true, view: { id: 'V1', hash: '1' }, ts: '1.2', channel: 'C1' })
}

const db = openPool(url, { max: 10 })
const log = makeLog('warn')
const clock = () => new Date()
const settings: Deps['settings'] = {
  publicUrl: 'https://pins.example.com',
  dailyRequestLimit: 1_000_000_000,
  sendTimeoutMs: 2000,
  simplifiedPins: false,
  aiDisclosures: true,
  searchCountry: 'US',
  retention: DEFAULT_RETENTION,
}
const deps = testDeps(db, { now: new Date(), advance() {} }, { clock, log, settings })
const slackApp = makeSlackApp(deps, { signingSecret: SIGNING_SECRET, botToken: 'xoxb-bench', fetch: slack })
const app = await buildServer(deps, { plugins: [slackApp.plugin] })
let usage = process.cpuUsage()
/** What was heard since, the CPU time that took, and what the heap holds when nothing is left to throw away. */
app.get('/bench', { schema: { hide: true } }, async () => {
  await slackApp.idle()
  const { user, system } = process.cpuUsage(usage)
  collect()
  const answer = { heard: [...heard], cpuMs: (user + system) / 1000, heapMiB: process.memoryUsage().heapUsed / 1024 / 1024 }
  heard.clear()
  usage = process.cpuUsage()
  return answer
})
const address = await app.listen({ port: 0, host: '127.0.0.1' })
reportPort(Number(new URL(address).port))
