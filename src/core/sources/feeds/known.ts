/** The entries that a feed has shown, by id and by page, in ten bytes each. Pure. */
import { createHash } from 'node:crypto'
import { DAY_MS } from '../../lib/duration.js'
import { isUrl } from '../../lib/http/parse-url.js'
import { pageKeyOf } from '../../links/page-key.js'

const ID_BYTES = 8
const ROW_BYTES = ID_BYTES + 2
/** An entry that returns every year counts as the same. */
export const FORGOTTEN_DAYS = 400
/** A day is rewritten only when it is off by this much, so that an unchanged feed costs no write. */
const COARSE_DAYS = 30
/** Twice the most entries of a feed, by id and by page; beyond it those that disappeared first are forgotten first. */
const MOST_KNOWN = 200_000

const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS)

/** Combines the website and the feed's id of an entry: equal in all feeds of the website. */
export const entryKey = (host: string, id: string): Buffer => createHash('sha256').update(`${host}\n${id}`).digest()
/** @param link absolute, of http or https */
export const linkKey = (link: string): Buffer => createHash('sha256').update(pageKeyOf(link)).digest()

/** `plain`: by the unchanged id, as earlier versions did. `kept`: what to store of the entry from now on. */
export type EntryKeys = { key: Buffer; plain: Buffer; link: Buffer; kept: readonly string[] }

/** Compares an id that is an address as an address, but with its fragment, which may be the only difference. */
export function keysOf(host: string, id: string, link: string): EntryKeys {
  const isAddress = /^https?:\/\//i.test(id) && isUrl(id)
  const own = isAddress ? `${pageKeyOf(id)}${new URL(id).hash}` : id
  const keys = { key: entryKey(host, own), plain: entryKey(host, id), link: linkKey(link) }
  const isLink = isAddress && own === pageKeyOf(link) // a sitemap has no other id
  return { ...keys, kept: isLink ? [idOf(keys.link)] : [idOf(keys.key), idOf(keys.link)] }
}

export class Known {
  private constructor(
    private readonly days: Map<string, number>,
    private readonly today: number,
    private isChanged: boolean,
    private withLinks: boolean,
  ) {}

  /** @param hasLinks false: the feed was last read when entries were known only by id */
  static read(bytes: Buffer | null, now: Date, hasLinks = true): Known {
    const days = new Map<string, number>()
    for (let at = 0; bytes && at + ROW_BYTES <= bytes.length; at += ROW_BYTES)
      days.set(bytes.toString('latin1', at, at + ID_BYTES), bytes.readUInt16BE(at + ID_BYTES))
    return new Known(days, dayOf(now), false, hasLinks)
  }

  get hasLinks(): boolean {
    return this.withLinks
  }

  /** Notes that the whole feed is being read again, including unchanged parts. */
  takeLinks(): void {
    this.isChanged ||= !this.withLinks
    this.withLinks = true
  }

  has(key: Buffer): boolean {
    return this.days.has(idOf(key))
  }

  /** Records the entries of a complete read. */
  see(ids: readonly string[]): void {
    for (const id of ids) {
      const day = this.days.get(id)
      if (day !== undefined && this.today - day < COARSE_DAYS) continue
      this.days.set(id, this.today)
      this.isChanged = true
    }
  }

  /** Returns null when nothing changed. */
  write(): Buffer | null {
    if (!this.isChanged) return null
    const kept = [...this.days].filter(([, day]) => this.today - day <= FORGOTTEN_DAYS)
    if (kept.length > MOST_KNOWN) kept.sort(([, one], [, other]) => other - one).length = MOST_KNOWN
    const bytes = Buffer.alloc(kept.length * ROW_BYTES)
    kept.forEach(([id, day], at) => {
      bytes.write(id, at * ROW_BYTES, 'latin1')
      bytes.writeUInt16BE(day, at * ROW_BYTES + ID_BYTES)
    })
    return bytes
  }
}

/** Returns the stored form of a key. */
export const idOf = (key: Buffer): string => key.toString('latin1', 0, ID_BYTES)
