/** The documents that the service shows, read once because they come with the code. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../root.js'
import { docsNavigation, render } from '../pages/layout.js'
import { pathOf, SHOWN, type ShownFile, withLinks } from './links.js'
import { articleOf } from './markdown.js'

export type Shown = { path: string; html: string; markdown: string }

const FOOTER = `The same page as Markdown: <a href="PATH.md">PATH.md</a>. All pages for programs: <a href="/llms.txt">/llms.txt</a>.`

export function readDocuments(): Shown[] {
  return (Object.keys(SHOWN) as ShownFile[]).map((file) => {
    const text = readFileSync(path.join(root, 'docs', file), 'utf8')
    const own = pathOf(file)
    const { title, lead, body } = articleOf(withLinks(text, file, pathOf))
    return {
      path: own,
      markdown: withLinks(text, file, (other) => `${pathOf(other)}.md`),
      html: render({
        path: own,
        title,
        lead,
        navigation: docsNavigation(own),
        body: `<article>${body}</article>`,
        footer: FOOTER.replaceAll('PATH', own),
      }),
    }
  })
}
