/** The common parts of every page: the document, its headers, the navigation. */
import { createHash } from 'node:crypto'
import { STYLE } from './style.js'

export type Page = {
  /** The path in the navigation; null for a page that is not in it and has none. */
  path: string | null
  title: string
  lead: string
  /** HTML of our own; the caller escapes names that others chose. The same is true for `title` and `lead`. */
  body: string
  footer?: string
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
 */
const policy = (formAction: string) =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    'img-src data:',
    "base-uri 'none'",
    `form-action ${formAction}`,
    "frame-ancestors 'none'",
  ].join('; ')

/** Headers of a page that is the same for everybody. */
export const publicHeaders = ({ formAction = "'none'" } = {}) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy(formAction),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'public, max-age=300',
})

/**
 * Headers of a page for one reader. With a form, browsers send the referrer to us (and nobody else), which proves that the form
 * was ours.
 */
export const privateHeaders = ({ formAction }: { formAction?: string } = {}) => ({
  ...publicHeaders(formAction === undefined ? {} : { formAction }),
  'referrer-policy': formAction === undefined ? 'no-referrer' : 'same-origin',
  'cache-control': 'no-store',
})

const FOOTER = `Pinslot schedules pins and publishes them on time. You can see what your account has left on
Pinslot’s Home in Slack; programs read <code>GET /v1/accounts/{accountId}/usage</code>.`

export const render = ({ path, title, lead, body, footer = FOOTER, navigation }: Page): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
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
<footer>${footer}</footer>
</body>
</html>
`

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
