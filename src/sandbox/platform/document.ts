/** The HTML document around the simulated platform's pages. */
import { html, type Markup } from './page/html.js'
import { ROOT } from './wire.js'

/** @param page `head`: besides the common style sheet; `body`: the element itself */
export function renderDocument({ title, head, body }: { title: string; head: Markup | null; body: Markup }): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · simulated platform</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${ROOT}/page.css">
${head}</head>
${body}
</html>`.text
}
