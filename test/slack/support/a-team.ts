/** A team at work: the real app behind its real receiver, the local workspace in front of it, a world of the core below. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fastify from 'fastify'
import sharp from 'sharp'
import { afterAll, afterEach, beforeEach } from 'vitest'
import { MEDIA_LIMITS } from '../../../src/core/media/formats.js'
import type { Pictures, Storage, Videos } from '../../../src/core/ports/deps.js'
import type { Pool } from '../../../src/db/pool.js'
import { makePictures } from '../../../src/media/pictures.js'
import { makeVideos } from '../../../src/media/videos.js'
import { botToken, channels, teamId, users } from '../../../src/sandbox/slack/ids.js'
import type { Screen } from '../../../src/sandbox/slack/screen.js'
import { seedWorkspace } from '../../../src/sandbox/slack/seed.js'
import { makeLocalSlack, type LocalSlack, TRIGGER_MS } from '../../../src/sandbox/workspace.js'
import { makeSlackApp, type SlackApp } from '../../../src/slack/app.js'
import { TIMEOUTS, type Timeouts } from '../../../src/slack/forms/timeout.js'
import { makeLocalStorage } from '../../../src/storage/local.js'
import { aSlackUser, type SlackUser } from '../../support/slack-user.js'
import { anAnimation } from '../../core/media/support/animation.js'
import { aWorld, type World, type WorldOptions } from '../../support/world.js'

export const SIGNING_SECRET = 'the-signing-secret-of-the-tests'
export const PICTURE = 'https://pictures.test/shelf.jpg'

export type Team = World & {
  slack: LocalSlack
  app: SlackApp
  baseUrl: string
  /** Of the app; see waitAsProduct(). */
  timeouts: Timeouts
  logged: { level: string; fields: object; message: string }[]
  /** An admin of the workspace, in New York. */
  ada: SlackUser
  /** In Berlin. */
  milo: SlackUser
}
export type TeamOptions = WorldOptions & {
  /** How long the other side takes to hand out a picture, in ms. */
  pictureTakesMs?: number
  /** Stands between the app and its Slack. */
  slackFetch?: (real: typeof fetch) => typeof fetch
}

/** Made again for each test, in the file's own database; call at the top level of the file. */
export function aTeam(db: Pool, options: TeamOptions = {}): { current: Team } {
  const holder: { current: Team } = { current: undefined as never } // filled in before each test
  let close: (() => Promise<void>) | undefined
  const parts = { storage: aStorage(), pictures: somePictures(options.pictureTakesMs ?? 0), videos: someVideos() }
  beforeEach(async () => {
    const made = await makeTeam(db, { ...options, parts: { ...parts, ...options.parts } })
    holder.current = made.team
    close = made.close
  })
  afterEach(async () => close?.())
  return holder
}

async function makeTeam(db: Pool, options: TeamOptions): Promise<{ team: Team; close: () => Promise<void> }> {
  const logged: Team['logged'] = []
  const line = (level: string) => (fields: object, message: string) => void logged.push({ level, fields, message })
  const log = { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') }
  await forgetWorkspace(db)
  const world = await aWorld(db, { ...options, parts: { log, ...options.parts } })
  const { deps, clock, organizationId } = world
  await seedWorkspace(db.sql)
  await db.sql`
    insert into slack_installations (team_id, organization_id, bot_user_id, installed_at)
    values (${teamId}, ${organizationId}, ${users.bot}, ${clock.now})`
  const timeouts = unhurried()
  const { clock: now, wallClock } = deps
  const patience = { sending: { deadlineMs: UNHURRIED_MS }, triggerMs: UNHURRIED_MS }
  const slack = makeLocalSlack({ db, clock: now, wallClock, signingSecret: SIGNING_SECRET, log, ...patience })
  const app = makeSlackApp(deps, {
    signingSecret: SIGNING_SECRET,
    botToken,
    staffChannelId: channels.staff,
    timeouts,
    fetch: options.slackFetch?.(slack.fetch) ?? slack.fetch,
  })
  const server = fastify()
  await server.register(app.plugin)
  await server.register(slack.plugin)
  const baseUrl = await server.listen({ port: 0, host: '127.0.0.1' })
  slack.connect(() => baseUrl, { appIdle: () => app.idle(), unfurls: () => deps.settings.publicUrl })
  const people = { ada: aSlackUser(slack, 'admin'), milo: aSlackUser(slack, 'member') }
  return {
    team: { ...world, slack, app, baseUrl, timeouts, logged, ...people },
    async close() {
      await slack.close()
      await app.close()
      await server.close()
    },
  }
}

/** Longer than anything here takes on a busy machine, and shorter than a test may take. */
const UNHURRIED_MS = 60_000
const unhurried = (): Timeouts => ({
  formMs: UNHURRIED_MS,
  whoMs: UNHURRIED_MS,
  openMs: UNHURRIED_MS,
  answerMs: UNHURRIED_MS,
  filesMs: UNHURRIED_MS,
  slotsMs: UNHURRIED_MS,
  linkMs: 0,
  cardSlotMs: UNHURRIED_MS,
  ackMs: UNHURRIED_MS,
})

/** For a test of what the app shows while something takes long: from now on it waits for that as the product does, and not as long as it takes. */
export function waitAsProduct({ timeouts }: Team): void {
  const { formMs, openMs, answerMs } = TIMEOUTS
  Object.assign(timeouts, { formMs, openMs, answerMs })
}

/** For a test of what Slack does not answer: a click lives as long as it does there, and who somebody is is not waited for longer than the product does. */
export function waitAsSlack({ timeouts, slack: { workspace } }: Team): void {
  timeouts.whoMs = TIMEOUTS.whoMs
  workspace.triggerMs = TRIGGER_MS
}

/** Those that refer to others come first. */
const OF_WORKSPACE = [
  ...['slk_entered', 'slk_triggers', 'slk_response_urls', 'slk_files', 'slk_views', 'slk_messages', 'slk_codes', 'slk_tokens'],
  ...['slk_windows', 'slk_group_members', 'slk_groups', 'slk_channels', 'slk_users', 'slack_installations'],
]

/** One workspace, many tests: each begins with an empty one. A few rows are deleted in a tenth of the time of a `truncate`. */
async function forgetWorkspace({ sql }: Pool): Promise<void> {
  await sql.unsafe(OF_WORKSPACE.map((table) => `delete from ${table}`).join('; '))
}

const jpeg = sharp({ create: { width: 600, height: 900, channels: 3, background: '#a04060' } })
  .jpeg()
  .toBuffer()

/** The real pictures, but for those that would come from the network. */
function somePictures(takesMs: number): Pictures {
  const real = makePictures({ limits: MEDIA_LIMITS })
  afterAll(() => real.close())
  return {
    ...real,
    async fetch(url, field) {
      if (takesMs > 0) await new Promise((resolve) => setTimeout(resolve, takesMs))
      if (url.endsWith('.txt')) return Buffer.from('no picture at all')
      if (url.includes('//private.') || !url.startsWith('https://pictures.test/')) return real.fetch(url, field)
      return url.endsWith('.gif') ? anAnimation('gif') : jpeg
    },
  }
}

function someVideos(): Videos {
  const real = makeVideos({ limits: MEDIA_LIMITS })
  afterAll(() => real.close())
  return real
}

/** The real thing, in a folder of its own. */
function aStorage(): Storage {
  const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-team-'))
  afterAll(() => rmSync(dir, { recursive: true, force: true }))
  return makeLocalStorage({ dir, publicUrl: () => 'https://pinslot.test', secret: randomBytes(32), clock: () => new Date() })
}

/** The newest message on a screen. */
export function lastMessage(screen: Screen): Screen['messages'][number] {
  const message = screen.messages.at(-1)
  if (!message) throw new Error('there is no message on the screen')
  return message
}

export const textOn = (content: unknown): string => JSON.stringify(content)

export const errorsOf = ({ modal }: Screen): Record<string, string> =>
  Object.fromEntries((modal?.fields ?? []).flatMap(({ label, error }) => (error === null ? [] : [[label, error]])))

export const valuesOf = ({ modal }: Screen): Record<string, unknown> =>
  Object.fromEntries((modal?.fields ?? []).map(({ label, value }) => [label, value]))

/** Of all mrkdwn: what Slack would read as markup. */
export function markupOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(markupOf).join('\n')
  if (typeof value !== 'object' || value === null) return ''
  if ('type' in value && value.type === 'mrkdwn' && 'text' in value) return String(value.text)
  return Object.values(value).map(markupOf).join('\n')
}
