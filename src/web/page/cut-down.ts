/**
 * Reduces a page to what people see: a document of limited size and depth that any parser accepts. Scripts, styles and hidden
 * elements are left out, so nothing is read that a visitor could not read; linked data is kept separately.
 */
import { Parser } from 'htmlparser2'
import { writeInPieces } from '../pieces.js'

export type CutDown = { html: string; linkedData: string[]; elements: number }

const MOST = {
  bytes: 5_000_000,
  elements: 20_000,
  depth: 150,
  blocks: 40,
  data: 400_000,
  out: 2_000_000,
  attribute: 4_000,
  /** Larger than other attributes: a dozen sizes of one picture with long addresses, the largest often last. */
  srcset: 20_000,
}

const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/
const LEFT_OUT = /^(?:script|style|template|svg|math|iframe|object|canvas|dialog|select|textarea|video|audio|title-bar)$/
const KEPT =
  /^(?:alt|title|src|srcset|imagesrcset|as|sizes|width|height|href|rel|content|property|name|lang|class|id|role|action|type|http-equiv|itemprop|itemscope|itemtype|itemid|datetime|value|nopin|data-(?:pin-[\w-]+|src|srcset|lazy-src|lazy-srcset|original|large_image|large_image_width|large_image_height|zoom-image|full|bgset|image|image-dimensions|hi-res-src|full-src|flickity-lazyload|background))$/
/** Styles that hide an element until a script shows it: pictures loaded late, galleries. */
const NOT_YET = /visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0+)?\s*(?:;|$)/i
/** Elements with an animation appear soon, so their text is read, too. */
const MOVES = /transition|transform|animation/i
export function cutDown(page: string): CutDown {
  const out: string[] = []
  const linkedData: string[] = []
  let data: string[] | undefined
  let [length, elements, depth, hidden, silent, dataLength] = [0, 0, 0, 0, 0, 0]
  /**
   * The open elements: the name each was written as (null: not written), and whether it hides everything in it or only its text.
   */
  const open: { name: string; written: string | null; hides: boolean; silences: boolean }[] = []
  const write = (text: string) => {
    if (length > MOST.out) return
    out.push(text)
    length += text.length
  }
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        elements++
        const isData = name === 'script' && /^application\/ld\+json\b/i.test(attributes['type']?.trim() ?? '')
        if (isData && linkedData.length < MOST.blocks) [data, dataLength] = [[], 0]
        const hides = LEFT_OUT.test(name) || isHidden(name, attributes)
        if (name === 'img' && attributes['data-pin-media'] && hidden > 0 && elements <= MOST.elements) write(pinOnly(attributes))
        const isSeen = !hides && hidden === 0 && elements <= MOST.elements && depth < MOST.depth
        const written = isSeen ? writtenAs(name) : null
        if (written !== null) write(`<${written}${attributesOf(withStrikes(attributes))}>`)
        if (VOID.test(name)) return
        const silences = isNotYetSeen(name, attributes)
        open.push({ name, written, hides, silences })
        if (hides) hidden++
        if (silences) silent++
        if (written !== null) depth++
      },
      ontext(text) {
        if (data) {
          if (dataLength < MOST.data) data.push(text)
          dataLength += text.length
        } else if (hidden === 0 && silent === 0 && elements <= MOST.elements) write(escaped(text))
      },
      onclosetag(name) {
        if (VOID.test(name)) return
        const closed = open.pop()
        if (!closed) return
        if (closed.hides) hidden--
        if (closed.silences) silent--
        if (closed.written !== null) {
          depth--
          write(`</${closed.written}>`)
        }
        if (name === 'script' && data) {
          linkedData.push(data.join(''))
          data = undefined
        }
      },
    },
    { decodeEntities: true },
  )
  writeInPieces(parser, page.slice(0, MOST.bytes), () => open.length)
  parser.end()
  return { html: out.join(''), linkedData, elements }
}

/** Writes custom elements as `div`, because their classes say what they are. */
function writtenAs(name: string): string | null {
  if (name === 'noscript') return 'div' // its content is for readers without scripts, such as we
  if (/^[a-z][a-z0-9]{0,20}$/.test(name)) return name
  return /^[a-z][a-z0-9-]{1,60}$/.test(name) ? 'div' : null
}

const isNotYetSeen = (name: string, { style }: Record<string, string>): boolean =>
  name !== 'body' && name !== 'html' && style !== undefined && NOT_YET.test(style) && !MOVES.test(style)

function isHidden(name: string, { hidden, style, class: classes, 'aria-hidden': aria, role, type }: Record<string, string>) {
  if (name === 'body' || name === 'html') return false // hidden until a script shows it
  if (name === 'input') return type === 'hidden'
  return (
    (hidden !== undefined && hidden.toLowerCase() !== 'until-found') ||
    (style !== undefined && isHiddenByStyle(style.slice(0, MOST.attribute))) ||
    (classes !== undefined && isHiddenByClass(classes.slice(0, MOST.attribute))) ||
    (aria === 'true' && !SEEN_ALL_THE_SAME.test(name)) ||
    role === 'dialog' ||
    role === 'alertdialog'
  )
}

/** Pictures and the main content, which may be hidden only from screen readers while a dialog is open. */
const SEEN_ALL_THE_SAME = /^(?:img|picture|a|figure|main|article)$/

const attributesOf = (attributes: Record<string, string>): string =>
  Object.entries(withBackground(attributes))
    .filter(([name]) => KEPT.test(name))
    .map(
      ([name, value]) =>
        ` ${name}="${escaped(value.slice(0, name.endsWith('srcset') ? MOST.srcset : MOST.attribute)).replaceAll('"', '&quot;')}"`,
    )
    .join('')

/** Keeps the background image of a style as an attribute. */
function withBackground(attributes: Record<string, string>): Record<string, string> {
  const [, url] =
    /background(?:-image)?\s*:[^;]{0,100}?url\(\s*["']?([^"')]{1,2000})/i.exec(
      attributes['style']?.slice(0, MOST.attribute) ?? '',
    ) ?? []
  return url === undefined ? attributes : { ...attributes, 'data-background': url }
}

/** Marks text struck through by its style with Tailwind's class, so that it is not read as a price. */
function withStrikes(attributes: Record<string, string>): Record<string, string> {
  const style = attributes['style']?.slice(0, MOST.attribute) ?? ''
  if (!/text-decoration(?:-line)?\s*:[^;]{0,60}line-through/i.test(style)) return attributes
  return { ...attributes, class: `line-through ${attributes['class'] ?? ''}` }
}

/** Writes a hidden picture that a blog provides for Pinterest. */
const pinOnly = ({ 'data-pin-media': media = '', 'data-pin-description': description = '' }: Record<string, string>) =>
  `<img${attributesOf({ 'data-pin-media': media, 'data-pin-description': description })}>`

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Hiding classes of Tailwind, Bootstrap, Foundation, Bulma, UIkit, Drupal, Elementor and common themes. */
const HIDES = /^(?:!?(?:tw[-:])?hidden!?|d-none|is-hidden|uk-hidden|u-hidden|hide|w3-hide|display-none|element-hidden)$/
/** Classes for elements that only screen readers or keyboard users reach. */
const UNSEEN =
  /^(?:(?:tw[-:])?sr-only(?:-focusable)?|visually-hidden(?:-focusable)?|visuallyhidden|screen-reader(?:-text|-only)?|skip-link|a11y-hidden|is-sr-only|show-for-sr|u-visually-hidden|uk-hidden-visually|element-invisible|assistive-text|offscreen|a-offscreen)$/

/**
 * Names of screen sizes. State prefixes (`hover:`, `open:`, `print:`) are not among them, because they show nothing by
 * themselves.
 */
const SIZE =
  '(?:[<@~]?(?:min-|max-|lt-|gt-|at-|not-)?(?:\\[[^\\]]{1,40}\\]|[2-9]?xs|sm|md|lg|[2-9]?xl|xxl|mobile|phone|tablet|laptop|desktop|widescreen|fullhd|small|medium|large|xlarge|portrait|landscape|wide))'
const SHOWN =
  '(?:block|flex|grid|inline|inline-block|inline-flex|inline-grid|table|table-row|table-cell|contents|flow-root|list-item|visible)'
/** Classes that show an element on screens of some size. */
const SHOWS = new RegExp(
  [
    `^(?:tw[-:])?(?:${SIZE}:)+!?(?:tw-)?(?:${SHOWN}|not-sr-only)!?$`,
    `^d-(?:sm|md|lg|xl|xxl|xs)-${SHOWN}$`,
    `^is-${SHOWN}-(?:mobile|touch|tablet|tablet-only|desktop|desktop-only|widescreen|fullhd)$`,
    '^show-for-(?:small|medium|large|xlarge|xxlarge)(?:-only|-up|-down)?$',
    '^uk-visible(?:@[smlx]{1,2}|-(?:small|medium|large))$',
    '^visible-(?:xs|sm|md|lg|xl)(?:-(?:block|inline|inline-block|up|down))?$',
    '^(?:db|di|dib|flex)-(?:ns|m|l)$',
  ].join('|'),
)

function isHiddenByClass(classes: string): boolean {
  const tokens = classes.split(/\s+/)
  const shows = tokens.some((token) => SHOWS.test(token))
  return tokens.some((token) => UNSEEN.test(token.toLowerCase()) || HIDES.test(token.toLowerCase())) && !shows
    ? true
    : isHiddenOnAll(tokens)
}

/** Elementor's sizes are named one by one. */
const isHiddenOnAll = (tokens: readonly string[]): boolean =>
  ['desktop', 'tablet'].every((size) => tokens.includes(`elementor-hidden-${size}`)) &&
  tokens.some((token) => /^elementor-hidden-(?:mobile|phone)$/.test(token))

/** The declarations of an inline style as a browser reads them: the last of each property wins, important ones before others. */
function declarationsOf(style: string): Map<string, string> {
  const found = new Map<string, { value: string; isImportant: boolean }>()
  for (const one of style.split(';')) {
    const at = one.indexOf(':')
    if (at < 0) continue
    const name = one.slice(0, at).trim().toLowerCase()
    const isImportant = /!\s*important\s*$/i.test(one)
    const value = one
      .slice(at + 1)
      .replace(/!\s*important\s*$/i, '')
      .trim()
      .toLowerCase()
    if (value === '' || (found.get(name)?.isImportant && !isImportant)) continue
    found.set(name, { value, isImportant })
  }
  return new Map([...found].map(([name, { value }]) => [name, value]))
}

function isHiddenByStyle(style: string): boolean {
  const own = declarationsOf(style)
  const is = (name: string, value: RegExp) => value.test(own.get(name) ?? '')
  // an empty box that keeps the shape of a picture is as high as its padding
  const hasShape = /^[1-9]/.test(own.get('padding-bottom') ?? own.get('padding-top') ?? '') || own.has('aspect-ratio')
  return (
    is('display', /^none$/) ||
    is('content-visibility', /^hidden$/) ||
    is('font-size', /^(?:0(?!\.\d*[1-9])|[12](?:\.\d+)?p[xt]$)/) ||
    ['left', 'top', 'right', 'text-indent'].some((name) => is(name, /^-\d{3,}/)) ||
    (is('width', /^0(?:px)?$/) && !hasShape) ||
    (is('height', /^0(?:px)?$/) && !hasShape) ||
    is('clip', /^rect\(\s*0/) ||
    is('clip-path', /^inset\(\s*(?:50|100)%/) ||
    isOfOneColor(own)
  )
}

/** True when the letters have the color of their background. */
function isOfOneColor(own: ReadonlyMap<string, string>): boolean {
  const color = own.get('color')?.replace(/\s/g, '')
  return color !== undefined && color === (own.get('background-color') ?? own.get('background'))?.replace(/\s/g, '')
}
