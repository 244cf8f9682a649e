/** Resources that a host may show to a model without a tool: the schedule of an account, and a pin with its picture. */
import type { Readable } from 'node:stream'
import { ResourceNotFoundError } from '@modelcontextprotocol/server'
import { DomainError } from '../core/lib/errors.js'
import { openMedia } from '../core/media/open.js'
import { thumbnailPath } from '../core/media/media.js'
import { readPost } from '../core/posts/list.js'
import type { Caller } from './caller.js'
import { fenced } from './fence.js'
import { TOOLS } from './tools/tools.js'

const MOST_ACCOUNTS = 100
/** A thumbnail has a few tens of KB. */
const MOST_PICTURE_BYTES = 512 * 1024

export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: 'pinslot://accounts/{accountId}/schedule',
    name: 'schedule',
    title: 'The schedule of an account',
    description: 'Open and taken times of the next two weeks',
    mimeType: 'text/plain',
  },
  {
    uriTemplate: 'pinslot://accounts/{accountId}/posts/{postId}',
    name: 'pin',
    title: 'A pin with its image',
    description: 'Its text, state and time, and a small image',
    mimeType: 'text/plain',
  },
]

export async function listResources(caller: Caller) {
  const { accounts } = (await caller.ask('listAccounts', {})).data
  return accounts.slice(0, MOST_ACCOUNTS).map(({ id, username }) => ({
    uri: `pinslot://accounts/${id}/schedule`,
    name: `schedule-${id}`,
    title: `The schedule of ${username}`,
    mimeType: 'text/plain',
  }))
}

type Content = { uri: string; mimeType: string } & ({ text: string } | { blob: string })

/** @throws ResourceNotFoundError also for resources that the caller may not see */
export async function readResource(caller: Caller, uri: string): Promise<Content[]> {
  const [, accountId, postId] = /^pinslot:\/\/accounts\/(\d{1,18})\/(?:schedule|posts\/(\d{1,18}))$/.exec(uri) ?? []
  if (accountId === undefined) throw new ResourceNotFoundError(uri)
  const text = async (tool: string, input: Record<string, unknown>) =>
    fenced(JSON.stringify(await TOOLS.find(({ name }) => name === tool)?.run(caller, input)), caller.requestId)
  try {
    if (postId === undefined) return [{ uri, mimeType: 'text/plain', text: await text('read_schedule', { accountId }) }]
    const pin: Content = { uri, mimeType: 'text/plain', text: await text('show_pin', { accountId, postId }) }
    const picture = await readPicture(caller, { accountId, postId })
    return picture
      ? [pin, { uri: `${uri}/picture`, mimeType: picture.contentType, blob: picture.bytes.toString('base64') }]
      : [pin]
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') throw new ResourceNotFoundError(uri)
    throw error
  }
}

async function readPicture(caller: Caller, ref: { accountId: string; postId: string }) {
  const { media, organizationId } = await readPost(caller.deps, caller.actor, ref)
  const path = media[0] && thumbnailPath(organizationId, media[0])
  const found = path && (await openMedia(caller.deps, path.slice(path.lastIndexOf('/') + 1)))
  if (!found || found.bytes > MOST_PICTURE_BYTES) return undefined
  return { contentType: found.contentType, bytes: await readWhole(await found.stream()) }
}

async function readWhole(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer) // storage streams bytes, never text
  return Buffer.concat(parts)
}
