/** The documents that the service shows, each read and rendered once, when somebody asks for it: they come with the code. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../root.js'
import { docsNavigation, render, escapeHtml } from '../pages/layout.js'
import { pathOf, SHOWN, type ShownFile, withLinks } from './links.js'
import { Marked } from 'marked'

export type Shown = { path: string; html: () => string; markdown: () => string }

const FOOTER = `The same page as Markdown: <a href="PATH.md">PATH.md</a>. All pages for programs: <a href="/llms.txt">/llms.txt</a>.`

export const openDocuments = (): Shown[] =>
  (Object.keys(SHOWN) as ShownFile[]).map((file) => {
    const shownAt = pathOf(file)
    const read = () => readFileSync(path.join(root, 'docs', file), 'utf8')
    let html: string | undefined
    let markdown: string | undefined
    return {
      path: shownAt,
      html: () => (html ??= pageOf(shownAt, articleOf(withLinks(read(), file, pathOf)))),
      markdown: () => (markdown ??= withLinks(read(), file, (other) => `${pathOf(other)}.md`)),
    }
  })

const pageOf = (shownAt: string, { title, lead, body }: Article): string =>
  render({
    path: shownAt,
    title,
    lead,
    navigation: docsNavigation(shownAt),
    body: `<article>${body}</article>`,
    footer: FOOTER.replaceAll('PATH', shownAt),
  })

/** Renders the Markdown of our own documents as the body of a page. */
type Article = { title: string; lead: string; body: string }

/** Makes GitHub's anchors, so that a link leads to the same section there and here. */
function makeAnchors(): (heading: string) => string {
  const used = new Map<string, number>()
  return (heading) => {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-')
    const count = used.get(slug) ?? 0
    used.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  }
}

/**
 * Renders a document. Wide tables and code scroll by themselves instead of the page.
 * @param text trusted: ours, never a reader's
 */
export function articleOf(text: string): Article {
  const anchorOf = makeAnchors()
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const id = anchorOf(this.parser.parseInline(tokens, this.parser.textRenderer))
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      code({ text: code, lang = '' }) {
        const label = NAMES[lang] === undefined ? '' : ` aria-label="${NAMES[lang]}"`
        return `<pre tabindex="0" role="region"${label || ' aria-label="Text"'}><code>${escapeHtml(code)}</code></pre>\n`
      },
    },
    hooks: {
      postprocess: (html) =>
        html
          .replaceAll('<table>', '<div class="table" tabindex="0" role="region" aria-label="Table"><table>')
          .replaceAll('</table>', '</table></div>'),
    },
  })
  const [, title = '', rest = ''] = /^# (.+)\n([^]*)$/.exec(text) ?? []
  const [lead = '', ...paragraphs] = rest.trim().split('\n\n')
  const body = marked.parse(paragraphs.join('\n\n'), { async: false })
  return { title: escapeHtml(title), lead: marked.parseInline(lead, { async: false }), body }
}

/** Names of code blocks for screen readers. */
const NAMES: Record<string, string> = { sh: 'Shell', ts: 'TypeScript', json: 'JSON' }
