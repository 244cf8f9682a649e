/** Where the links of the documents lead to as pages of the service. */
import path from 'node:path'

/** The documents that the service shows, by their path below docs/, in a reader's order. */
export const SHOWN = {
  'guide/first-pin.md': 'First pin',
  'guide/media.md': 'Media',
  'guide/schedule.md': 'Schedule',
  'guide/many-pins.md': 'Many pins',
  'guide/trends.md': 'What people search for',
  'guide/errors-and-retries.md': 'Errors and retries',
  'guide/webhooks.md': 'Webhooks',
  'contract.md': 'Contract',
  'agents.md': 'Agents',
} as const
export type ShownFile = keyof typeof SHOWN

const isShown = (file: string): file is ShownFile => Object.hasOwn(SHOWN, file)

/** Of a document as a page; its Markdown is there with `.md` at the end. */
export const pathOf = (file: ShownFile): string => `/docs/${file.replace(/\.md$/, '')}`

const LINK = /\[((?:[^[\]]|\[[^[\]]*\])*)\]\(([^)\s]+)\)/g

/**
 * The text with links that lead somewhere here: to other pages by `to`; what the service does not show is named without a link.
 * @param file where the text stands
 */
export function withLinks(text: string, file: ShownFile, to: (file: ShownFile) => string): string {
  return text.replace(LINK, (whole, words: string, target: string) => {
    if (/^(?:https?:|#|\/)/.test(target)) return whole
    const [name = '', section] = target.split('#')
    const other = path.posix.join(path.posix.dirname(file), name)
    if (!isShown(other)) return words
    return `[${words}](${to(other)}${section === undefined ? '' : `#${section}`})`
  })
}
