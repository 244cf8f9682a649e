/** Finds the files and links for several pins in a message or a form, in order. */
import { z } from 'zod'
import type { FileOrigin } from '../../../core/sources/review/model.js'
import type { Given, GivenFile, GivenLink } from '../../../core/sources/review/proposals.js'
import { isFileThere, type SlackFile, slackFile } from '../../input/slack-file.js'
import { isTable } from '../../pictures/files.js'
import { findLinks, imageIn, videoIn } from '../../input/links.js'
import { readMessageText } from '../../input/slack-text.js'

const message = z.object({ files: z.array(slackFile).nullish() })

/** `tables`: CSV files of pins. `others`: names of files of other kinds. */
export type Content = Given & { tables: { id: string; name: string; from?: FileOrigin }[]; others: string[] }

/** @param from the kind of conversation of another person's message; undefined: it was sent to the app itself */
export function contentOf(sent: object, from?: FileOrigin): Content {
  const read = message.safeParse(sent)
  const { files } = read.success ? read.data : {}
  const { words, links } = readMessageText(sent)
  const there = (files ?? []).filter(isFileThere)
  const isMedia = ({ mimetype, file_access: access }: SlackFile) =>
    access === 'check_file_info' || /^(?:image|video)\//.test(mimetype ?? '')
  return {
    files: there.filter(isMedia).map((file) => ({ ...toGiven(file), ...(from && { from }) })),
    links: toGivenLinks(links),
    words,
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

/** Finds the links in typed text: each once, in their order. */
export const linksIn = (typed: string): GivenLink[] => toGivenLinks(findLinks(typed).map(({ url }) => url))

const toGivenLinks = (urls: readonly string[]): GivenLink[] =>
  [...new Set(urls)].map((url) => ({ url, shows: imageIn(url) ? 'image' : videoIn(url) ? 'video' : 'page' }))
