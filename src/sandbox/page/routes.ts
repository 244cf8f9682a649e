/** The page at /sandbox, its static files, its script's endpoints, and the stream that announces changes. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import { root } from '../../root.js'
import { readAnnouncedCommands } from '../slack/announced-commands.js'
import { CHANGED } from '../slack/changes.js'
import type { Workspace } from '../slack/context.js'
import { ACT_WINDOW, people, teamId } from '../slack/ids.js'
import { answerErrors, MAX_BODY_BYTES } from '../slack/errors.js'
import { onlyFromHere } from '../slack/loopback.js'
import { forgetWindows } from '../slack/views/windows.js'
import { randomId } from '../slack/random-id.js'
import { doOnPage, doSchema } from './do.js'
import { renderApp, renderModal, renderPage, STYLES } from './layout.js'
import { readScreenData } from './screen-data.js'
import { mayPublish } from '../../core/accounts/queue.js'
import type { Sql } from '../../core/ports/deps.js'
import { pathOfPin } from '../platform/pages.js'

const SCRIPTS = [
  'page',
  'acts',
  'clock',
  'composer',
  'dom',
  'fields',
  'fit',
  'forms',
  'listbox',
  'morph',
  'search',
  'server',
  'window',
]
const CLIENT = path.join(root, 'src/sandbox/page/client')
/** Served from the installed package, so that the page needs no network. */
const libraryFile = () => createRequire(import.meta.url).resolve('idiomorph/dist/idiomorph.esm.js')
const STATIC = new Map<string, string>([
  ...STYLES.map((name) => [`${name}.css`, 'text/css; charset=utf-8'] as const),
  ...SCRIPTS.map((name) => [`${name}.js`, 'text/javascript; charset=utf-8'] as const),
  ['idiomorph.js', 'text/javascript; charset=utf-8'],
])
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: http: https:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const asQuery = z.object({ as: z.enum(people).default('admin') })
const viewerQuery = asQuery.extend({ window: z.string().min(1).max(40).default(ACT_WINDOW) })
/** A new window unless the query names one. */
const pageQuery = asQuery.extend({ window: z.string().min(1).max(40).optional() })
const KEEP_ALIVE_MS = 20_000

export function pageRoutes(workspace: Workspace): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRequest', onlyFromHere)
    answerErrors(app)

    app.get('/sandbox', async ({ query }, reply) => {
      const { as, window = randomId('', 10) } = pageQuery.parse(query)
      await workspace.filled
      await workspace.db.tx((sql) => forgetWindows(sql, workspace.wallClock()))
      const data = await readScreenData(workspace, { as, window })
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', POLICY)
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'no-referrer')
        .send(renderPage(data, workspace.features, await readAnnouncedCommands()))
    })

    app.get('/sandbox/page/screen', async ({ query }) => {
      const data = await readScreenData(workspace, viewerQuery.parse(query))
      return { app: renderApp(data, workspace.features), modal: renderModal(data), forms: data.forms }
    })

    app.post('/sandbox/page/do', { bodyLimit: MAX_BODY_BYTES }, async ({ body }) => doOnPage(workspace, doSchema.parse(body)))

    app.get<{ Params: { file: string } }>('/sandbox/page/:file', async ({ params }, reply) => {
      const type = STATIC.get(params.file)
      if (type === undefined) return reply.code(404).send({ error: `There is no file ${params.file}.` })
      return reply
        .type(type)
        .header('cache-control', 'no-cache')
        .send(await readFile(params.file === 'idiomorph.js' ? libraryFile() : path.join(CLIENT, params.file)))
    })

    app.get('/sandbox/next-pin', async () => {
      const next = await nextPin(workspace)
      return { sendAt: next?.at.toISOString() ?? null, username: next?.username ?? null }
    })

    app.get('/sandbox/outcomes', async ({ query }) => outcomesSince(workspace, sinceQuery.parse(query).since))

    await app.register(changeStream(workspace))
  }
}

const sinceQuery = z.object({ since: z.iso.datetime().transform((text) => new Date(text)) })

/** One LISTEN for all pages, started with the first of them. */
function changeStream({ db, log }: Workspace): FastifyPluginAsync {
  return async (app) => {
    const pages = new Set<NodeJS.WritableStream>()
    let listening: Promise<() => Promise<void>> | undefined
    const broadcast = (line: string) => {
      for (const page of pages) page.write(line)
    }
    const keepAlive = setInterval(() => broadcast(': still here\n\n'), KEEP_ALIVE_MS)
    app.addHook('preClose', async () => {
      clearInterval(keepAlive)
      for (const page of pages) page.end()
      await (await listening?.catch(() => undefined))?.()
    })
    app.get('/sandbox/slack/events', async (_request, reply) => {
      listening ??= db.listen(CHANGED, () => broadcast('event: changed\ndata: {}\n\n'))
      listening.catch((error: unknown) => log.error({ err: error }, 'the page gets no change events'))
      reply.hijack()
      const { raw } = reply
      raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', connection: 'keep-alive' })
      raw.write('retry: 1000\nevent: changed\ndata: {}\n\n')
      pages.add(raw)
      raw.on('close', () => pages.delete(raw))
    })
  }
}

/** Data for the clock's buttons: the next pin, and the outcomes of pins whose time has come. */
const ofSandbox = (sql: Sql) => sql`
  p.organization_id = any(select organization_id from slack_installations where team_id = ${teamId})`

/**
 * The next event of the sandbox's organization: a pin's time, its retry, or the check of a board after a missing answer. Pins of
 * a paused account are left out.
 */
async function nextPin({ db, clock }: Workspace): Promise<{ at: Date; username: string } | undefined> {
  const [row] = await db.sql<{ at: Date; username: string }[]>`
    select greatest(p.send_at, p.due_at) as at, a.username
      from posts p
      join accounts a on a.organization_id = p.organization_id and a.id = p.account_id
     where ${ofSandbox(db.sql)}
       and (p.status = 'uploading' or p.status = 'queued' and ${mayPublish(db.sql)})
       and greatest(p.send_at, p.due_at) > ${clock()}
     order by at, p.id
     limit 1`
  return row
}

type Outcome = 'published' | 'failed' | 'unanswered' | 'waiting'
/** `url`: of a published pin. `channel`: where the team reads about the others. */
type Named = { title: string; username: string; url: string | null; channel: string | null }

/** Pins named individually after a jump; a week has more. */
const MOST_NAMED = 3

/** Outcomes of pins since a time, in order: the first of each kind by name, and their number. */
async function outcomesSince({ db, clock }: Workspace, since: Date) {
  const rows = await db.sql<
    { outcome: Outcome; title: string | null; username: string; pinId: string | null; channel: string | null; total: number }[]
  >`
    with known as (
      select case p.status when 'sent' then 'published' when 'draft' then 'failed' when 'uploading' then 'unanswered' else 'waiting' end as outcome,
             p.id, p.title, a.username, p.pin_id, a.notify_channel_id, coalesce(p.sent_at, p.send_at, t.settled_at) as at
        from posts p
        join accounts a on a.organization_id = p.organization_id and a.id = p.account_id
        left join publish_attempts t
               on t.organization_id = p.organization_id and t.post_id = p.id and t.number = p.attempt_number
       where ${ofSandbox(db.sql)}
         and case p.status
               when 'sent' then t.settled_at > ${since}
               when 'draft' then (p.failure ->> 'failedAt')::timestamptz > ${since}
               when 'uploading' then t.state = 'unknown'
               else p.send_at > ${since} and p.send_at <= ${clock()}
             end
    ), numbered as (
      select *, row_number() over (partition by outcome order by at, id) as number, (count(*) over (partition by outcome))::int as total
        from known
    )
    select outcome, title, username, pin_id as "pinId", notify_channel_id as channel, total
      from numbered
     where number <= ${MOST_NAMED}
     order by at, id`
  const outcomes = [...new Set(rows.map(({ outcome }) => outcome))].map((outcome) => {
    const own = rows.filter((row) => row.outcome === outcome)
    return { outcome, pins: own.map(toNamed), total: own[0]?.total ?? 0 }
  })
  return { outcomes }
}

const toNamed = ({
  title,
  username,
  pinId,
  channel,
}: Omit<Named, 'title' | 'url'> & { title: string | null; pinId: string | null }): Named => ({
  title: title ?? 'Untitled pin',
  username,
  url: pinId === null ? null : pathOfPin(pinId),
  channel,
})
