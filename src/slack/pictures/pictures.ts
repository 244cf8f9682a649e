/**
 * Pictures in views and messages: by an address that Slack loads itself, where ours can be reached from outside, else as a file that is
 * brought to the workspace once. Nobody waits long for that: what is not there yet is left out, and comes with the next view.
 */
import { DomainError, mediaBusy } from '../../core/lib/errors.js'
import type { WebClient } from '@slack/web-api'
import type { Picture } from '../../../blocks/kit/kit.js'
import { makeFairSemaphore } from '../../core/lib/fair-semaphore.js'
import type { Deps } from '../../core/ports/deps.js'
import { settlesWithin } from '../../core/lib/timeout.js'
import { filesIn } from '../notices/without-pictures.js'
import { nameOf, type PictureSource, PREVIEWS, publicAddressOf, readPicture, type Reading, WEEKS } from './picture-source.js'
import { deleteOldPictures } from './old-pictures.js'
import { findFiles, keepFile, type FileIndex } from './slack-files.js'
import { isThere, uploadPicture } from './upload.js'

export type Pictured = {
  /** In their order. null: there is none, or it is not in the workspace yet. `timeoutMs`: where they are worth waiting for longer. */
  picturesOf(sources: readonly PictureSource[], timeoutMs?: number): Promise<(Picture | null)[]>
  pictureOf(source: PictureSource, timeoutMs?: number): Promise<Picture | null>
  /** Runs `work` once pictures have come that were left out until now; not at all when none was, or none comes. */
  whenMoreCome(work: () => Promise<void>): void
  /** As Pictures.suspect. */
  suspectPictures(content: unknown): void
}
/** Where no workspace has made a request yet. */
export const NO_PICTURES: Pictured = {
  picturesOf: async (sources) => sources.map(() => null),
  pictureOf: async () => null,
  whenMoreCome() {},
  suspectPictures() {},
}
type Place = {
  organizationId: string
  /** Called only where a file is needed. */
  teamId: string | (() => Promise<string>)
  client: WebClient
  /** How long a view may wait for its pictures. */
  timeoutMs: number
}
type OpenPlace = Place & FileIndex
export type PicturesFor = (place: Place) => Pictured
export type Pictures = {
  picturesFor: PicturesFor
  /** Slack refused what shows them: before these files are used again it is checked whether they are still there. */
  suspect: (content: unknown) => void
}
export type PictureDeps = Reading & Pick<Deps, 'log'>

/** A view is shown in this time, with its pictures or without. */
export const VIEW_TIMEOUT_MS = 500
/** A message of the outbox stays as it is sent, and so does an answer whose point is its picture. */
export const MESSAGE_TIMEOUT_MS = 5000

const TURNS = { atOnce: 4, perOrganization: 2, waitMs: 20_000, refusal: mediaBusy }
const MOST_OPEN = 100
/** What could not be brought there is not tried again at every view. */
const REST_MS = 60_000
const MOST_RESTING = 10_000

/** @param track of what goes on after a view was shown: closing waits for it */
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
  /** @param known the file that Slack did not take, perhaps because it is gone */
  const bring = async (place: OpenPlace, name: string, source: PictureSource, known?: string): Promise<string> => {
    const { client } = place
    if (known !== undefined && (await isThere(client, known))) return known
    const { bytes, extension } = await readPicture(deps, source)
    const fileId = await uploadPicture(client, bytes, `${source.kind}.${extension}`)
    const passing = source.kind === 'preview' ? PREVIEWS : source.kind === 'week' ? WEEKS : undefined
    if (passing !== undefined) void track(forgetOld(place, passing))
    return keepFile(deps.db.sql, place, { name, fileId, gone: known }, deps.clock())
  }
  /** One at a time of each picture; it ends with the file's id, or with nothing. */
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
          deps.log.debug(facts, 'a preview has no picture: what was chosen is none') // who chose it is told
          return undefined
        }
        if (source.kind !== 'preview') rest(key) // each preview is asked for by a person
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
