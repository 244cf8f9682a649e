/** What the pages of the simulated platform share: the document around them. */
import { html, type Markup } from './page/html.js'
import { ROOT } from './wire.js'

/** @param page head: beside the sheet that all have; body: the element itself */
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
