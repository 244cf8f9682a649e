/** The page of a receipt, for a client or an auditor. Everything from people and Pinterest is escaped. */
import type { Sending, StepDecided, Version, Who } from '../../core/publish/receipts/facts.js'
import { type CreatePayload, isSave } from '../../core/publish/model/payload.js'
import type { OpenReceipt } from '../../core/publish/receipts/link.js'
import type { Receipt } from '../../core/publish/receipts/receipt.js'
import { closedPage, escapeHtml, render, steps, terms } from './layout.js'

/** `picture` null: there is none to show. */
type Addresses = { picture: string | null; file: string }

export function receiptPage({ receipt, lastDay }: OpenReceipt, { picture, file }: Addresses): string {
  const { post, versions, decisions, sent, readBack, readBackProblem, incomplete, issuer, signature } = receipt
  const title = escapeHtml(post.title ?? 'A pin without a title')
  const keys = `${escapeHtml(issuer)}/v1/receipt-keys`
  const gaps = incomplete.map((part) => (part === 'versions' ? 'its first versions' : 'the request to Pinterest'))
  return render({
    path: null,
    title: 'Receipt of a published pin',
    lead: `${escapeHtml(post.username)} published “${title}” on Pinterest at ${timeOf(post.sentAt)}.`,
    body: `
${picture === null ? '' : `<p><img class="pin" src="${escapeHtml(picture)}" alt="The image of the pin"></p>`}
${terms(
  ['Pin', `<a href="${escapeHtml(post.pinUrl)}">${escapeHtml(post.pinId)} on Pinterest</a>`],
  ['Account', escapeHtml(post.username)],
  ['Board', escapeHtml(post.boardName ?? post.boardId ?? 'None')],
  ['Published', timeOf(post.sentAt)],
  ['Receipt issued', timeOf(receipt.issuedAt)],
)}
${gaps.length === 0 ? '' : `<p>No longer recorded: ${gaps.join(' and ')}.</p>`}
<h2>Who chose what</h2>
${versions.length === 0 ? '<p>Nothing is recorded.</p>' : steps(...versions.map(versionText))}
<h2>Who approved it</h2>
${decisions.length === 0 ? '<p>Nobody requested approval of this pin.</p>' : steps(...decisions.map(decisionText))}
<h2>What we sent</h2>
${sent.length === 0 ? '<p>No request is recorded.</p>' : sent.map(sendingText).join('')}
<h2>What Pinterest shows</h2>
${
  readBack === null
    ? `<p>We couldn’t read the pin: ${escapeHtml(readBackProblem?.message ?? '')} Open this page again later.</p>`
    : factsOf({
        'Read at': timeOf(readBack.readAt),
        Title: readBack.title,
        Description: readBack.description,
        Link: readBack.link,
        'Alt text': readBack.altText,
        Board: readBack.boardId,
        Pin: readBack.id,
      })
}
<h2>Check this receipt</h2>
<p>The file contains all of this and a signature. Only ${escapeHtml(issuer)} can make it, so a changed receipt fails the check.</p>
<p><a class="button" href="${escapeHtml(file)}">Download the receipt</a></p>
${steps(
  `<h3>Get the public key</h3><p><a href="${keys}">${keys}</a>, the key <code>${escapeHtml(kidOf(signature))}</code>.</p>`,
  '<h3>Verify the signature</h3><p><code>signature</code> in the file is a compact JWS (EdDSA). Any JOSE library verifies it.</p>',
  '<h3>Compare</h3><p>The payload of the signature is the JSON of everything else in the file.</p>',
)}`,
    footer: `This link works until ${lastDay.toISOString().slice(0, 10)}. The downloaded receipt can be checked at any time.`,
  })
}

const closed = (title: string, lead: string): string => closedPage(title, lead, 'A receipt’s link works for 90 days.')

/** `unknown`: a link that is wrong or has ended, which look the same. */
export const closedReceiptPages = {
  unknown: closed(
    'This link doesn’t work',
    'It has ended or is incomplete, or the pin was deleted in Pinslot. Ask the team that sent it for a new one.',
  ),
  tooOften: closed('Too many requests', 'This receipt was loaded too often. Try again in a minute.'),
} as const

/** A time for readers in any zone. */
const timeOf = (at: number): string => `${new Date(at * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`

const KINDS = {
  person: 'a person',
  client: 'a client',
  key: 'an API key',
  service: 'Pinslot',
  operator: 'the Pinslot operator',
} as const

function nameOf({ kind, id, name, keyName }: Who): string {
  const who =
    name === null
      ? `${KINDS[kind]} (${escapeHtml(id)})`
      : `${kind === 'key' ? 'the API key ' : ''}${escapeHtml(name)}${kind === 'client' ? ' (client)' : ''}`
  return keyName === null ? who : `${who} with the API key ${escapeHtml(keyName)}`
}

const DONE: Record<Version['action'], string> = {
  create: 'Created',
  edit: 'Edited',
  schedule: 'Scheduled',
  reschedule: 'Moved',
  unschedule: 'Unscheduled',
  delete: 'Deleted',
  editPublished: 'Edited on Pinterest',
  deletePublished: 'Deleted from Pinterest',
  findDeleted: 'Found deleted on Pinterest',
  undo: 'Undid a change',
  sayThere: 'Marked as published',
  sayThereUnchecked: 'Marked as published',
  sayNotThere: 'Marked as not published',
}

const LABELS = new Map([
  ['title', 'Title'],
  ['description', 'Description'],
  ['url', 'Link'],
  ['altText', 'Alt text'],
  ['boardId', 'Board'],
  ['boardSectionId', 'Section'],
  ['mediaType', 'Media'],
  ['mediaIds', 'Files'],
  ['productTagPinIds', 'Product tags'],
  ['aiDisclosures', 'Made with AI'],
  ['slides', 'Slides'],
  ['labels', 'Labels'],
  ['sendAt', 'Time'],
  ['status', 'Status'],
])

function versionText({ version, action, by, at, changes, undoneAt }: Version): string {
  const undone = undoneAt === null ? '' : ` Undone at ${timeOf(undoneAt)}.`
  const lines = changes.map(
    ({ field, before, after }) =>
      `<dt>${escapeHtml(LABELS.get(field) ?? field)}</dt><dd>${valueOf(field, before)} → ${valueOf(field, after)}</dd>`,
  )
  const changed =
    lines.length === 0
      ? ''
      : `<details><summary>Changes</summary><dl>${lines.map((line) => `<div>${line}</div>`).join('')}</dl></details>`
  return `<h3>Version ${version}: ${DONE[action]} by ${nameOf(by)}</h3><p>${timeOf(at)}.${undone}</p>${changed}`
}

const valueOf = (field: string, value: Version['changes'][number]['before']): string => {
  if (value === null || value === '') return '–'
  if (field === 'sendAt' && typeof value === 'number') return timeOf(value)
  return escapeHtml(Array.isArray(value) ? value.join(', ') : String(value))
}

const DECIDED = {
  open: 'Not decided',
  approved: 'Approved',
  changes_requested: 'Changes requested',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
} as const

function decisionText(decision: Receipt['decisions'][number]): string {
  const { requestedBy, requestedAt, requestedVersion, state, decidedBy, decidedAt, version, reason, steps: said = [] } = decision
  const by = decidedBy === null ? '' : ` by ${nameOf(decidedBy)}`
  const at = decidedAt === null ? '' : ` at ${timeOf(decidedAt)}, version ${version}`
  return `<h3>${DECIDED[state]}${by}${at}</h3><p>Requested by ${nameOf(requestedBy)} at ${timeOf(requestedAt)}, version ${requestedVersion}.</p>${reason === null ? '' : `<p>“${escapeHtml(reason)}”</p>`}${said.map(stepText).join('')}`
}

const SAID = { approve: 'Approved', request_changes: 'Changes requested', reject: 'Rejected', skip: 'Skipped' } as const

function stepText({ step, name, decision, decidedBy, decidedFor, version, decidedAt, reason }: StepDecided): string {
  if (step !== null && name === null && decidedFor === null) return '' // the one decision, which is said above
  const who = `${nameOf(decidedBy)}${decidedFor === null ? '' : ` for ${nameOf(decidedFor)}`}`
  const where = step === null ? '' : `Step ${step}${name === null ? '' : `, ${escapeHtml(name)}`}: `
  const why = reason === null || decision === 'approve' ? '' : ` “${escapeHtml(reason)}”`
  return `<p>${where}${SAID[decision]} by ${who} at ${timeOf(decidedAt)}, version ${version}.${why}</p>`
}

function sendingText({ sentAt, settledAt, outcome, status, requestId, payload, media }: Sending): string {
  const files = media.map(({ id, sha256 }) => `File ${id}, SHA-256 ${sha256 ?? 'not known'}`)
  const answer = [status === null ? 'no answer' : `HTTP ${status}`, ...(requestId === null ? [] : [`request ${requestId}`])].join(
    ', ',
  )
  return factsOf({
    'Sent at': timeOf(sentAt),
    'Known at': settledAt === null ? null : timeOf(settledAt),
    Answer: `${answer} (${outcome})`,
    ...(isSave(payload) ? { 'Saved pin': payload.savedPinId } : textsOf(payload)),
    Board: payload.boardId,
    Files: files.join('; '),
  })
}

const textsOf = ({ title, description, link, altText }: CreatePayload) => ({
  Title: title,
  Description: description,
  Link: link,
  'Alt text': altText,
})

const factsOf = (facts: Record<string, string | null>): string =>
  terms(...Object.entries(facts).flatMap(([name, value]): [string, string][] => (value ? [[name, escapeHtml(value)]] : [])))

const kidOf = (signature: string): string =>
  (JSON.parse(Buffer.from(signature.split('.')[0] ?? '', 'base64url').toString('utf8')) as { kid: string }).kid // as signText() wrote it
