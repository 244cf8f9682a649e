/** The schedule as an iCalendar file (RFC 5545). */
import { after, MINUTE_MS } from '../../core/lib/duration.js'
import { parseUrl } from '../../core/lib/http/parse-url.js'
import { setImmediate } from 'node:timers/promises'
import ical, { escape, ICalEvent, ICalEventTransparency, type ICalCalendar } from 'ical-generator'
import type { PlatformPages } from '../../core/ports/platform.js'
import type { Calendar, CalendarPin } from '../../core/slots/calendar-link.js'

/** Seconds after which a calendar program should reload. */
const REFRESH_SECONDS = 15 * 60
/** The duration of an event: a pin is a moment, and a calendar needs something to draw. */
const SHOWN_MS = 15 * MINUTE_MS
/** Events written before yielding to other work: a few milliseconds. */
const AT_A_TIME = 200
const CALENDAR_END = 'END:VCALENDAR'
const EVENT_END = 'END:VEVENT\r\n'

type Around = { host: string; pages: PlatformPages }

/**
 * Writes the same calendar as the same text, byte for byte.
 * @param around `host`: of the service, makes event ids unique; `pages`: addresses of published pins
 */
export async function writeCalendar(calendar: Calendar, around: Around): Promise<string> {
  const frame = ical({
    name: escape(clean(`Pinslot: ${calendar.username}`), false), // the only text that the library does not escape
    prodId: { company: 'Pinslot', product: 'Schedule', language: 'EN' },
    ttl: REFRESH_SECONDS,
    ...(calendar.timezone !== null && { x: { 'X-WR-TIMEZONE': calendar.timezone } }),
  })
  const parts = [frame.toString().slice(0, -CALENDAR_END.length)]
  for (const [n, pin] of calendar.pins.entries()) {
    parts.push(foldLines(eventOf(pin, frame, around)))
    if (n % AT_A_TIME === AT_A_TIME - 1) await setImmediate()
  }
  for (const repeat of calendar.repeats) parts.push(foldLines(eventOfRepeat(repeat, frame, around.host)))
  return `${parts.join('')}${CALENDAR_END}\r\n`
}

/** An event for a repeat whose pin does not exist yet. */
function eventOfRepeat({ at, timeslotId, slotMadeAt }: Calendar['repeats'][number], frame: ICalCalendar, host: string): string {
  const event = {
    id: `evergreen-${timeslotId}-${at.getTime() / 1000}@${host}`,
    stamp: slotMadeAt,
    start: at,
    end: after(at, SHOWN_MS),
    summary: 'Evergreen pin',
    description: 'Republishes the pin that has waited longest.',
    transparency: ICalEventTransparency.TRANSPARENT,
  }
  return new ICalEvent(event, frame).toString()
}

const PREFIX = { scheduled: '', publishing: 'Publishing: ', published: 'Published: ' } as const

/** Does not fold lines: the library's own folding takes a millisecond an event. */
function eventOf(pin: CalendarPin, frame: ICalCalendar, { host, pages }: Around): string {
  const { postId, state, at, title, version, updatedAt } = pin
  const event = new ICalEvent(
    {
      id: `post-${postId}@${host}`,
      sequence: version,
      stamp: updatedAt,
      lastModified: updatedAt,
      start: at,
      end: after(at, SHOWN_MS),
      summary: clean(PREFIX[state] + title),
      description: clean(descriptionOf(pin, pages)),
      transparency: ICalEventTransparency.TRANSPARENT, // does not block time in the calendar
    },
    frame,
  )
  const address = addressOf(pin, pages)
  const text = event.toString()
  // The library escapes commas in a URL as in a text, which RFC 5545 3.3.13 does not.
  return address === null ? text : `${text.slice(0, -EVENT_END.length)}URL:${address}\r\n${EVENT_END}`
}

function descriptionOf(pin: CalendarPin, pages: PlatformPages): string {
  const { description, boardName, url } = pin
  const facts = [
    ...(boardName === null ? [] : [`Board: ${boardName}`]),
    ...(url === '' ? [] : [`Link: ${url}`]),
    ...(pin.pinId === null ? [] : [`Pin: ${pages.pin(pin.pinId)}`]),
  ]
  return [...(description === '' ? [] : [description, '']), ...facts].join('\n')
}

/** The published pin's address, until then its link; in ASCII. */
function addressOf({ pinId, url }: CalendarPin, pages: PlatformPages): string | null {
  if (pinId !== null) return pages.pin(pinId)
  return parseUrl(url)?.href ?? null
}

/** Removes control characters except tabs; the library escapes line ends. */
const clean = (text: string) => text.replace(/(?![\t\r\n])\p{Cc}/gu, '')

/** Lines of at most 75 octets, as RFC 5545 section 3.1 requires. */
const MOST_OCTETS = 75

/** Breaks longer lines before a character, never within one: the rest follows a line end and a space. */
const foldLines = (text: string): string => text.split('\r\n').map(foldLine).join('\r\n')

function foldLine(line: string): string {
  if (line.length * 3 <= MOST_OCTETS || Buffer.byteLength(line) <= MOST_OCTETS) return line
  const bytes = Buffer.from(line)
  const pieces: string[] = []
  let start = 0
  for (let room = MOST_OCTETS; bytes.length - start > room; room = MOST_OCTETS - 1) {
    let end = start + room
    while (isWithinCharacter(bytes[end])) end--
    pieces.push(bytes.toString('utf8', start, end))
    start = end
  }
  return [...pieces, bytes.toString('utf8', start)].join('\r\n ')
}

/** True for every byte of a UTF-8 character but its first. */
const isWithinCharacter = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80
