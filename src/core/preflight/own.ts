/** Checks what the pin itself shows: its pictures, its title, the form of its link. */
import { MINUTE_MS, SECOND_MS } from '../lib/duration.js'
import { parseUrl } from '../lib/http/parse-url.js'
import { furtherOf } from '../media/post-media.js'
import type { Post } from '../posts/post.js'
import { undeclaredIn } from '../posts/state/media-warnings.js'
import type { Finding } from '../posts/state/finding.js'

export type OwnPost = Pick<Post, 'mediaType' | 'media' | 'title' | 'url' | 'aiDisclosures'> & Partial<Pick<Post, 'savedPin'>>

export const findInItself = (post: OwnPost): Finding[] => [
  ...ofLink(post.url),
  ...ofPictures({ mediaType: post.mediaType, media: [post.media[0] ?? [], furtherOf(post.media)].flat() }),
  ...(post.mediaType === 'video' ? post.media.slice(0, 1).flatMap(ofVideo) : []),
  ...ofAi(post),
  ...(post.savedPin ? [] : ofTitle(post.title)),
] // nobody can change the title of another one's pin

/** The feed enlarges narrower pictures; videos tolerate more. */
const LEAST_WIDTH = { image: 600, video: 540 }
/** Height by width. Pinterest shows 2:3 whole; slightly taller loses little, and videos may be as tall as a phone. */
const TALLEST = { image: 1.6, video: 1.8 }
const FAR_TOO_TALL = 2.1
const WIDEST = 1 / 1.92
const FAR_TOO_WIDE = 1 / 2.5

/** Reports the first picture of a carousel for each problem. */
function ofPictures({ mediaType, media }: Pick<OwnPost, 'mediaType' | 'media'>): Finding[] {
  const small = media.findIndex(({ width }) => width < LEAST_WIDTH[mediaType])
  const shape = media.findIndex(({ width, height }) => severityOfShape(height / width, mediaType) !== undefined)
  const of = (index: number) => {
    const { width, height } = media[index]!
    return { picture: index + 1, width, height }
  }
  const severity = shape < 0 ? undefined : severityOfShape(media[shape]!.height / media[shape]!.width, mediaType)
  return [
    ...(small < 0 ? [] : [{ code: 'picture_small' as const, severity: 'warning' as const, ...of(small) }]),
    ...(severity === undefined ? [] : [{ code: 'picture_ratio' as const, severity, ...of(shape) }]),
  ]
}

function severityOfShape(shape: number, mediaType: Post['mediaType']): 'info' | 'warning' | undefined {
  if (mediaType === 'video' && !isVideoShape(shape)) return undefined // video_ratio says more
  if (shape > FAR_TOO_TALL || shape < FAR_TOO_WIDE) return 'warning'
  return shape > TALLEST[mediaType] || shape < WIDEST ? 'info' : undefined
}

function ofAi({ mediaType, media, aiDisclosures }: OwnPost): Finding[] {
  const at = undeclaredIn({ media, aiDisclosures })
  return at < 0 ? [] : [{ code: 'ai_undeclared', severity: 'warning', picture: at + 1, mediaType }]
}

/** The limits that Pinterest documents for videos. @see docs/decisions.md#85-videos-that-pinterest-takes */
const SHORTEST_MS = 4 * SECOND_MS
const LONGEST_MS = 15 * MINUTE_MS
/** Height by width. */
const isVideoShape = (shape: number): boolean => shape >= 1 / 1.91 && shape <= 2
/** The names of H.264 and H.265 in a file's index, including Dolby Vision. */
const TAKEN_CODECS = new Set(['avc1', 'avc2', 'avc3', 'avc4', 'dva1', 'dvav', 'hev1', 'hev2', 'hvc1', 'hvc2', 'dvh1', 'dvhe'])

function ofVideo({ width, height, durationMs, codec }: Post['media'][number]): Finding[] {
  const isLength = durationMs === null || (durationMs >= SHORTEST_MS && durationMs <= LONGEST_MS)
  return [
    ...(isLength ? [] : [{ code: 'video_length' as const, severity: 'blocking' as const, durationMs }]),
    ...(isVideoShape(height / width) ? [] : [{ code: 'video_ratio' as const, severity: 'warning' as const, width, height }]),
    ...(codec === null || TAKEN_CODECS.has(codec) ? [] : [{ code: 'video_codec' as const, severity: 'warning' as const, codec }]),
  ]
}

/** Two lines of the feed, as in the pin drawn for Slack. */
const SHOWN_CHARACTERS = 60

function ofTitle(title: string | null): Finding[] {
  const characters = [...(title ?? '')]
  if (characters.length <= SHOWN_CHARACTERS) return []
  const head = characters.slice(0, SHOWN_CHARACTERS - 1).join('')
  const shown = (/^(.{20,})\s\S*$/su.exec(head)?.[1] ?? head).trimEnd() // at the end of a word, where there is one
  return [{ code: 'text_cut', severity: 'info', shown }]
}

function ofLink(url: string | null): Finding[] {
  const parsed = url === null ? undefined : parseUrl(url)
  if (!parsed) return []
  const found: Finding[] = []
  if (isShortener(parsed.hostname))
    found.push({ code: 'link_shortened', severity: 'warning', host: parsed.hostname.replace(/^www\./, ''), to: null })
  if (parsed.protocol === 'http:')
    found.push({ code: 'link_insecure', severity: 'warning', https: parsed.href.replace(/^http:/, 'https:') })
  return found
}

/** Pinterest blocks them, because they hide their destination. @see https://help.pinterest.com/en/article/blocked-links */
const SHORTENERS = new Set([
  ...['adf.ly', 'b.link', 'bit.do', 'bit.ly', 'bitly.com', 'bl.ink', 'buff.ly', 'clck.ru', 'cutt.ly', 'dlvr.it', 'fb.me'],
  ...['goo.gl', 'ht.ly', 'is.gd', 'j.mp', 'kutt.it', 'lnkd.in', 'ow.ly', 'qr.ae', 'rb.gy', 'rebrand.ly', 's.id', 'shorte.st'],
  ...['short.io', 'shorturl.at', 'shortlink.to', 'snip.ly', 't.co', 't.ly', 't2m.io', 'tiny.cc', 'tiny.one', 'tinyurl.com'],
  ...['trib.al', 'u.to', 'urlz.fr', 'v.gd', 'x.co', 'zpr.io'],
])
export const isShortener = (host: string): boolean => SHORTENERS.has(host.toLowerCase().replace(/^www\.|\.$/g, ''))
