/** Rewrites the links between documents for the pages of the service. */
import path from 'node:path'

/** The documents that the service shows, by their path below docs/, in reading order. */
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

/** The path of a document's page; with `.md` at the end it is the Markdown. */
export const pathOf = (file: ShownFile): string => `/docs/${file.replace(/\.md$/, '')}`

const LINK = /\[((?:[^[\]]|\[[^[\]]*\])*)\]\(([^)\s]+)\)/g

/**
 * Points links to other pages by `to`; documents that the service does not show keep their name without a link.
 * @param file that contains the text
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
