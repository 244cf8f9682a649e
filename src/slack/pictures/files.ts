/** Slack's files: found by id, downloaded with the app's token from Slack only, and staged as uploads. */
import { isOfSlack } from '../transport/slack-host.js'
import { parseUrl } from '../../core/lib/http/parse-url.js'
import { Readable } from 'node:stream'
import { WebAPIPlatformError, type FilesInfoResponse, type WebClient } from '@slack/web-api'
import type { Actor } from '../../core/lib/actor.js'
import { badRequest, DomainError } from '../../core/lib/errors.js'
import { MAX_BYTES, MAX_SIZE_TEXT, requireFormat } from '../../core/media/formats.js'
import { stageFile } from '../../core/media/stage.js'
import type { Deps } from '../../core/ports/deps.js'
import type { FileOrigin } from '../../core/sources/review/model.js'
import { NOT_FOUND, ruleOf, unseenText } from './unseen.js'

/**
 * A file to read. `from`: it is in another person's message, of a channel or a direct message; absent: it was given to the app
 * itself.
 */
export type SlackFile = { id: string; name: string; from?: FileOrigin | undefined }
type Info = NonNullable<FilesInfoResponse['file']>
type Staging = {
  deps: Pick<Deps, 'db' | 'clock' | 'storage' | 'log'>
  actor: Actor
  client: WebClient
  fetch: typeof globalThis.fetch
  /** Aborts everything: a person waits. */
  signal: AbortSignal
}

/** The input under which refusals are shown. */
const FIELD = 'uploadId'
const MIB = 1024 * 1024

/**
 * Streams a file from Slack to our storage, never whole through memory.
 * @returns an uploadId of it
 * @throws BAD_REQUEST uploadId: the file is gone, not readable for us, of an unsupported kind, too large, or Slack did not
 * deliver it
 */
export async function stageSlackFile(staging: Staging, file: SlackFile): Promise<string> {
  const { deps, actor, client, fetch, signal } = staging
  const { id, name } = file
  const label = `“${name}”`
  try {
    const { named, body } = await openFile({ client, fetch, signal }, file, label)
    return await stageFile(deps, actor, { name: named, body, field: label })
  } catch (error) {
    if (error instanceof DomainError && error.details.field === FIELD) throw error
    if (error instanceof DomainError) throw badRequest(FIELD, error.sentence) // a refusal of the core names the file, and belongs here
    if (signal.aborted) throw refused(`${label} took too long to load from Slack. Try again or use an image link.`)
    deps.log.warn({ err: error, fileId: id }, 'a file did not come from Slack')
    throw refused(`${label} couldn’t be loaded from Slack. Try again in a moment.`)
  }
}

/** Timeout in ms of a picture for a preview, which a person waits for. */
const READ_TIMEOUT_MS = 10_000

/**
 * Reads a picture that stays at Slack: nothing is staged.
 * @throws DomainError BAD_REQUEST as stageSlackFile · Error it has more bytes than a picture may have, or Slack does not answer
 */
export type ReadSlackPicture = (client: WebClient, file: SlackFile) => Promise<Buffer>

export const makeReadSlackPicture =
  (fetch: typeof globalThis.fetch): ReadSlackPicture =>
  async (client, file) => {
    const label = `“${file.name}”`
    const { body } = await openFile({ client, fetch, signal: AbortSignal.timeout(READ_TIMEOUT_MS) }, file, label)
    const pieces: Buffer[] = []
    let bytes = 0
    for await (const piece of body) {
      pieces.push(Buffer.from(piece as Uint8Array)) // a response streams bytes
      bytes += (piece as Uint8Array).length
      if (bytes > MAX_BYTES.image) throw new Error('the file has more bytes than a picture may have')
    }
    return Buffer.concat(pieces)
  }

/**
 * Reads a file of pins that stays at Slack: nothing is staged.
 * @throws DomainError BAD_REQUEST: the file is gone, not readable for us, no CSV, too large, or Slack did not deliver it
 */
export type ReadSlackTable = (client: WebClient, file: SlackFile) => Promise<Buffer>

export const makeReadSlackTable =
  (fetch: typeof globalThis.fetch, log: Deps['log']): ReadSlackTable =>
  async (client, file) => {
    const { id, name } = file
    const label = `“${name}”`
    try {
      const signal = AbortSignal.timeout(READ_TIMEOUT_MS)
      const { body } = await openFile({ client, fetch, signal }, file, label, requireTable)
      const pieces: Buffer[] = []
      let bytes = 0
      for await (const piece of body) {
        pieces.push(Buffer.from(piece as Uint8Array)) // a response streams bytes
        bytes += (piece as Uint8Array).length
        if (bytes > MAX_BYTES.csv) throw tooLarge(label)
      }
      return Buffer.concat(pieces)
    } catch (error) {
      if (error instanceof DomainError) throw error
      log.warn({ err: error, fileId: id }, 'a file of pins did not come from Slack')
      throw refused(`${label} couldn’t be loaded from Slack. Try again in a moment.`)
    }
  }

type FileFacts = Partial<Record<'name' | 'mimetype' | 'filetype', string | null | undefined>>

/** True when the file is a table as text. Of another workspace's file, Slack may send only the name. */
export const isTable = ({ name, mimetype, filetype }: FileFacts): boolean =>
  mimetype === 'text/csv' || filetype === 'csv' || /\.csv$/i.test(name ?? '')

/** @throws BAD_REQUEST */
function requireTable({ name, mimetype, filetype, size = 0 }: Info, short: string, label: string): string {
  const named = name ?? short
  if (!isTable({ name: named, mimetype, filetype }))
    throw refused(`${label} isn’t a CSV file. Save your spreadsheet as CSV and drop it here.`)
  if (size > MAX_BYTES.csv) throw tooLarge(label)
  return named
}
const tooLarge = (label: string) =>
  refused(`${label} is too large: a CSV file can have up to ${MAX_SIZE_TEXT.csv}. Split the file.`)

/** @returns its full name, and its bytes as a stream */
async function openFile(
  { client, fetch, signal }: Pick<Staging, 'client' | 'fetch' | 'signal'>,
  file: SlackFile,
  label: string,
  judge: (info: Info, short: string, label: string) => string = nameOf,
): Promise<{ named: string; body: Readable }> {
  const info = await readInfo(client, file, label)
  const named = judge(info, file.name, label)
  const url = requireAddress(info, client.slackApiUrl, label)
  const response = await fetch(url, { headers: { authorization: `Bearer ${client.token}` }, redirect: 'manual', signal })
  return { named, body: requireBytes(response, info, label) }
}

/** Slack's errors that mean that the app may not read files at all. */
const NOT_ALLOWED = ['missing_scope', 'not_allowed_token_type', 'no_permission', 'access_denied', 'restricted_action']
const GONE = [NOT_FOUND, 'file_deleted']

async function readInfo(client: WebClient, { id, from }: SlackFile, label: string): Promise<Info> {
  try {
    const { file } = await client.files.info({ file: id })
    if (file && file.mode !== 'tombstone' && file.mode !== 'hidden_by_limit') return file
    throw gone(label)
  } catch (error) {
    if (!(error instanceof WebAPIPlatformError)) throw error
    if (from !== undefined && error.data.error === NOT_FOUND) throw unseen(label, from)
    if (GONE.includes(error.data.error)) throw gone(label)
    if (NOT_ALLOWED.includes(error.data.error)) throw notAllowed(label)
    throw error
  }
}

/**
 * Returns a name with an ending, from Slack's own type if the name has none: a pasted picture is called "image".
 * @throws BAD_REQUEST
 */
function nameOf({ name: full, filetype = '', size = 0 }: Info, short: string, label: string): string {
  const name = full ?? short
  const extension = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]
  const format = knownFormat(extension) ?? knownFormat(filetype)
  if (!format) throw refused(`${label} isn’t an image or video we can use. Use JPG, PNG, GIF, WebP, HEIC, AVIF, SVG, MP4 or MOV.`)
  if (size > MAX_BYTES[format.mediaType])
    throw refused(
      `${label} is too large: ${format.mediaType === 'image' ? 'images' : 'videos'} can have up to ${MAX_BYTES[format.mediaType] / MIB} MiB.`,
    )
  return extension?.toLowerCase() === format.extension ? name : `${name}.${format.extension}`
}

function knownFormat(extension: string | undefined): ReturnType<typeof requireFormat> | undefined {
  try {
    return extension === undefined ? undefined : requireFormat(extension)
  } catch {
    return undefined // not one of our errors
  }
}

/**
 * Returns the address of the file; the token is sent to Slack only.
 * @throws BAD_REQUEST no address, as for files of other workspaces; or not one of Slack's
 */
function requireAddress({ url_private_download: download, url_private: view }: Info, slackApiUrl: string, label: string): string {
  const address = download ?? view
  const url = address === undefined ? undefined : parseUrl(address)
  if (address === undefined || !url)
    throw refused(`${label} belongs to another workspace or app, so we can’t load it. Save it and choose it here again.`)
  if (isOfSlack(url, slackApiUrl)) return address
  throw refused(`${label} is stored outside of Slack. Save it and choose it here again.`)
}

/**
 * Returns the file's bytes. Without the right to read, Slack answers with its login page: as a redirect, or as a page with
 * status 200.
 */
function requireBytes(response: Response, { filetype }: Info, label: string): Readable {
  const { status, body, headers } = response
  const isPage = headers.get('content-type')?.startsWith('text/html') === true && filetype !== 'html'
  const isOtherTeam = status >= 300 && status < 400
  if (status === 200 && body && !isPage) {
    const bytes = Readable.fromWeb(body)
    return bytes.on('error', () => undefined) // it may fail before it is read; its reader gets the error as well
  }
  void body?.cancel().catch(() => undefined) // nobody reads it
  if (isPage || isOtherTeam || status === 401 || status === 403) throw notAllowed(label)
  if (status === 404 || status === 410) throw gone(label)
  throw new Error(`slack answered ${status} in place of the file`)
}

const refused = (message: string) => badRequest(FIELD, message)
const gone = (label: string) => refused(`${label} is no longer in Slack. Choose it again.`)
const unseen = (label: string, from: FileOrigin) => badRequest(FIELD, unseenText(ruleOf(from), label), ruleOf(from))
const notAllowed = (label: string) =>
  refused(
    `${label} can’t be read: Pinslot needs permission to read files (files:read). Ask an admin to add Pinslot to this workspace again.`,
  )
