/** The page of a review link: pins as a client judges them. It works without a script; everything from people is escaped. */
import type { Account } from '../../core/accounts/account.js'
import { isClient } from '../../core/lib/actor.js'
import { cut } from '../../core/lib/prose/text.js'
import { mediaPath, shownPath } from '../../core/media/media.js'
import { isCarousel, type PostMedia, shownOf } from '../../core/media/post-media.js'
import { REASON_LENGTH } from '../../core/posts/approval/reason.js'
import type { Comment } from '../../core/posts/comments/comment.js'
import { COMMENT_LENGTH } from '../../core/posts/comments/comment.js'
import { type CodeSent, maskedEmail } from '../../core/posts/review-links/code.js'
import { clientOf, CONTACT_LENGTH, type ReviewLink } from '../../core/posts/review-links/review-link.js'
import type { ReviewPin, ReviewRow } from '../../core/posts/review-links/open.js'
import { isOut, type Outcome } from '../../core/posts/review-links/say.js'
import { closedPage, escapeHtml, render, terms } from './layout.js'

/** What a press did on the page that asks for a code. `locked`: another press came without a pass. */
export type Locked = CodeSent | 'codeWrong' | 'codeOver' | 'opened' | 'locked'

/** What a press did. `count`, `left`: of several pins, how many were approved, and which stay. */
export type Said = {
  did:
    | Exclude<Outcome, 'done'>
    | 'approved'
    | 'asked'
    | 'commented'
    | 'undone'
    | 'approvedAll'
    | 'named'
    | 'nothing'
    | 'noName'
    | 'noReason'
    | 'noText'
    | Locked
  pin?: string
  count?: number
  left?: string[]
}

type Review = { link: ReviewLink; account: Account; rows: readonly ReviewRow[]; said: Said | null; now: Date }
type Shown = Review & { at: (time: Date) => string }

const OF_PIN = new Map<string, string>(
  Object.entries({
    approved: 'You approved this pin.',
    asked: 'We sent your changes to the team.',
    commented: 'We sent your comment to the team.',
    undone: 'Undone.',
    outdated: 'Nothing was sent: the team changed this pin after you opened the page. Look at it again.',
    settled: 'Nothing was sent: this pin no longer waits for you.',
    held: 'Nothing was sent: the team put this pin on hold. Write a comment instead.',
    already: 'Nothing was sent: you already answered this version.',
    late: 'You can undo an answer for ten minutes. Write a comment instead.',
    noReason: `Nothing was sent. Say what should change, in at most ${REASON_LENGTH} characters.`,
    noText: `Nothing was sent. Write a comment of at most ${COMMENT_LENGTH} characters.`,
  } satisfies Partial<Record<Said['did'], string>>),
)

export function reviewPage(review: Review): string {
  const { link, account, rows, now } = review
  const zone = account.timezone ?? 'UTC'
  const shown: Shown = { ...review, at: (time) => timeIn(time, zone, now) }
  const waiting = rows.flatMap(({ pin }) => (pin?.mayDecide ? [{ ...pin.post, step: pin.step }] : []))
  const all = `Approve all ${waiting.length}`
  return render({
    path: null,
    title: rows.length === 1 ? 'A pin to review' : `${rows.length} pins to review`,
    lead: `${escapeHtml(account.username)} asks for your opinion, ${escapeHtml(link.givenName ?? link.contactName)}.`,
    body: `
<form method="post" class="review">
${noticeOf(review)}
${link.givenName === null ? nameInput : ''}
<p>${waiting.length === 0 ? 'Nothing waits for your answer.' : `${waiting.length} of ${rows.length} ${waiting.length === 1 ? 'waits' : 'wait'} for your answer.`} Times are in ${escapeHtml(placeOf(zone))}.</p>
${waiting.length > 1 ? `<input type="hidden" name="seen" value="${waiting.map((one) => shownOfPin(one).join('.')).join(' ')}"><p>${press('all', all)}</p>` : ''}
${rows.map((row) => pinArticle(shown, row)).join('')}
</form>`,
    footer: `This link works until ${shown.at(link.expiresAt)}. ${link.email === null ? 'Whoever has it' : 'This browser'} can answer as ${escapeHtml(link.givenName ?? link.contactName)}.`,
  })
}

const OF_CODE = new Map<string, string>(
  Object.entries({
    tooMany: 'We sent three codes within an hour. Use the last one, or try again later.',
    refused: 'The mail server doesn’t take this address. Ask whoever sent the link for a new one.',
    away: 'We couldn’t send a code now. Try again in a minute.',
    codeWrong: 'That isn’t the code of our last message.',
    codeOver: 'This code no longer works. Send a new one.',
    locked: 'Nothing was sent. Open the page with a code first.',
  } satisfies Partial<Record<Locked, string>>),
)

type ToUnlock = Pick<Review, 'link' | 'account' | 'said'> & { hasCode: boolean }

/** The page of a link that is bound to an address, for a browser without a pass: it shows nothing of the pins. */
export function lockedPage({ link, account, said, hasCode }: ToUnlock): string {
  const email = escapeHtml(maskedEmail(link.email ?? ''))
  const words = OF_CODE.get(said?.did ?? '')
  return render({
    path: null,
    title: 'Pins to review',
    lead: `${escapeHtml(account.username)} asks for your opinion. This page opens with a code by mail.`,
    body: `
${words === undefined ? '' : notice(words)}
${
  hasCode
    ? `<form method="post" class="review"><p>We sent a code to ${email}. It works for ten minutes.</p>
<p class="name"><label for="code">Code</label>
<input id="code" name="code" required maxlength="20" inputmode="numeric" autocomplete="one-time-code"> <button name="do" value="open">Open</button></p></form>`
    : `<p>We send it to ${email}.</p>`
}
<form method="post" class="review"><p><button${hasCode ? ' class="quiet"' : ''} name="do" value="send">${hasCode ? 'Send a new code' : 'Send code'}</button></p></form>`,
    footer: 'Pinslot schedules and publishes Pinterest pins.',
  })
}

/** The button comes first in the form, so that Enter in the field keeps the name and decides nothing. */
const nameInput = `<p class="name"><label for="name">Your name</label>
<input id="name" name="name" required maxlength="${CONTACT_LENGTH}" autocomplete="name"> <button class="quiet" name="do" value="name">Save</button></p>`

const press = (what: string, words: string, about = '', way: 'main' | 'quiet' = 'main') =>
  `<button${way === 'quiet' ? ' class="quiet"' : ''} name="do" value="${what}">${words}${about === '' ? '' : ` <span class="unseen">${about}</span>`}</button>`

/** Says what became of a press that was of no single pin. */
function noticeOf({ said, link, rows }: Review): string {
  if (!said) return ''
  if (said.did === 'named') return notice(`Thank you, ${escapeHtml(link.givenName ?? '')}.`)
  if (said.did === 'noName') return notice(`Nothing was sent. Type your name first, in at most ${CONTACT_LENGTH} characters.`)
  if (said.did !== 'approvedAll') return ''
  const left = rows.filter(({ postId }) => said.left?.includes(postId)).length
  const { count = 0 } = said
  return notice(`You approved ${pins(count)}.${left === 0 ? '' : ` ${pins(left)} changed meanwhile: see below.`}`)
}
const notice = (words: string) => `<p class="notice" role="status">${words}</p>`
const pins = (count: number): string => `${count} ${count === 1 ? 'pin' : 'pins'}`

function pinArticle(shown: Shown, { postId, pin }: ReviewRow): string {
  if (!pin) return `<article class="pin" id="pin-${postId}"><p>This pin was deleted.</p></article>`
  const { post, lastAsked } = pin
  const { title, description, url, boardName, version } = post
  const name = escapeHtml(title ?? 'A pin without a title')
  return `<article class="pin" id="pin-${postId}" aria-labelledby="title-${postId}">
<div class="look">${mediaOf(post)}</div>
<div>
${saidOfPin(shown, postId)}
<h2 id="title-${postId}">${name}</h2>
${description === null ? '' : `<p class="words">${escapeHtml(description)}</p>`}
${terms(
  ['When', timeOf(shown, pin)],
  ['Board', escapeHtml(boardName ?? 'None yet')],
  ...(url === null ? [] : [['Link', outside(url)] satisfies [string, string]]),
  ['Version', String(version)],
  ...(lastAsked === null ? [] : [['Asked last time', escapeHtml(lastAsked)] satisfies [string, string]]),
)}
${commentsOf(shown, pin)}
${answersOf(shown, pin, name)}
</div>
</article>`
}

function saidOfPin({ said }: Shown, postId: string): string {
  if (said?.did === 'approvedAll') return said.left?.includes(postId) ? notice(OF_PIN.get('outdated') ?? '') : ''
  const words = said?.pin === postId ? OF_PIN.get(said.did) : undefined
  return words === undefined ? '' : notice(words)
}

const outside = (url: string) =>
  /^https?:\/\//i.test(url)
    ? `<a href="${escapeHtml(url)}" rel="noopener noreferrer nofollow" target="_blank">${escapeHtml(cut(url, 80))}</a>`
    : escapeHtml(url)

function mediaOf({ organizationId, media, savedPin, title, altText }: ReviewPin['post']): string {
  if (savedPin || media.length === 0) return '<p>This pin saves a pin that is on Pinterest.</p>'
  const alt = escapeHtml(altText ?? title ?? 'The image of the pin')
  const shown = isCarousel(media) ? media : media.slice(0, 1)
  const poster = shownOf(media)
  return shown
    .map((one, index) => mediumOf({ organizationId, media: one, poster }, index === 0 ? alt : `${alt}, image ${index + 1}`))
    .join('')
}

/** `poster`: what a video shows before it plays. */
type Medium = { organizationId: string; media: PostMedia; poster: PostMedia | undefined }

/** The addresses are sent without the page’s own, which is the secret. */
function mediumOf({ organizationId, media, poster: still }: Medium, alt: string): string {
  const { contentType, width, height } = media
  const src = mediaPath(organizationId, media)
  const size = `width="${width}" height="${height}"`
  if (contentType.startsWith('image/'))
    return `<img src="${src}" alt="${alt}" ${size} loading="lazy" decoding="async" referrerpolicy="no-referrer">`
  const poster = still ? shownPath(organizationId, still) : null
  return `<video controls preload="none" playsinline ${size}${poster === null ? '' : ` poster="${poster}"`} aria-label="${alt}" src="${src}"></video>`
}

function timeOf({ at, now }: Shown, { post, approval }: ReviewPin): string {
  if (post.status === 'sent') return `Published${post.sentAt ? ` ${at(post.sentAt)}` : ''}`
  if (post.status === 'uploading') return 'Being published now'
  if (post.sendAt) return `Goes out ${at(post.sendAt)}`
  if (approval?.state !== 'open') return 'No time yet'
  const { requestedTime, keeping } = approval
  if (requestedTime.kind === 'at')
    return `Asked for ${at(requestedTime.at)}${requestedTime.at <= now ? ', which has passed' : ''}`
  return `Asked for the next open slot${keeping ? `, ${at(keeping.sendAt)}` : ''}`
}

function commentsOf({ link, at }: Shown, { comments }: ReviewPin): string {
  if (comments.length === 0) return ''
  const who = ({ author, name }: Comment) =>
    author === clientOf(link) ? 'You' : isClient(author) && name !== null ? escapeHtml(name) : 'The team'
  const items = comments.map(
    (one) => `<li><p>${who(one)}, ${at(one.createdAt)}</p><p class="words">${escapeHtml(one.text)}</p></li>`,
  )
  return `<h3>Comments</h3><ul class="comments">${items.join('')}</ul>`
}

/** The version that is shown, with the step that waits for the client. */
const shownOfPin = ({ id, version, step }: { id: string; version: number; step: number | null }) => [
  id,
  version,
  ...(step === null ? [] : [step]),
]

/** What the client can do with the pin now, and what they said of it. */
function answersOf({ said: last }: Shown, pin: ReviewPin, name: string): string {
  const { post, approval, said, mayDecide, step, canUndo } = pin
  const { id, version } = post
  if (isOut(post)) return ''
  const isOpen = (did: Said['did']) => (last?.did === did && last.pin === id ? ' open' : '')
  const answer =
    said && `${said.decision === 'approve' ? 'You approved' : 'You asked for changes to'} version ${said.postVersion}`
  const isSame = said?.postVersion === version
  const words =
    answer === null
      ? ''
      : `${answer}.${mayDecide ? (isSame ? ' Now your decision counts.' : ` This is version ${version}.`) : ''}`
  const seen = shownOfPin({ id, version, step }).join(' ')
  const reason = said?.reason ? `<blockquote class="words">${escapeHtml(said.reason)}</blockquote>` : ''
  return `${words === '' ? '' : `<p class="said">${words}</p>${reason}`}
${canUndo ? `<p>${press(`undo ${id}`, 'Undo', name, 'quiet')}</p>` : ''}
${mayDecide ? `<p>${press(`approve ${seen}`, 'Approve', name)}</p>${writing({ id, what: 'change', label: 'What should change?', most: REASON_LENGTH, open: isOpen('noReason') }, 'Request changes', `change ${seen}`, name)}` : ''}
${approval?.state !== 'open' && post.status === 'draft' && said === null ? '<p>The team hasn’t asked for approval yet.</p>' : ''}
${writing({ id, what: 'comment', label: 'Your comment', most: COMMENT_LENGTH, open: isOpen('noText') }, 'Comment', `comment ${id}`, name)}`
}

type Field = { id: string; what: string; label: string; most: number; open: string }

const writing = ({ id, what, label, most, open }: Field, words: string, does: string, name: string): string =>
  `<details${open}><summary>${words} <span class="unseen">${name}</span></summary>
<label for="${what}-${id}">${label}</label>
<textarea id="${what}-${id}" name="${what}-${id}" rows="3" maxlength="${most}"></textarea>
${press(does, `Send${what === 'change' ? ' changes' : ' comment'}`, name, 'quiet')}</details>`

/** `Thu, Dec 3, 9:30 AM`, with the year if it is another one. */
function timeIn(time: Date, timeZone: string, now: Date): string {
  const near = Math.abs(time.getTime() - now.getTime()) < 300 * 86_400_000
  const day = { weekday: 'short', month: 'short', day: 'numeric' } as const
  const clock = { hour: 'numeric', minute: '2-digit' } as const
  return new Intl.DateTimeFormat('en-US', { ...day, ...clock, ...(near ? {} : { year: 'numeric' as const }), timeZone }).format(
    time,
  )
}
/** `New York time` for America/New_York. */
const placeOf = (zone: string): string =>
  zone === 'UTC' ? 'UTC' : `${(zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')} time`

const ended = (status: number, title: string, lead: string) => ({
  status,
  page: closedPage(title, lead, 'Pinslot schedules and publishes Pinterest pins.'),
})
const NO_LINK = [
  'This link doesn’t work',
  'It has ended, or a part of it is missing. Ask whoever sent it for a new one.',
] as const

/** Pages with their HTTP status. A link that has ended looks like one that never was. */
export const endedPages = {
  unknown: ended(404, ...NO_LINK),
  ended: ended(410, ...NO_LINK),
  tooMany: ended(429, 'Too many requests', 'Nothing was sent. Reload this page in a minute.'),
  foreignForm: ended(
    403,
    'Open the link yourself',
    'Another site sent you here. Nothing was sent. Open the link you were given.',
  ),
} as const
