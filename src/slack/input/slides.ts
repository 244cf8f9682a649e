/** The slides of a carousel as one text: title, description and link on lines of their own, and a line of dashes between slides. */
import { isDeepStrictEqual } from 'node:util'
import { type Slide, slideWords } from '../../core/posts/content.js'
import { withScheme } from '../../core/lib/http/url.js'

const BETWEEN = /\n[ \t]*(?:-{3,}|[–—]-?)[ \t]*(?=\n|$)/
const LINK = /^https?:\/\/\S+$/i
/** Slack's limit of a text field. */
const MOST_CHARACTERS = 3000

/**
 * True for slides that a field of a form can show and give back as they are: a form reads a line of dashes in a description as the
 * end of its slide, and would save that beside what the person changed.
 */
export function fitsField(slides: readonly Slide[]): boolean {
  const text = writeSlides(slides)
  return text.length <= MOST_CHARACTERS && isDeepStrictEqual(slideWords(readSlides(text)), slideWords(slides))
}

/** Writes the title first, even if it is empty, and the link last; an empty line ends a description that looks like a link. */
export const writeSlides = (slides: readonly Slide[]): string =>
  slides
    .map(({ title = '', description = '', link }) => {
      const last = link ?? (LINK.test(lastLine(description.split('\n'))) ? '' : undefined)
      return [title, ...(description === '' ? [] : [description]), ...(last === undefined ? [] : [last])].join('\n')
    })
    .join('\n---\n')

/** Returns the last line as the address that it may be. */
const lastLine = (lines: readonly string[]): string => withScheme((lines.at(-1) ?? '').trim())

/** Reads what a person typed. The first line is the title, and a last line that is an address the link. */
export function readSlides(text: string): Slide[] {
  if (text.trim() === '') return []
  return `\n${text.replaceAll('\r\n', '\n')}`.split(BETWEEN).map((part) => {
    const [title = '', ...lines] = part.slice(1).split('\n')
    const last = lastLine(lines)
    const link = LINK.test(last) ? last : undefined
    const description = (link === undefined ? lines : lines.slice(0, -1)).join('\n').trim()
    const own = { title: title.trim(), description, link }
    return Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined && value !== ''))
  })
}
