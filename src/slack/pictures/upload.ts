/** A picture as a file of the app in a workspace: private, for its views alone. */
import { setTimeout as sleep } from 'node:timers/promises'
import { WebAPIPlatformError, type WebClient } from '@slack/web-api'

/** Slack takes a moment to process a file, and refuses a view with one that it has not processed. In ms. */
const POLL_AFTER_MS = [0, 200, 400, 800, 1600, 2000]

/** @throws what the Web API throws @returns the file's id, once Slack can show it; or after five seconds without an answer */
export async function uploadPicture(client: WebClient, bytes: Buffer, filename: string): Promise<string> {
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

/** One that is gone already is fine. @throws what the Web API throws */
export async function deletePicture(client: WebClient, id: string): Promise<void> {
  try {
    await client.files.delete({ file: id })
  } catch (error) {
    if (!(error instanceof WebAPIPlatformError && GONE.includes(error.data.error))) throw error
  }
}

/** Whether the file can still be shown. @throws what the Web API throws, but for files that are gone */
export async function isThere(client: WebClient, id: string): Promise<boolean> {
  try {
    const { file } = await client.files.info({ file: id })
    return file?.mode !== 'tombstone'
  } catch (error) {
    if (error instanceof WebAPIPlatformError && GONE.includes(error.data.error)) return false
    throw error
  }
}
