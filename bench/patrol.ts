/**
 * Links of published pins read again by one process, in simulated time: how many days all of them take, and how often a website is asked in
 * a minute. `--pins N --accounts N --hosts N` set the sizes. A link that is read twice, or a website that is asked too often, ends it.
 */
import { patrolAll } from '../src/jobs/ticks.js'
import { REQUESTS_A_MINUTE } from '../src/core/preflight/web/hosts.js'
import type { Web } from '../src/core/ports/web.js'
import { numberOption } from './support/options.js'
import { withBench } from './support/world.js'

const pins = numberOption('pins', 100_000, 1_000)
const accounts = numberOption('accounts', 20, 4)
const hosts = numberOption('hosts', 200, 5)
/** A link in so many is gone. */
const GONE_OF = 50

const show = (name: string, value: string) => console.log(`  ${name.padEnd(52)} ${value}`)

await withBench(async ({ db, world }) => {
  const { organizationId, clock } = world
  await db.sql`
    insert into accounts (organization_id, platform_user_id, username, display_name, created_at)
    select ${organizationId}, 'u' || n, 'u' || n, 'U', ${clock.now} from generate_series(2, ${accounts}::int) n`
  await db.sql`
    insert into connections (organization_id, account_id, access_token, expires_at)
    select organization_id, id, 'token', ${new Date('2100-01-01')} from accounts
    on conflict do nothing`
  const sentAt = new Date(clock.now.getTime() - 30 * 86_400_000)
  await db.sql`
    insert into posts (organization_id, account_id, status, media_type, title, description, url, board_id, send_at, attempt_number, pin_id,
                       sent_at, created_via, created_at, updated_at)
    select ${organizationId}, a.id, 'sent', 'image', 't', 'd', 'https://site-' || n % ${hosts}::int || '.example.com/' || n, '1', s.at, 1,
           '9' || n, s.at, 'api', s.at, s.at
      from generate_series(1, ${pins}::int) n
      join (select id, row_number() over (order by id) - 1 as place from accounts) a on a.place = n % ${accounts}::int
     cross join lateral (select ${sentAt}::timestamptz + n * interval '1 ms' as at) s`
  await db.sql`vacuum analyze posts`

  const asked = new Map<string, number>()
  const perMinute = new Map<string, number>()
  const web: Pick<Web, 'get' | 'readText' | 'readPage' | 'mayRead'> = {
    get({ url }) {
      const { host, pathname } = new URL(url)
      const minute = `${host} ${Math.floor(clock.now.getTime() / 60_000)}`
      const isRobots = pathname === '/robots.txt'
      if (!isRobots) {
        asked.set(url, (asked.get(url) ?? 0) + 1)
        perMinute.set(minute, (perMinute.get(minute) ?? 0) + 1)
      }
      const isGone = !isRobots && Number(pathname.slice(1)) % GONE_OF === 0
      const body = Buffer.from('<!doctype html>')
      return Promise.resolve({
        kind: 'answered',
        status: isRobots || isGone ? 404 : 200,
        location: null,
        contentType: 'text/html',
        body,
      })
    },
    readText: () => Promise.resolve(''),
    readPage: () => Promise.resolve({ richTitle: null, siteName: null, isNopin: false, isSoldOut: false }),
    mayRead: () => Promise.resolve(true),
  }
  const deps = { ...world.deps, db, web: { ...world.deps.web, ...web } }
  console.log(`${pins.toLocaleString('en-US')} links of ${accounts} accounts on ${hosts} websites, one process`)
  const start = clock.now.getTime()
  const began = performance.now()
  const cpu = process.cpuUsage()
  while (asked.size < pins) {
    await patrolAll(deps)
    clock.now = new Date(clock.now.getTime() + 60_000)
  }
  const { user, system } = process.cpuUsage(cpu)
  const days = (clock.now.getTime() - start) / 86_400_000
  const most = Math.max(...perMinute.values())
  show('all links read, in simulated days', days.toFixed(2))
  show('most requests of a website in a minute', `${most} of ${REQUESTS_A_MINUTE} that checks may make`)
  show('processor time of a link', `${((user + system) / 1000 / pins).toFixed(2)} ms`)
  show('real time', `${Math.round((performance.now() - began) / 1000)} s`)
  const twice = [...asked.entries()].filter(
    ([url, times]) => times > (Number(new URL(url).pathname.slice(1)) % GONE_OF === 0 ? 2 : 1),
  )
  if (twice.length > 0) throw new Error(`${twice.length} links were read too often`)
  if (most > REQUESTS_A_MINUTE / 2) throw new Error('a website was asked too often')
})
