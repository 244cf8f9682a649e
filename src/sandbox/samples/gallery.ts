/** The samples as a page of pictures, for browsers. */
import { renderDocument } from '../platform/document.js'
import { html } from '../platform/page/html.js'

export const GALLERY_POLICY =
  "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'"

/** @param addresses absolute, because people copy them from here */
export function renderGallery(addresses: string[]): string {
  const body = html`<body>
<header>
<h1>Sample pictures</h1>
<p>Click an address to select it, and use it as an image link. <a href="/sandbox">To the Slack workspace</a></p>
</header>
<main><div class="pins">${addresses.map(sample)}</div></main>
</body>`
  return renderDocument({ title: 'Sample pictures', head: null, body })
}

function sample(address: string) {
  const name = address.slice(address.lastIndexOf('/') + 1)
  const shown = name.endsWith('.mp4')
    ? html`<video class="picture" src="${address}" controls muted preload="metadata"></video>`
    : html`<a class="picture" href="${address}"><img src="${address}" width="1000" height="1500" alt="${name}" loading="lazy"></a>`
  return html`<article>${shown}
<p class="address"><code>${address}</code></p></article>
`
}
