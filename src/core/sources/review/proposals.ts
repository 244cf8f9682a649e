/** Turns one message or form into the items of a review, each with the initial texts of its draft. Pure. */
import { ALT_TEXT_LENGTH, DESCRIPTION_LENGTH, TITLE_LENGTH } from '../../posts/content.js'
import { DEFAULT_DRAFTS } from '../page-failures.js'
import type { FileOrigin, ItemSource, LinkShows, PageWish, Proposal } from './model.js'
import { titleOfFile } from './title.js'
import { cut, headlineOf } from './words.js'

export type GivenFile = {
  id: string
  name: string
  /** The title and the alt text that a person gave it. */
  title?: string | undefined
  altText?: string | undefined
  /** undefined: the file was sent to Pinslot itself. */
  from?: FileOrigin | undefined
}
export type GivenLink = { url: string; shows: LinkShows }
export type Given = {
  files: readonly GivenFile[]
  links: readonly GivenLink[]
  /** The text of the message, without links. */
  words: string
  /** The wishes for drafts of pages. */
  wish?: Partial<Pick<PageWish, 'boardId' | 'keywords'>>
}
/** What an earlier message of the same review gave for all, used for items without their own. */
export type Around = { words: string | null; url: string | null }
/** `page`: drafts are made of the page that the link leads to. */
export type PlannedItem = {
  source: Exclude<ItemSource, { kind: 'draft' }>
  name: string
  proposal: Omit<Proposal, 'board'>
  page?: PageWish
  from?: FileOrigin
}

/**
 * Makes an item of each picture and video, files before links, in order, with the link to a page as their target; without any,
 * each page is an item, and a single page makes several drafts to choose from. As many lines or links as pictures are one for
 * each; otherwise the text is for all.
 */
export function planItems({ files, links, words, wish = {} }: Given, before: Around): { items: PlannedItem[]; around: Around } {
  const pages = links.filter(({ shows }) => shows === 'page').map(({ url }) => url)
  const shown = links.filter(({ shows }) => shows !== 'page')
  const lines = words
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const sources: (GivenFile | GivenLink)[] = [...files, ...shown]
  const own = sources.length > 0 ? sources : links
  const hasLineEach = own.length > 1 && lines.length === own.length
  const hasPageEach = sources.length > 1 && pages.length === sources.length
  const all: Around = {
    words: hasLineEach || lines.length === 0 ? null : words.trim(),
    url: hasPageEach ? null : (pages[0] ?? null),
  }
  const around: Around = { words: all.words ?? before.words, url: sources.length > 0 ? (all.url ?? before.url) : before.url }
  const items = own.map((given, index): PlannedItem => {
    const caption = hasLineEach ? (lines[index] ?? null) : around.words
    const url = 'url' in given && given.shows === 'page' ? given.url : hasPageEach ? (pages[index] ?? null) : around.url
    return 'url' in given
      ? ofLink(given, { caption, isOwn: hasLineEach, url }, { ...wish, drafts: own.length === 1 ? DEFAULT_DRAFTS : 1 })
      : ofFile(given, { caption, isOwn: hasLineEach, url })
  })
  return { items, around }
}

/** Numbers equal titles, also of `known`, so that each item has its own. Pure. */
export function withOwnTitles(items: readonly PlannedItem[], known: Iterable<string>): PlannedItem[] {
  const taken = new Set([...known].map((title) => title.toLowerCase()))
  return items.map((item) => {
    const { title } = item.proposal
    if (title === null) return item
    let own = title
    for (let number = 2; taken.has(own.toLowerCase()); number++) {
      const mark = ` (${number})`
      own = `${cut(title, TITLE_LENGTH - mark.length)}${mark}`
    }
    taken.add(own.toLowerCase())
    return { ...item, proposal: { ...item.proposal, title: own } }
  })
}

/** `isOwn`: the caption is for this picture alone. */
type Said = { caption: string | null; isOwn: boolean; url: string | null }

function ofFile({ id, name, title, altText, from }: GivenFile, said: Said): PlannedItem {
  const named = (title !== undefined && title !== name ? titleOfFile(title) : null) ?? titleOfFile(name)
  return { source: { kind: 'file', id }, name, proposal: proposalOf(named, altText ?? null, said), ...(from && { from }) }
}

function ofLink({ url, shows }: GivenLink, said: Said, wish: Partial<PageWish> & Pick<PageWish, 'drafts'>): PlannedItem {
  const last = lastPartOf(url)
  const named = last === '' ? null : titleOfFile(last)
  const proposal = proposalOf(named, null, said)
  const page = { boardId: null, keywords: [], ...wish, title: said.isOwn ? proposal.title : null }
  return {
    source: { kind: 'link', url, shows },
    name: last === '' ? new URL(url).host : last,
    proposal,
    ...(shows === 'page' && { page }),
  }
}

/** Matches several words: with spaces, or in a script without them. */
const SEVERAL_WORDS = /\S\s+\S|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]{4}/u

function proposalOf(named: string | null, altText: string | null, { caption, isOwn, url }: Said): PlannedItem['proposal'] {
  const headline = caption === null ? null : headlineOf(caption, TITLE_LENGTH)
  const isTelling = named !== null && SEVERAL_WORDS.test(named) // a single word describes less than a typed text
  const title = isOwn ? headline : isTelling ? named : (headline ?? named)
  const description = caption ?? title
  const shown = altText ?? named ?? (isOwn ? headline : null)
  return {
    title,
    description: description === null ? null : cut(description, DESCRIPTION_LENGTH),
    url,
    altText: shown === null ? null : cut(shown, ALT_TEXT_LENGTH),
  }
}

function lastPartOf(url: string): string {
  const part = new URL(url).pathname.split('/').findLast((each) => each !== '') ?? ''
  try {
    return decodeURIComponent(part)
  } catch {
    return part // a stray percent sign
  }
}
