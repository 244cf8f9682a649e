/** Recognizes elements that their classes and style hide from everybody. What is hidden only on small screens is read. */

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

export function isHiddenByClass(classes: string): boolean {
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

export function isHiddenByStyle(style: string): boolean {
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
