/** What Slack refuses about blocks, as lines of response_metadata.messages: their shape, and pictures that it cannot have. */
import { parseUrl } from '../../core/lib/parse-url.js'
import { checkLimits, type Surface } from '../../../blocks/limits/limits.js'
import { isPublicHost } from '../../core/lib/public-address.js'
import type { Sql } from '../../core/ports/deps.js'
import type { Block, View } from './views/block-kit.js'
import { filesSeenByApp } from './files/files.js'

const MAX_VIEW_BYTES = 250_000

/** Empty when Slack would take it. */
export function refusalsOf(content: { text?: string; blocks: Block[] } | View, surface: Surface): string[] {
  // a message without text is bad manners, which Slack lets pass
  const shown = surface === 'message' && !content.text ? { ...content, text: 'none' } : content
  return checkLimits(shown, surface).map((problem) => `[ERROR] ${problem}`)
}

/** Slack loads a picture itself: from a host that it can reach, or from a file that is there, that the app sees, and that is processed and a picture. @param now by the machine's clock */
export async function picturesRefused(sql: Sql, blocks: readonly Block[], now: Date): Promise<string[]> {
  const pictures = picturesIn(blocks, '/blocks')
  const ids = pictures.flatMap(({ fileId }) => fileId ?? [])
  const known = new Set((await filesSeenByApp(sql, ids, now)).filter(isPicture).map(({ id }) => id))
  return pictures.flatMap(({ at, url, fileId }) => {
    if (url !== undefined && !isReachable(url)) return [`[ERROR] downloading image failed [json-pointer:${at}/image_url]`]
    if (fileId !== undefined && !known.has(fileId)) return [`[ERROR] invalid slack file [json-pointer:${at}/slack_file]`]
    return []
  })
}

const isPicture = ({ mimetype }: { mimetype: string }) => /^image\/(png|jpeg|gif)$/.test(mimetype)
const isReachable = (url: string): boolean => isPublicHost(parseUrl(url)?.hostname ?? '')

type Picture = { at: string; url?: string | undefined; fileId?: string | undefined }

function picturesIn(value: unknown, at: string): Picture[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => picturesIn(each, `${at}/${index}`))
  if (typeof value !== 'object' || value === null) return []
  const { type, image_url: url, slack_file: file } = value as Record<string, unknown> // whatever an app sends
  const id: unknown = typeof file === 'object' && file !== null && 'id' in file ? file.id : undefined
  const own: Picture[] =
    type === 'image'
      ? [{ at, url: typeof url === 'string' ? url : undefined, fileId: typeof id === 'string' ? id : undefined }]
      : []
  return [...own, ...Object.entries(value).flatMap(([key, each]) => picturesIn(each, `${at}/${key}`))]
}

export const isTooLarge = (view: View): boolean => Buffer.byteLength(JSON.stringify(view)) > MAX_VIEW_BYTES
