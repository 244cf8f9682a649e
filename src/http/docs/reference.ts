/** The reference in the browser: the document of /v1 in Swagger UI. Everything is served by us, and nothing is sent elsewhere. */
import { docsNavigation, escapeHtml, ICON, mark, OPERATOR_LINKS, publicHeaders } from '../pages/layout.js'
import type { Assets } from './assets.js'

/** Forbids inline scripts, inline styles and frames; requests go to us alone. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const referenceHeaders = { ...publicHeaders(), 'content-security-policy': POLICY }

/** @param keyUrl of the sandbox's key; null: the reader types one */
export const referencePage = (assets: Assets, keyUrl: string | null): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Reference · Pinslot</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${assets.href('swagger-ui.css')}">
<link rel="stylesheet" href="${assets.href('reference.css')}">
<script src="${assets.href('swagger-ui-bundle.js')}" defer></script>
<script type="module" src="${assets.href('reference.js')}"></script>
</head>
<body${keyUrl === null ? '' : ` data-key-url="${escapeHtml(keyUrl)}"`}>
<a class="skip" href="#content">Skip to the content</a>
<header>
<p class="mark">${mark}Pinslot</p>
${docsNavigation('/docs')}</header>
<main id="content">
<h1>Reference</h1>
<p class="lead">Every operation of <code>/v1</code>. Press <b>Authorize</b>, paste a key, and try them here: requests go to this Pinslot and are real.</p>
<p class="lead" id="sandbox-note" hidden>This is a sandbox, and its key is in place already. Nothing reaches Pinterest.</p>
<p class="lead">New here? Start with <a href="/docs/guide/first-pin">your first pin</a>. For tools: <a href="/v1/openapi.json">OpenAPI 3.1</a>,
<a href="/llms.txt">llms.txt</a>.</p>
<div id="reference"><p role="status">Loading …</p></div>
<noscript><p>The reference needs JavaScript. Without it, read <a href="/docs/contract">the contract</a>.</p></noscript>
</main>
<footer>The same page as Markdown: <a href="/docs.md">/docs.md</a>.${OPERATOR_LINKS}</footer>
</body>
</html>
`
