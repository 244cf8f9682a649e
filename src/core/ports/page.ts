/** What is read from a page to make pins from it: types only. Texts are plain, on one line, and occur on the page. */

export type PageKind = 'product' | 'article' | 'recipe' | 'howto' | 'event' | 'list' | 'other'

/** `amount`: a plain number, `1299.00`; `currency`: ISO 4217; `isFrom`: other variants cost more. */
export type PagePrice = { amount: string; currency: string; isFrom: boolean }

export type PageFigures = {
  name: string | null
  brand: string | null
  /** null also where the page names two prices that contradict each other. */
  price: PagePrice | null
  availability: 'in_stock' | 'out_of_stock' | 'preorder' | null
  /** Out of five. `of`: what `count` counts; absent: reviews. */
  rating: { value: string; count: number; of?: 'reviews' | 'ratings' } | null
  /** The yield as written: `12 muffins`, `4`. */
  yield: string | null
  /** Total minutes, as the page states them; never only a part of the time. */
  minutes: number | null
  ingredients: number | null
  steps: number | null
  /** `2026-12-05` or with a time, as written. */
  date: string | null
  place: string | null
  author: string | null
  /** Headings of a list's items, of steps, or of sections. */
  items: string[]
}

export type PagePicture = {
  url: string
  /** null: the page does not say. */
  width: number | null
  height: number | null
  alt: string | null
  caption: string | null
  /** The source: the page's Pinterest markup, its linked data, its meta elements, or an element of its body. */
  from: 'pin' | 'data' | 'meta' | 'body'
  /** The heading of the part that contains it. */
  under?: string | null
}

/** The sentences below one heading of the page. */
export type PagePart = { heading: string; sentences: string[] }

export type PageContent = {
  /** The canonical link, or the address that was read. */
  link: string
  /** Two letters, as the page declares or its words show; null: neither. */
  language: string | null
  /** The title without the name of the site. */
  title: string | null
  siteName: string | null
  kind: PageKind
  description: string | null
  /** Whole sentences, in the page's order. */
  sentences: string[]
  /** The page's own section or category. */
  topics?: readonly string[]
  /** The parts below the headings of a list or an article. */
  parts?: readonly PagePart[]
  facts: PageFigures
  /** Pictures of the main content, without logos, icons and trackers, in the page's order. */
  pictures: PagePicture[]
  isNopin: boolean
  /** Another address, to which the page redirects its visitors at once. */
  movedTo?: string | null
  /** All readable text of the page, shortened; figures and names are searched in it. */
  text: string
}
