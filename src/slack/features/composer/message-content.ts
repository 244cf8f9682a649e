/** What a message or a command holds for a pin. Slack writes `<https://a.b|label>` and `&amp;`. */
import { isUrl, parseUrl } from '../../../core/lib/parse-url.js'
import { z } from 'zod'
import { isFileThere, type SlackFile, slackFile } from '../../input/slack-file.js'
import { MOST_FILES } from '../../../../blocks/composer/media.js'
import type { FileOrigin } from '../../../core/posts/review/model.js'
import type { ChosenFile } from '../../../../blocks/composer/model.js'

/** What Slack escapes in every text that it sends. */
export const unescape = (text: string): string => text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&')

/** The first web address, marked up by Slack or as typed. */
export function linkIn(text: string): string | undefined {
  const marked = /<(https?:\/\/[^<|>\s]+)(?:\|[^<>]*)?>/i.exec(text)?.[1]
  const plain = /https?:\/\/[^\s<>|]+/i.exec(text)?.[0]
  const found = marked ?? plain
  if (found === undefined) return undefined
  const link = unescape(found)
  return isUrl(link) ? link : undefined
}

/** Of words that are the address of a website without its `https://`, that address whole. */
export const bareLinkIn = (words: string): string | undefined =>
  /^(?:[\p{L}\d-]+\.)+\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/u.test(words) ? linkIn(`https://${words}`) : undefined

/** Whether an address names a picture. */
export const imageIn = (link: string): boolean => /\.(jpe?g|png|webp|gif|heic|svg)$/i.test(new URL(link).pathname)

/** Whether an address names a video. What it really is, its bytes show. */
export const videoIn = (link: string): boolean => /\.(mp4|mov|qt)$/i.test(parseUrl(link)?.pathname ?? '')

/** The words without addresses, mentions and markup. One that is open ends where the next begins: none is read twice. */
export const textOf = (text: string): string =>
  unescape(
    text
      .replace(/<https?:\/\/[^<>|]+\|([^<>]*)>/gi, '$1')
      .replace(/<https?:\/\/[^<>]+>/gi, '')
      .replace(/<[@#!][^<>|]*\|([^<>]*)>/g, '$1')
      .replace(/<[@#!][^<>]*>/g, '')
      .replace(/https?:\/\/\S+/gi, ''),
  )
    .replace(/[ \t]+/g, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

const attachments = z.object({ files: z.array(slackFile).default([]) })

/** Slack's ids of direct messages begin so: of two people, to which nobody can invite the app, and of one with the app itself, whose files it sees. */
export const originOf = ({ channel }: { channel: { id: string } }): FileOrigin => (channel.id.startsWith('D') ? 'dm' : 'message')

/** Its pictures, as many as a pin takes; a message without one may have a video. */
export function filesIn(message: object, from: FileOrigin): ChosenFile[] {
  const read = attachments.safeParse(message)
  const there = (read.success ? read.data.files : []).filter(isFileThere)
  const isUnknown = (file: SlackFile) => file.file_access === 'check_file_info'
  const pictures = there.filter((file) => isUnknown(file) || file.mimetype?.startsWith('image/')).slice(0, MOST_FILES)
  const found = pictures.length > 0 ? pictures : there.filter(({ mimetype }) => mimetype?.startsWith('video/')).slice(0, 1)
  return found.map(({ id, name }) => ({ id, name: name ?? 'a file', from }))
}
