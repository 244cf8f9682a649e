/**
 * Pictures in views and messages: by an address that Slack loads if ours can be reached from outside, otherwise as a file that
 * is uploaded to the workspace once. Views wait only briefly; a picture that is late is in the next view.
 */
import { DomainError, mediaBusy } from '../../core/lib/errors.js'
import { type WebClient, WebAPIPlatformError } from '@slack/web-api'
import type { Picture } from '../../../blocks/kit/kit.js'
import { makeFairSemaphore } from '../../core/lib/work/fair-semaphore.js'
import type { Deps, Sql } from '../../core/ports/deps.js'
import { settlesWithin } from '../../core/lib/timeout.js'
import { filesIn } from '../reply/without-pictures.js'
import { nameOf, type PictureSource, PREVIEWS, publicAddressOf, readPicture, type Reading, WEEKS } from './picture-source.js'
import { DAY_MS, HOUR_MS, before } from '../../core/lib/duration.js'
import { setTimeout as sleep } from 'node:timers/promises'

export type Pictured = {
  /** Returns pictures in the order of `sources`; null: none, or not uploaded yet. `timeoutMs` overrides the waiting time. */
  picturesOf(sources: readonly PictureSource[], timeoutMs?: number): Promise<(Picture | null)[]>
  pictureOf(source: PictureSource, timeoutMs?: number): Promise<Picture | null>
  /** Runs `work` once pictures that were left out have been uploaded; not at all when none was left out or none comes. */
  whenMoreCome(work: () => Promise<void>): void
  /** Does the same as `Pictures.suspect`. */
  suspectPictures(content: unknown): void
}
/** Pictures before any workspace has made a request. */
export const NO_PICTURES: Pictured = {
  picturesOf: async (sources) => sources.map(() => null),
  pictureOf: async () => null,
  whenMoreCome() {},
  suspectPictures() {},
}
type Place = {
  organizationId: string
  /** The workspace, or a function that is called only if a file is needed. */
  teamId: string | (() => Promise<string>)
  client: WebClient
  /** The time that a view may wait for its pictures. */
  timeoutMs: number
}
type OpenPlace = Place & FileIndex
export type PicturesFor = (place: Place) => Pictured
export type Pictures = {
  picturesFor: PicturesFor
  /** Checks these files before they are used again, because Slack refused the content that shows them. */
  suspect: (content: unknown) => void
}
export type PictureDeps = Reading & Pick<Deps, 'log'>

/** Time after which a view is shown, with its pictures or without. */
export const VIEW_TIMEOUT_MS = 500
/** Time to wait for a message of the outbox, which is not updated later, and for an answer whose point is its picture. */
export const MESSAGE_TIMEOUT_MS = 5000

const TURNS = { atOnce: 4, perOrganization: 2, waitMs: 20_000, refusal: mediaBusy }
const MOST_OPEN = 100
/** Pause after a failed upload, so that not every view tries it again. */
const REST_MS = 60_000
const MOST_RESTING = 10_000

/** @param track tracks work that continues after a view was shown; closing waits for it */
export function makePictures(deps: PictureDeps, track: <T>(work: Promise<T>) => Promise<T> = (work) => work): Pictures {
  const withLimit = makeFairSemaphore(TURNS)
  const open = new Map<string, Promise<string | undefined>>()
  const resting = new Map<string, number>()
  const suspects = new Set<string>()

  const rests = (key: string): boolean => (resting.get(key) ?? 0) > performance.now()
  const rest = (key: string): void => {
    if (resting.size >= MOST_RESTING) resting.clear()
    resting.set(key, performance.now() + REST_MS)
  }

  const forgetOld = (place: OpenPlace, beginning: typeof PREVIEWS | typeof WEEKS): Promise<void> =>
    deleteOldPictures(deps, place.client, place, beginning).catch((error: unknown) =>
      deps.log.warn({ err: error, organizationId: place.organizationId }, 'old pictures were not deleted'),
    )
  /** @param known the file that Slack refused, perhaps because it is gone */
  const bring = async (place: OpenPlace, name: string, source: PictureSource, known?: string): Promise<string> => {
    const { client } = place
    if (known !== undefined && (await isThere(client, known))) return known
    const { bytes, extension } = await readPicture(deps, source)
    const fileId = await uploadPicture(client, bytes, `${source.kind}.${extension}`)
    const passing = source.kind === 'preview' ? PREVIEWS : source.kind === 'week' ? WEEKS : undefined
    if (passing !== undefined) void track(forgetOld(place, passing))
    return keepFile(deps.db.sql, place, { name, fileId, gone: known }, deps.clock())
  }
  /** Uploads each picture once at a time; returns the file's id, or undefined if that fails. */
  const bringOnce = (place: OpenPlace, name: string, source: PictureSource, known?: string): Promise<string | undefined> => {
    const key = `${place.organizationId}:${place.teamId}:${name}`
    const under = open.get(key)
    if (under) return under
    if (rests(key) || open.size >= MOST_OPEN) return Promise.resolve(undefined)
    const work = withLimit(place.organizationId, () => bring(place, name, source, known))
      .then((id) => {
        if (known !== undefined) suspects.delete(known)
        return id
      })
      .catch((error: unknown) => {
        const facts = { err: error, organizationId: place.organizationId, picture: name }
        if (source.kind === 'preview' && error instanceof DomainError && error.code === 'BAD_REQUEST') {
          deps.log.debug(facts, 'a preview has no picture: what was chosen is none') // the person who chose it sees the refusal
          return undefined
        }
        if (source.kind !== 'preview') rest(key) // a person requests each preview
        deps.log.warn(facts, 'a picture did not get to Slack')
        return undefined
      })
      .finally(() => open.delete(key))
    open.set(key, work)
    return track(work)
  }

  const suspect = (content: unknown): void => {
    for (const id of filesIn(content)) suspects.add(id)
  }
  const picturesFor: PicturesFor = (asking) => {
    const late: Promise<string | undefined>[] = []

    const fromFiles = async (wanted: Map<string, PictureSource>, timeoutMs: number): Promise<Map<string, string>> => {
      if (wanted.size === 0) return new Map()
      const { teamId } = asking
      const place = { ...asking, teamId: typeof teamId === 'string' ? teamId : await teamId() }
      const found = await findFiles(deps.db.sql, place, [...wanted.keys()])
      const coming = [...wanted].flatMap(([name, source]) => {
        const known = found.get(name)
        if (known !== undefined && !suspects.has(known)) return []
        found.delete(name)
        return [[name, bringOnce(place, name, source, known)] as const]
      })
      if (coming.length === 0) return found
      const arrived = new Set<string>()
      const noting = coming.map(async ([name, work]) => {
        const id = await work
        if (id === undefined) return
        found.set(name, id)
        arrived.add(name)
      })
      await settlesWithin(Promise.all(noting), timeoutMs)
      late.push(...coming.filter(([name]) => !arrived.has(name)).map(([, work]) => work))
      return new Map(found)
    }

    const picturesOf: Pictured['picturesOf'] = async (sources, timeoutMs = asking.timeoutMs) => {
      const requested = sources.map((source) => ({ source, name: nameOf(source), url: publicAddressOf(deps, source) }))
      const wanted = new Map(
        requested.flatMap(({ source, name, url }) => (name === undefined || url !== undefined ? [] : [[name, source] as const])),
      )
      const files = await fromFiles(wanted, timeoutMs)
      return requested.map(({ name, url }): Picture | null => {
        if (name === undefined) return null
        if (url !== undefined) return { kind: 'url', url }
        const id = files.get(name)
        return id === undefined ? null : { kind: 'file', id }
      })
    }
    return {
      picturesOf,
      async pictureOf(source, timeoutMs) {
        const [picture = null] = await picturesOf([source], timeoutMs)
        return picture
      },
      whenMoreCome(work) {
        if (late.length === 0) return
        const coming = late.splice(0)
        void track(
          Promise.all(coming)
            .then((ids) => (ids.some((id) => id !== undefined) ? work() : undefined))
            .catch((error: unknown) => deps.log.warn({ err: error }, 'a view was not shown again with its pictures')),
        )
      },
      suspectPictures: suspect,
    }
  }
  return { picturesFor, suspect }
}

/** The time after which pictures are deleted, by prefix: a form or a Home may stay open for that long. */
const LOOKED_AT_MS = { [PREVIEWS]: HOUR_MS, [WEEKS]: 14 * DAY_MS }
const MOST_AT_ONCE = 20

/** Deletes old pictures; those that Slack does not delete now are tried again the next time. */
async function deleteOldPictures(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  client: WebClient,
  place: FileIndex,
  beginning: keyof typeof LOOKED_AT_MS,
): Promise<void> {
  const old = { beginning, until: before(clock(), LOOKED_AT_MS[beginning]), limit: MOST_AT_ONCE }
  for (const { name, fileId, uploadedAt } of await forgetFiles(db.sql, place, old)) {
    try {
      await deletePicture(client, fileId)
    } catch (error) {
      log.warn({ err: error, organizationId: place.organizationId, fileId }, 'an old picture was not deleted in Slack')
      await keepFile(db.sql, place, { name, fileId, gone: undefined }, uploadedAt)
    }
  }
}

/** The workspace whose uploaded pictures are indexed. */
type FileIndex = { organizationId: string; teamId: string }

/** Returns file ids by the pictures' names; a picture that was never uploaded is missing. */
async function findFiles(
  sql: Sql,
  { organizationId, teamId }: FileIndex,
  names: readonly string[],
): Promise<Map<string, string>> {
  const rows = await sql<{ picture: string; fileId: string }[]>`
    select picture, file_id as "fileId"
      from slack_files
     where organization_id = ${organizationId}
       and slack_team_id = ${teamId}
       and picture = any(${[...names]})`
  return new Map(rows.map(({ picture, fileId }) => [picture, fileId]))
}

type Old = { /** The prefix of their names. */ beginning: string; until: Date; limit: number }
type KnownFile = { name: string; fileId: string; uploadedAt: Date }

/** Deletes and returns the oldest rows up to `until`, except rows that another process deletes at the same time. */
async function forgetFiles(
  sql: Sql,
  { organizationId, teamId }: FileIndex,
  { beginning, until, limit }: Old,
): Promise<KnownFile[]> {
  return await sql<KnownFile[]>`
    delete from slack_files
     where organization_id = ${organizationId}
       and slack_team_id = ${teamId}
       and picture in (select picture
                         from slack_files
                        where organization_id = ${organizationId}
                          and slack_team_id = ${teamId}
                          and starts_with(picture, ${beginning})
                          and uploaded_at <= ${until}
                        order by uploaded_at
                        limit ${limit}
                          for update skip locked)
    returning picture as name, file_id as "fileId", uploaded_at as "uploadedAt"`
}

/**
 * Stores the file; if two processes uploaded the same picture, the first one stays.
 * @param gone the file that it replaces
 * @returns the file that is stored
 */
async function keepFile(
  sql: Sql,
  { organizationId, teamId }: FileIndex,
  { name, fileId, gone }: { name: string; fileId: string; gone: string | undefined },
  now: Date,
): Promise<string> {
  const [row] = await sql<[{ fileId: string }]>`
    insert into slack_files as f (organization_id, slack_team_id, picture, file_id, uploaded_at)
    values (${organizationId}, ${teamId}, ${name}, ${fileId}, ${now})
    on conflict (organization_id, slack_team_id, picture) do update
       set file_id = case when f.file_id = ${gone ?? ''} then excluded.file_id else f.file_id end,
           uploaded_at = case when f.file_id = ${gone ?? ''} then excluded.uploaded_at else f.uploaded_at end
    returning file_id as "fileId"`
  return row.fileId
}

/** Delays in ms between checks: Slack takes a moment to process a file, and refuses a view with an unprocessed one. */
const POLL_AFTER_MS = [0, 200, 400, 800, 1600, 2000]

/** @throws what the Web API throws @returns the file's id, once Slack can show it, or after about five seconds of checks */
async function uploadPicture(client: WebClient, bytes: Buffer, filename: string): Promise<string> {
  const { files } = await client.filesUploadV2({ file: bytes, filename, title: filename })
  const id = files[0]?.files?.[0]?.id
  if (id === undefined) throw new Error('slack gave the file no id')
  for (const ms of POLL_AFTER_MS) {
    if (ms > 0) await sleep(ms)
    const { file } = await client.files.info({ file: id })
    if (file?.mimetype) break
  }
  return id
}

const GONE = ['file_not_found', 'file_deleted', 'file_not_visible', 'access_denied']

/** Deletes a file, which may be gone already. @throws what the Web API throws */
async function deletePicture(client: WebClient, id: string): Promise<void> {
  try {
    await client.files.delete({ file: id })
  } catch (error) {
    if (!(error instanceof WebAPIPlatformError && GONE.includes(error.data.error))) throw error
  }
}

/** True when the file can still be shown. @throws what the Web API throws, except for files that are gone */
async function isThere(client: WebClient, id: string): Promise<boolean> {
  try {
    const { file } = await client.files.info({ file: id })
    return file?.mode !== 'tombstone'
  } catch (error) {
    if (error instanceof WebAPIPlatformError && GONE.includes(error.data.error)) return false
    throw error
  }
}
