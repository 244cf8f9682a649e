/** What a message or a form holds for several pins: its files, and its links in order. */
import { z } from 'zod'
import { isUrl } from '../../../core/lib/parse-url.js'
import type { FileOrigin } from '../../../core/posts/review/model.js'
import type { Given, GivenFile, GivenLink } from '../../../core/posts/review/proposals.js'
import { isFileThere, type SlackFile, slackFile } from '../../input/slack-file.js'
import { isTable } from '../../pictures/files.js'
import { imageIn, textOf, unescape, videoIn } from '../composer/message-content.js'

const message = z.object({ text: z.string().nullish(), files: z.array(slackFile).nullish() })

/** `tables`: files of pins. `others`: names of files that are none of these. */
export type Content = Given & { tables: { id: string; name: string; from?: FileOrigin }[]; others: string[] }

/** @param from of a message of somebody else's, in what kind of conversation it is; undefined: it was sent to the app itself */
export function contentOf(sent: object, from?: FileOrigin): Content {
  const read = message.safeParse(sent)
  const { text, files } = read.success ? read.data : {}
  const there = (files ?? []).filter(isFileThere)
  const isMedia = ({ mimetype, file_access: access }: SlackFile) =>
    access === 'check_file_info' || /^(?:image|video)\//.test(mimetype ?? '')
  return {
    files: there.filter(isMedia).map((file) => ({ ...toGiven(file), ...(from && { from }) })),
    links: linksIn(text ?? ''),
    words: textOf(text ?? ''),
    tables: there
      .filter((one) => !isMedia(one) && isTable(one))
      .map(({ id, name }) => ({ id, name: name ?? 'a file', ...(from && { from }) })),
    others: there.filter((one) => !isMedia(one) && !isTable(one)).map(({ name }) => name ?? 'a file'),
  }
}

const toGiven = ({ id, name, title, alt_txt: altText }: SlackFile): GivenFile => ({
  id,
  name: name ?? 'a file',
  ...(title && { title }),
  ...(altText && { altText }),
})

/** Each once, in their order; marked up by Slack or as typed. */
export function linksIn(text: string): GivenLink[] {
  const found = [...text.matchAll(/<(https?:\/\/[^<|>\s]+)(?:\|[^<>]*)?>|https?:\/\/[^\s<>|]+/gi)].map((match) =>
    unescape(match[1] ?? match[0]),
  )
  return [...new Set(found)]
    .filter((url) => isUrl(url))
    .map((url) => ({ url, shows: imageIn(url) ? 'image' : videoIn(url) ? 'video' : 'page' }))
}
