/** Exports posts of one status as a spreadsheet, page by page. */
import { DateTime } from 'luxon'
import { requireAccount } from '../accounts/accounts.js'
import type { Asking } from '../accounts/keys/actor-now.js'
import type { Actor } from '../lib/actor.js'
import { mediaPath } from '../media/media.js'
import { furtherOf, isCarousel, type PostMedia } from '../media/post-media.js'
import type { Deps } from '../ports/deps.js'
import { listPosts, type ListPosts } from '../posts/list.js'
import type { PostWithState } from '../posts/state/read.js'
import { boardCell, BYTE_ORDER_MARK, type Cell, csvLines, sectionCell } from './csv-cells.js'

export type ExportPosts = Pick<ListPosts, 'accountId' | 'status' | 'startDate' | 'endDate'> & { withByteOrderMark: boolean }

/** The names by which an import finds columns; `Time zone` and the following ones are for people. */
export const POST_COLUMNS = [
  'Pin ID',
  'Status',
  'Title',
  'Description',
  'Link',
  'Alt text',
  'Media URL',
  'Board',
  'Board ID',
  'Section ID',
  'Publish date',
  'Publish at',
  'Time zone',
  'Published at',
  'Pin URL',
  'Failure',
  'Created at',
  'Saved pin URL',
  'Labels',
  'AI disclosures',
  'Cover second',
  'Thumbnail',
] as const

type ExportDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'platform'>
/** Reading may take long, so the reader's rights are checked before each page. */
type Reading = ExportDeps & Asking

/** Posts read at once, which bounds the memory. */
const PAGE = 500

/**
 * Exports in the order of listPosts(), each post in its state when its page is read. No connection is held between pages.
 * @throws BAD_REQUEST startDate, endDate · NOT_FOUND: before the first page
 * @throws UNAUTHORIZED, NOT_FOUND before a further page: the actor's key ended meanwhile, or they no longer see the account
 * @see docs/contract.md#csv
 */
export async function* exportPosts(deps: Reading, actor: Actor, input: ExportPosts): AsyncGenerator<string, void> {
  const { withByteOrderMark, ...list } = input
  let cursor: string | null = null
  let head: string | null = (withByteOrderMark ? BYTE_ORDER_MARK : '') + csvLines([POST_COLUMNS])
  const read = async (as: Actor, from: string | null) => listPosts(deps, as, { ...list, limit: PAGE, cursor: from })
  const given = new Set<string>() // a post that is moved meanwhile would be listed twice
  do {
    const reader = cursor === null ? actor : await deps.actorNow(actor)
    const page: Awaited<ReturnType<typeof read>> = await read(reader, cursor)
    const { timezone } = await requireAccount(deps.db.sql, reader, input.accountId)
    const fresh = page.posts.filter(({ id }) => !given.has(id))
    for (const { id } of fresh) given.add(id)
    yield (head ?? '') + csvLines(fresh.map((post) => rowOf(deps, post, timezone ?? 'UTC')))
    head = null
    cursor = page.cursor
  } while (cursor !== null)
}

function rowOf({ settings, platform }: ExportDeps, post: PostWithState, timezone: string): Cell[] {
  const addressOf = (media: PostMedia) => settings.publicUrl + mediaPath(post.organizationId, media)
  const cells: Record<(typeof POST_COLUMNS)[number], Cell> = {
    'Pin ID': post.id,
    Status: post.status,
    Title: post.title,
    Description: post.description,
    Link: post.url,
    'Alt text': post.altText,
    'Media URL': [post.media[0] ?? [], furtherOf(post.media)].flat().map(addressOf).join(' '),
    Board: post.boardName,
    'Board ID': boardCell(post.boardId),
    'Section ID': sectionCell(post.boardSectionId),
    'Publish date': post.sendAt && wallTime(post.sendAt, timezone),
    'Publish at': post.sendAt && isoTime(post.sendAt),
    'Time zone': timezone,
    'Published at': post.sentAt && isoTime(post.sentAt),
    'Pin URL': post.pinId && platform.pages.pin(post.pinId),
    Failure: post.failure && post.failure.message,
    'Created at': isoTime(post.createdAt),
    'Saved pin URL': post.savedPin && platform.pages.pin(post.savedPin.id),
    Labels: post.labels.join(', '),
    'AI disclosures': post.aiDisclosures.join(', '),
    'Cover second': post.cover,
    Thumbnail: isCarousel(post.media) || !post.media[1] ? null : addressOf(post.media[1]),
  }
  return POST_COLUMNS.map((name) => cells[name])
}

/** Formats a time as spreadsheets read it: `2026-03-02 15:00`. */
const wallTime = (at: Date, zone: string) => DateTime.fromJSDate(at, { zone }).toFormat('yyyy-MM-dd HH:mm')
const isoTime = (at: Date) => `${at.toISOString().slice(0, 19)}Z`
