/** Slack's refusals of blocks, as lines of response_metadata.messages: wrong shapes, and pictures that it cannot load. */
import { parseUrl } from '../../core/lib/http/parse-url.js'
import { checkLimits, type Surface } from '../../../blocks/limits/limits.js'
import { isPublicHost } from '../../core/lib/http/public-address.js'
import type { Sql } from '../../core/ports/deps.js'
import type { Block, View } from './block-kit.js'
import type { Workspace } from './context.js'
import { filesSeenByApp } from './files.js'

const MAX_VIEW_BYTES = 250_000

/** Empty if Slack would accept the content. */
export function refusalsOf(
  content: { text?: string; blocks: Block[] } | View,
  surface: Surface,
  { refusedBlocks }: Pick<Workspace, 'refusedBlocks'>,
): string[] {
  // a message without text is bad style, but Slack accepts it
  const shown = surface === 'message' && !content.text ? { ...content, text: 'none' } : content
  const unknown = content.blocks.flatMap(({ type }, index) =>
    refusedBlocks.includes(type) ? [`unsupported type: ${type} [json-pointer:/blocks/${index}/type]`] : [],
  )
  return [...unknown, ...checkLimits(shown, surface)].map((problem) => `[ERROR] ${problem}`)
}

/**
 * Checks that Slack can load each picture: from a public host, or from a processed picture file that the app may read.
 * @param now by the machine's clock
 */
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
  const { type, image_url: url, slack_file: file } = value as Record<string, unknown> // any value that an app sends
  const id: unknown = typeof file === 'object' && file !== null && 'id' in file ? file.id : undefined
  const own: Picture[] =
    type === 'image'
      ? [{ at, url: typeof url === 'string' ? url : undefined, fileId: typeof id === 'string' ? id : undefined }]
      : []
  return [...own, ...Object.entries(value).flatMap(([key, each]) => picturesIn(each, `${at}/${key}`))]
}

export const isTooLarge = (view: View): boolean => Buffer.byteLength(JSON.stringify(view)) > MAX_VIEW_BYTES
