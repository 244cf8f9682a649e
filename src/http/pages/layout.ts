/** The common parts of every page: the document, its headers, the navigation. */
import { createHash } from 'node:crypto'

export type Page = {
  /** The path in the navigation; null for a page that is not in it and has none. */
  path: string | null
  title: string
  lead: string
  /** HTML of our own; the caller escapes names that others chose. The same is true for `title` and `lead`. */
  body: string
  footer?: string
  /** True for a page that search engines may show. */
  isListed?: boolean
  /** Replaces the navigation of the pages about plans. */
  navigation?: string
}

/** The navigation of the pages about plans, which a person following a connect link does not need. */
const NAVIGATION = [
  ['/plans', 'Overview'],
  ['/billing/credits', 'Credits'],
  ['/billing/plans', 'Plans'],
] as const

const DOCS_NAVIGATION = [
  ['/docs', 'Reference'],
  ['/docs/guide/first-pin', 'First pin'],
  ['/docs/guide/media', 'Media'],
  ['/docs/guide/schedule', 'Schedule'],
  ['/docs/guide/many-pins', 'Many pins'],
  ['/docs/guide/trends', 'Trends'],
  ['/docs/guide/errors-and-retries', 'Errors'],
  ['/docs/guide/webhooks', 'Webhooks'],
  ['/docs/contract', 'Contract'],
  ['/docs/agents', 'Agents'],
] as const

const SHAPES =
  '<rect x="2" y="17" width="28" height="13" rx="4"/><path d="M16 3a7 7 0 0 1 7 7c0 5-7 12-7 12S9 15 9 10a7 7 0 0 1 7-7z" stroke="VAR" stroke-width="2"/>'
export const mark = `<svg viewBox="0 0 32 32" fill="currentColor" aria-hidden="true">${SHAPES.replace('VAR', 'var(--ground)')}</svg>`
export const ICON = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" fill="#7a2f6f">${SHAPES.replace('VAR', '#fff')}</svg>`,
)}`

/**
 * Forbids scripts and frames, and allows the one style sheet by its hash.
 * @param formAction allowed targets of forms, including redirects
 * @param images where pictures may come from, besides the page itself
 * @param media where videos may come from; empty: there are none
 */
const policy = (formAction: string, images: string, media: string) =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    `img-src data:${images}`,
    ...(media === '' ? [] : [`media-src ${media}`]),
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ].join('; ')

/** Headers of a page that is the same for everybody. */
export const publicHeaders = ({ formAction = "'none'", images = '', media = '' } = {}) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy(formAction, images === '' ? '' : ` ${images}`, media),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'public, max-age=300',
})

/**
 * Headers of a page for one reader. With a form, browsers send the referrer to us (and nobody else), which proves that the form
 * was ours.
 */
export const privateHeaders = ({ formAction, ...sources }: { formAction?: string; images?: string; media?: string } = {}) => ({
  ...publicHeaders({ ...(formAction !== undefined && { formAction }), ...sources }),
  'referrer-policy': formAction === undefined ? 'no-referrer' : 'same-origin',
  'cache-control': 'no-store',
})

const FOOTER = `Pinslot schedules pins and publishes them on time. You can see what your account has left on
Pinslot’s Home in Slack; programs read <code>GET /v1/accounts/{accountId}/usage</code>.`

/** Stands where linkPages() puts the operator's links. Nothing that people write contains it, because their `<` is escaped. */
export const OPERATOR_LINKS = '<!--links-->'

export const render = ({
  path,
  title,
  lead,
  body,
  footer = FOOTER,
  isListed = false,
  navigation,
}: Page): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${isListed ? `<meta name="description" content="${lead}">` : '<meta name="robots" content="noindex">'}
<title>${title} · Pinslot</title>
<link rel="icon" href="${ICON}">
<style>${STYLE}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<p class="mark">${mark}Pinslot</p>
${navigation ?? (path === null ? '' : links('Pages', NAVIGATION, path))}</header>
<main id="content">
<h1>${title}</h1>
<p class="lead">${lead}</p>
${body}
</main>
<footer>${footer}${OPERATOR_LINKS}</footer>
</body>
</html>
`

/** Returns a page that says why a link or a form ends here, and what to do. */
export const closedPage = (title: string, lead: string, footer: string): string =>
  render({ path: null, title, lead, body: '', footer })

/**
 * The navigation of the pages for developers.
 * @param path of the page that shows it
 */
export const docsNavigation = (path: string): string => links('Documentation', DOCS_NAVIGATION, path)

const links = (label: string, entries: readonly (readonly [to: string, name: string])[], path: string): string =>
  `<nav aria-label="${label}"><ul>${entries.map(([to, name]) => `<li><a href="${to}"${to === path ? ' aria-current="page"' : ''}>${name}</a></li>`).join('')}</ul></nav>\n`

/** Escapes text of others for use between tags. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

/** A button that continues by a POST to the page's own address. */
export const nextButton = (words: string): string => `<form method="post"><button type="submit">${words}</button></form>`

export const card = (title: string, ...paragraphs: string[]): string =>
  `<section class="card"><h3>${title}</h3>${paragraphs.map((text) => `<p>${text}</p>`).join('')}</section>`

export const steps = (...items: string[]): string => `<ol class="steps">${items.map((item) => `<li>${item}</li>`).join('')}</ol>`

export const terms = (...pairs: [term: string, meaning: string][]): string =>
  `<dl>${pairs.map(([term, meaning]) => `<div><dt>${term}</dt><dd>${meaning}</dd></div>`).join('')}</dl>`

/** The one style sheet of the pages, inline in each of them and allowed by its hash. */
const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f7f4f6; --card: #ffffff; --text: #231c24; --soft: #5f5661; --line: #e2dbe1;
  --accent: #7a2f6f; --tint: #f5eaf3; --code: #f4eff3;
  font: 17px / 1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #17131a; --card: #211c25; --text: #ece6ee; --soft: #b9afbc; --line: #3c3442;
    --accent: #e6abdc; --tint: #33243a; --code: #2b2431;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); overflow-wrap: break-word; }
a { color: var(--accent); text-underline-offset: 0.2em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; border-radius: 4px; }
.skip { position: absolute; left: -999px; }
.skip:focus { left: 1rem; top: 1rem; background: var(--card); padding: 0.5rem 1rem; }
header, main, footer { width: min(56rem, 100%); margin: 0 auto; padding: 0 1.25rem; }
header { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.5rem 2rem; padding-top: 1.25rem; }
.mark { display: flex; align-items: center; gap: 0.6rem; margin: 0; font-weight: 700; font-size: 1.15rem; }
.mark svg { width: 1.9rem; height: 1.9rem; color: var(--accent); }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem; margin: 0; padding: 0; list-style: none; }
nav a { display: block; padding: 0.45rem 0.8rem; border-radius: 2rem; text-decoration: none; }
nav a:hover { text-decoration: underline; }
nav a[aria-current] { background: var(--tint); color: var(--text); font-weight: 600; }
h1 { margin: 3rem 0 0.5rem; font-size: clamp(1.9rem, 6vw, 2.6rem); line-height: 1.15; letter-spacing: -0.02em; text-wrap: balance; }
h2 { margin: 2.75rem 0 0.75rem; font-size: 1.3rem; line-height: 1.3; }
h3 { margin: 0 0 0.35rem; font-size: 1.05rem; }
p, li, dd { max-width: 42rem; }
p { margin: 0.5rem 0; }
.lead { color: var(--soft); font-size: 1.15rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr)); gap: 1rem; margin: 1rem 0; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 0.9rem; padding: 1.1rem 1.25rem; }
.card p { margin: 0; color: var(--soft); }
.card p + p { margin-top: 0.5rem; }
ol.steps { margin: 1rem 0; padding: 0; list-style: none; counter-reset: step; }
ol.steps > li {
  counter-increment: step; position: relative; max-width: none; margin: 0 0 0.75rem; padding: 1rem 1.25rem 1rem 3.6rem;
  background: var(--card); border: 1px solid var(--line); border-radius: 0.9rem;
}
ol.steps > li::before {
  content: counter(step); position: absolute; left: 1.1rem; top: 1rem; width: 1.7rem; height: 1.7rem; border-radius: 50%;
  background: var(--tint); text-align: center; font-weight: 700; line-height: 1.7rem;
}
dl { margin: 1rem 0; background: var(--card); border: 1px solid var(--line); border-radius: 0.9rem; }
dl > div { display: grid; grid-template-columns: minmax(0, 15rem) minmax(0, 1fr); gap: 0.25rem 1.5rem; padding: 0.9rem 1.25rem; }
dl > div + div { border-top: 1px solid var(--line); }
dt { font-weight: 600; }
dd { margin: 0; color: var(--soft); }
ul.plain { padding-left: 1.2rem; }
ul.plain li { margin: 0.35rem 0; }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: 0.88em; }
code { background: var(--code); color: var(--text); border-radius: 0.35rem; padding: 0.12em 0.35em; box-decoration-break: clone; -webkit-box-decoration-break: clone; }
dt code, h3 code { background: none; padding: 0; }
pre { margin: 0.75rem 0 0.25rem; padding: 0.85rem 1rem; background: var(--code); border-radius: 0.6rem; white-space: pre-wrap; overflow-wrap: anywhere; }
pre code { background: none; padding: 0; font-size: 1em; }
pre span { display: inline-block; }
img.pin { display: block; max-width: min(15rem, 100%); max-height: 26rem; border-radius: 0.9rem; border: 1px solid var(--line); }
figure { margin: 2rem 0; }
figure img { display: block; width: 100%; height: auto; border-radius: 0.9rem; border: 1px solid var(--line); }
figcaption { margin-bottom: 0.75rem; font-weight: 600; }
summary { cursor: pointer; margin-top: 0.5rem; }
article.pin {
  display: grid; grid-template-columns: minmax(0, 22rem) minmax(0, 1fr); gap: 1.5rem; align-items: start; margin: 1.5rem 0; padding: 1.25rem;
  background: var(--card); border: 1px solid var(--line); border-radius: 1.25rem; scroll-margin-top: 1rem;
}
article.pin h2 { margin-top: 0; }
article.pin dl { background: none; border: 0; }
article.pin dl > div { grid-template-columns: 5.5rem minmax(0, 1fr); gap: 0.25rem 1rem; padding: 0.45rem 0; }
.look { display: grid; gap: 0.75rem; }
.look img, .look video { display: block; width: 100%; height: auto; border-radius: 1rem; background: var(--tint); }
.words { white-space: pre-line; overflow-wrap: anywhere; }
.notice { padding: 0.75rem 1rem; border-radius: 0.75rem; background: var(--tint); font-weight: 600; }
.said { font-weight: 600; }
.comments { margin: 0; padding: 0; list-style: none; }
.comments li { margin: 0.5rem 0; padding-left: 0.9rem; border-left: 3px solid var(--line); }
.comments p:first-child { color: var(--soft); font-size: 0.92rem; }
.review input, .review select, .review textarea {
  font: inherit; padding: 0.7rem 0.9rem; border: 1px solid var(--soft); border-radius: 0.75rem; background: var(--ground); color: var(--text); max-width: 100%;
}
.review textarea { display: block; width: 100%; margin: 0.35rem 0 0.6rem; }
.review .name { display: flex; flex-wrap: wrap; gap: 0.4rem 0.6rem; }
.review .name label { flex: 1 0 100%; font-weight: 600; }
.review .name input, .review .name select { flex: 0 1 20rem; min-width: 0; }
.review summary { padding: 0.4rem 0; color: var(--accent); font-weight: 600; }
button.quiet { background: none; color: var(--accent); box-shadow: inset 0 0 0 2px var(--accent); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
form { margin: 1.5rem 0; }
button, a.button {
  display: inline-block; text-decoration: none; font: inherit; font-weight: 600; padding: 0.75rem 1.6rem; border: 0; border-radius: 2rem; cursor: pointer;
  background: var(--accent); color: var(--card);
}
a.button { margin-top: 0.75rem; }
button:hover, a.button:hover { text-decoration: underline; }
article h2, article h3 { scroll-margin-top: 1rem; }
article h3 { margin: 2rem 0 0.35rem; }
article pre { white-space: pre; overflow-x: auto; overflow-wrap: normal; }
article ul, article ol { padding-left: 1.3rem; }
article li { margin: 0.3rem 0; }
.table { overflow-x: auto; margin: 1rem 0; border: 1px solid var(--line); border-radius: 0.9rem; background: var(--card); }
table { border-collapse: collapse; width: 100%; font-size: 0.94em; }
th, td { padding: 0.6rem 1rem; text-align: left; vertical-align: top; min-width: 7rem; }
tr + tr td, tbody tr:first-child td { border-top: 1px solid var(--line); }
footer { margin-top: 3.5rem; padding-top: 1.25rem; padding-bottom: 2.5rem; border-top: 1px solid var(--line); color: var(--soft); font-size: 0.92rem; }
@media (max-width: 40rem) {
  header { padding-top: 1rem; }
  nav ul { margin-left: -0.8rem; }
  h1 { margin-top: 2rem; }
  dl > div { grid-template-columns: minmax(0, 1fr); }
  article.pin { grid-template-columns: minmax(0, 1fr); padding: 0.9rem; }
}
`
