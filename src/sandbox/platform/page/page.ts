/** Renders the pages of boards and of one pin. Every text of a pin goes through `html`, which escapes. */
import { DateTime } from 'luxon'
import { parseUrl } from '../../../core/lib/http/parse-url.js'
import { renderDocument } from '../document.js'
import { html, type Markup } from './html.js'
import type { CreateFault } from '../faults/faults.js'
import type { Standing } from '../faults/standings.js'
import type { PageAccount, PageBoard, PageData, PagePin } from './data.js'
import { pathOfPin } from '../pages.js'
import { ROOT } from '../wire.js'

/** @param accounts whose standing and faults can be set here */
export function renderPage(page: PageData, accounts: PageAccount[]): string {
  const live = html`
${boardLinks(page)}
<main>
${heading(page)}
${page.pins.length > 0 ? html`<div class="pins">${page.pins.map(card)}</div>` : html`<p class="empty">No pins here yet. Forward the clock to the next pin and watch.</p>`}
</main>
`
  return around('Boards', live, answers(accounts))
}

/** A pin's own page; without a pin, a note that there is none. */
export function renderPinPage(pin: PagePin | undefined, pinId: string): string {
  if (!pin) {
    return around(
      'No pin',
      html`<main><p class="empty">There’s no pin ${pinId} here. <a href="${ROOT}">See your boards</a></p></main>`,
    )
  }
  const live = html`<main class="alone">
<nav aria-label="Boards"><a class="chip" href="${ROOT}">Your boards</a><a class="chip" href="${ROOT}?board=${pin.boardId}">${pin.board}</a></nav>
${card(pin)}</main>`
  return around(pin.title ?? 'Untitled pin', live)
}

/** @param live the part that the script replaces when it has changed */
function around(title: string, live: Markup, controls: Markup | null = null): string {
  const head = html`<script src="${ROOT}/page.js" defer></script>
`
  const body = html`<body>
<header>
<h1>Simulated Pinterest</h1>
<p>Where Pinslot’s pins arrive in the sandbox. <a href="/sandbox">To the Slack workspace</a></p>
<p class="zone" id="zone">Times in UTC</p>
${controls}
</header>
<div id="live">${live}</div>
</body>`
  return renderDocument({ title, head, body })
}

const STANDING_TEXT: Record<Standing, string> = {
  spam: 'Blocked as spam',
  under_review: 'Under review',
  disapproved: 'Disapproved',
  suspended: 'Suspended',
  restricted: 'Write access restricted',
  terms: 'Terms not followed',
}
const FAULT_TEXT = {
  rate_limited: 'The next pin: rate limit',
  image_unreachable: 'The next pin: image not loaded',
  fail_500: 'The next pin: it fails',
  hang: 'The next pin: no answer',
  commit_then_hang: 'The next pin: made, no answer',
  board_gone: 'The next pin: board not found',
} satisfies Partial<Record<CreateFault, string>>

/** Selects Pinterest's answer for each account; the script sends the choice. */
function answers(accounts: PageAccount[]): Markup {
  const options = (of: Record<string, string>, kind: string, chosen: string | null) =>
    Object.entries(of).map(
      ([value, words]) => html`<option value="${kind}:${value}" ${value === chosen ? html`selected` : null}>${words}</option>`,
    )
  return html`<details class="answers"><summary>What Pinterest answers</summary>
${accounts.map(
  ({ username, displayName, standing }) => html`<label>${displayName} <small>@${username}</small>
<select data-username="${username}">
<option value="standing:good">As usual</option>
${options(STANDING_TEXT, 'standing', standing)}
${options(FAULT_TEXT, 'fault', null)}
</select></label>
`,
)}<p id="answered" role="status"></p></details>`
}

function boardLinks({ boards, boardId }: PageData): Markup {
  const owners = [...new Set(boards.map(({ username }) => username))]
  return html`<nav aria-label="Boards">
<a class="chip" href="${ROOT}" ${current(boardId === null)}>Your boards</a>
${owners.map((username) =>
  ownerLinks(
    boards.filter((board) => board.username === username),
    boardId,
  ),
)}
</nav>`
}

function ownerLinks(boards: PageBoard[], boardId: string | null): Markup {
  return html`<section><h2>${boards[0]?.displayName ?? ''} <small>@${boards[0]?.username ?? ''}</small></h2>
${boards.map((board) => html`<a class="chip" href="${ROOT}?board=${board.id}" ${current(board.id === boardId)}>${board.name}${lock(board)} <b>${board.pins}</b></a>\n`)}</section>
`
}

const current = (is: boolean) => (is ? html`aria-current="page"` : null)
const lock = ({ privacy }: PageBoard) => (privacy === 'SECRET' ? html` <i title="A secret board">secret</i>` : null)

function heading({ boards, boardId, pins, total }: PageData): Markup {
  const board = boards.find(({ id }) => id === boardId)
  const count = `${total} ${total === 1 ? 'pin' : 'pins'}${total > pins.length ? `, the newest ${pins.length} shown` : ''}`
  return html`<h2 class="what">${board?.name ?? 'Your boards'} <small>${count}</small></h2>`
}

function card(pin: PagePin): Markup {
  return html`<article data-pin="${pin.id}">
${pictures(pin)}
<h3><a href="${pathOfPin(pin.id)}">${pin.title ?? 'Untitled pin'}</a></h3>
${pin.description ? html`<p class="description">${pin.description}</p>` : null}
<p class="where"><a href="${ROOT}?board=${pin.boardId}">${pin.board}</a>${pin.section === null ? null : html` › ${pin.section}`} <small>@${pin.username}</small></p>
${tagged(pin)}<p class="when"><time datetime="${pin.createdAt.toISOString()}">${inUtc(pin.createdAt)}</time>${destination(pin.link)}</p>
</article>
`
}

/** Times as the script writes them, in UTC until it has run. */
const inUtc = (at: Date): string =>
  DateTime.fromJSDate(at, { zone: 'utc' }).toFormat('ccc, LLL d, yyyy, h:mm a', { locale: 'en-US' })

/** Shows a carousel as a row that scrolls sideways, and a video as a still with its duration. */
function pictures(pin: PagePin): Markup {
  if (pin.slides.length > 0) {
    const all = [{ position: 0, width: pin.width, height: pin.height }, ...pin.slides]
    const row = all.map(
      (slide) => html`<li>${picture(pin, slide)}<span class="mark">${slide.position + 1}/${all.length}</span></li>`,
    )
    return html`<ol class="slides" tabindex="0" aria-label="${all.length} pictures">${row}</ol>`
  }
  if (pin.durationMs === null) return picture(pin)
  const second = pin.coverSecond ?? 0
  const length = html`<span class="mark">${second > 0 ? `cover: second ${second} · ` : ''}${clockOf(pin.durationMs)}</span>`
  return html`<div class="video">${picture(pin)}<span class="play" aria-hidden="true"></span>${length}</div>`
}

function picture(pin: PagePin, { position, width, height } = { position: 0, width: pin.width, height: pin.height }): Markup {
  const address = `${ROOT}/pictures/${pin.id}${position > 0 ? `/${position}` : ''}`
  return html`<a class="picture" href="${address}"><img src="${address}" width="${width}" height="${height}" alt="${position === 0 ? (pin.altText ?? '') : ''}" loading="lazy"></a>`
}

/** Formats 42 s as 0:42. */
function clockOf(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

function tagged({ tags }: PagePin): Markup | null {
  return tags === 0 ? null : html`<p class="tags">${tags} ${tags === 1 ? 'product' : 'products'} tagged</p>`
}

/** Returns the link of a web address; other addresses are not shown. */
function destination(link: string | null): Markup | null {
  const url = link === null ? undefined : parseUrl(link)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return null
  return html`<a class="link" href="${link}" rel="noopener noreferrer nofollow" target="_blank" title="${link}">${url.host}</a>`
}
