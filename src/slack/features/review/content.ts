/** What a message or a form holds for several pins: its files, and its links in order. */
import { z } from 'zod'
import { isUrl } from '../../../core/lib/parse-url.js'
import type { Given, GivenFile, GivenLink } from '../../../core/posts/review/proposals.js'
import { isTable } from '../../pictures/files.js'
import { imageIn, textOf, unescape, videoIn } from '../composer/message-content.js'

/** Of a shared channel's file Slack may send the id alone; of a deleted one it keeps the place. */
const file = z.object({
  id: z.string(),
  mode: z.string().nullish(),
  name: z.string().nullish(),
  title: z.string().nullish(),
  alt_txt: z.string().nullish(),
  mimetype: z.string().nullish(),
  filetype: z.string().nullish(),
  file_access: z.string().nullish(),
})
const message = z.object({ text: z.string().nullish(), files: z.array(file).nullish() })
const GONE = ['tombstone', 'hidden_by_limit']

/** `tables`: files of pins. `others`: names of files that are none of these. */
export type Content = Given & { tables: { id: string; name: string }[]; others: string[] }

export function contentOf(sent: object): Content {
  const read = message.safeParse(sent)
  const { text, files } = read.success ? read.data : {}
  const there = (files ?? []).filter(({ mode }) => !GONE.includes(mode ?? ''))
  const isMedia = ({ mimetype, file_access: access }: z.infer<typeof file>) =>
    access === 'check_file_info' || /^(?:image|video)\//.test(mimetype ?? '')
  return {
    files: there.filter(isMedia).map(toGiven),
    links: linksIn(text ?? ''),
    words: textOf(text ?? ''),
    tables: there.filter((one) => !isMedia(one) && isTable(one)).map(({ id, name }) => ({ id, name: name ?? 'a file' })),
    others: there.filter((one) => !isMedia(one) && !isTable(one)).map(({ name }) => name ?? 'a file'),
  }
}

const toGiven = ({ id, name, title, alt_txt: altText }: z.infer<typeof file>): GivenFile => ({
  id,
  name: name ?? 'a file',
  ...(title && { title }),
  ...(altText && { altText }),
})

/** Each once, in their order; marked up by Slack or as typed. */
export function linksIn(text: string): GivenLink[] {
  const found = [...text.matchAll(/<(https?:\/\/[^|>\s]+)(?:\|[^>]*)?>|https?:\/\/[^\s<>|]+/gi)].map((match) =>
    unescape(match[1] ?? match[0]),
  )
  return [...new Set(found)]
    .filter((url) => isUrl(url))
    .map((url) => ({ url, shows: imageIn(url) ? 'image' : videoIn(url) ? 'video' : 'page' }))
}
