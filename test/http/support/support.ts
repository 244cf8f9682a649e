/** /v1 as a client meets it: the real server, authentication, storage and pictures; only the platform is absent. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import sharp from 'sharp'
import { closeBefore } from '../../support/database.js'
import type { z } from 'zod'
import { MEDIA_LIMITS } from '../../../src/core/media/formats.js'
import { createApiKey } from '../../../src/core/accounts/keys/create.js'
import type { FindPerson } from '../../../src/core/accounts/keys/key-actor.js'
import type { Deps } from '../../../src/core/ports/deps.js'
import type { Pool } from '../../../src/db/pool.js'
import type { errorSchema } from '../../../src/http/envelope.js'
import { buildServer, type EntryPoint } from '../../../src/http/server.js'
import type { accountSchema } from '../../../src/http/wire/account.js'
import type { batchSchema } from '../../../src/http/wire/batch.js'
import type { boardListSchema } from '../../../src/http/wire/board-list.js'
import type { boardSchema, boardSectionSchema, listedBoardSchema } from '../../../src/http/wire/board.js'
import type { calendarLinkSchema } from '../../../src/http/wire/calendar.js'
import type { feedWithEntriesSchema } from '../../../src/http/routes/feeds.js'
import type { generationSchema } from '../../../src/http/routes/generations.js'
import type { importSchema } from '../../../src/http/routes/imports.js'
import type { postSchema } from '../../../src/http/wire/post.js'
import type { spacingRuleSchema } from '../../../src/http/wire/spacing.js'
import type { scheduleEntrySchema, timeslotSchema } from '../../../src/http/wire/timeslot.js'
import type { uploadSchema } from '../../../src/http/wire/upload.js'
import type { usageSchema } from '../../../src/http/wire/usage.js'
import { makePictures } from '../../../src/media/pictures.js'
import { makeVideos } from '../../../src/media/videos.js'
import { makeLocalStorage } from '../../../src/storage/local.js'
import { type ApiDocument, type CheckAnswer, makeAnswerCheck } from './answers.js'
import { aWorld, START, type World, type WorldOptions } from '../../support/world.js'

/** An answer holds some of these; that it holds no others is checked against the response schemas. */
export type Body = {
  data: {
    account: z.output<typeof accountSchema>
    accounts: z.output<typeof accountSchema>[]
    boards: z.output<typeof listedBoardSchema>[]
    board: z.output<typeof boardSchema>
    sections: z.output<typeof boardSectionSchema>[]
    section: z.output<typeof boardSectionSchema>
    boardList: z.output<typeof boardListSchema>
    boardLists: z.output<typeof boardListSchema>[]
    boardListId: number
    cachedAt: number | null
    usage: z.output<typeof usageSchema>
    import: z.output<typeof importSchema>
    generation: z.output<typeof generationSchema>
    feed: z.output<typeof feedWithEntriesSchema>
    feeds: z.output<typeof feedWithEntriesSchema>[]
    post: z.output<typeof postSchema>
    batch: z.output<typeof batchSchema>
    intervalPosts?: z.output<typeof postSchema>[]
    deleted: true
    postId: string
    posts: z.output<typeof postSchema>[]
    cursor: string | null
    upload: z.output<typeof uploadSchema>
    timeslot: z.output<typeof timeslotSchema>
    timeslots: z.output<typeof timeslotSchema>[]
    schedule: z.output<typeof scheduleEntrySchema>[]
    window: { from: number; to: number }
    spacingRule: z.output<typeof spacingRuleSchema>
    spacingRules: z.output<typeof spacingRuleSchema>[]
    calendarLink: z.output<typeof calendarLinkSchema> | null
  }
  error?: z.output<typeof errorSchema>['error']
  meta: { requestId: string; warnings?: { code: string; field?: string; message: string; postId?: string }[] }
}
export type Answer = { status: number; headers: Record<string, unknown>; body: Body; text: string }

export type Server = World & {
  app: FastifyInstance
  key: string
  apiKeyId: string
  samples: Map<string, Buffer>
  call: (method: InjectOptions['method'], url: string, payload?: unknown, headers?: Record<string, string>) => Promise<Answer>
}

/** `https://sample.test/<name>` answers with the sample of that name. */
export async function aServer(
  db: Pool,
  options: WorldOptions & {
    settings?: Partial<Deps['settings']>
    entryPoints?: (deps: World['deps']) => EntryPoint[]
    findPerson?: FindPerson
  } = {},
): Promise<Server> {
  const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-http-'))
  const samples = new Map([['one.jpg', await aPicture()]])
  const readSample = async (url: string) => samples.get(/^https:\/\/sample\.test\/(.+)$/.exec(url)?.[1] ?? '')
  const pictures = makePictures({ limits: MEDIA_LIMITS, readSample })
  const videos = makeVideos({ limits: MEDIA_LIMITS, readSample })
  const world = await aWorld(db, options)
  const storage = makeLocalStorage({
    dir,
    publicUrl: () => world.deps.settings.publicUrl,
    secret: Buffer.from('a secret of the tests'),
    clock: world.deps.clock,
  })
  const deps: World['deps'] = {
    ...world.deps,
    storage,
    pictures,
    videos,
    ...options.parts,
    settings: { ...world.deps.settings, ...options.settings },
  }
  const { key, apiKey } = await createApiKey(deps, world.actor, { name: 'test' })
  const app = await buildServer(deps, {
    entryPoints: options.entryPoints?.(deps) ?? [],
    ...(options.findPerson && { findPerson: options.findPerson }),
  })
  closeBefore(db, async () => {
    await app.close()
    await pictures.close()
    await videos.close()
    rmSync(dir, { recursive: true, force: true })
  })
  return {
    ...world,
    deps,
    app,
    key,
    apiKeyId: apiKey.id,
    samples,
    call: async (method = 'GET', url, payload, headers = {}) => {
      const response = await app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${key}`, ...headers },
        ...(payload !== undefined && { payload: payload as object }),
      })
      const text = response.payload
      const body = JSON.parse(text.startsWith('{') ? text : '{}') as Body
      const wrong = (await describedBy(app))({
        method,
        url,
        status: response.statusCode,
        body,
        location: response.headers.location,
      })
      if (wrong !== undefined) throw new Error(wrong)
      return { status: response.statusCode, headers: response.headers, body, text }
    },
  }
}

let check: CheckAnswer | undefined

/** The description is the same for every server: it is read once. */
async function describedBy(app: FastifyInstance): Promise<CheckAnswer> {
  return (check ??= makeAnswerCheck((await app.inject('/v1/openapi.json')).json<ApiDocument>()))
}

export const aPicture = ({
  width = 400,
  height = 600,
  format = 'jpeg' as const,
  color = '#3377aa',
}: {
  width?: number
  height?: number
  format?: 'jpeg' | 'png' | 'webp' | 'gif'
  color?: string
} = {}): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .toFormat(format)
    .toBuffer()

export const mediaUrl = 'https://sample.test/one.jpg'
export const inDays = (days: number) => new Date(START.getTime() + days * 86_400_000)
export const copy = { title: 'A shelf', description: 'Made of oak', url: 'https://shop.test/shelf' }
