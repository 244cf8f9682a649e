/** What is read of a page, to make pins of: types only. Texts are plain, on one line, and stand on the page. */

export type PageKind = 'product' | 'article' | 'recipe' | 'howto' | 'event' | 'list' | 'other'

/** `amount` as a plain number, `1299.00`; `currency` of ISO 4217. */
export type PagePrice = { amount: string; currency: string; isFrom: boolean }

export type PageFigures = {
  name: string | null
  brand: string | null
  /** Null too where the page names two that contradict each other. */
  price: PagePrice | null
  availability: 'in_stock' | 'out_of_stock' | 'preorder' | null
  /** Of five. */
  rating: { value: string; count: number } | null
  /** As it is written: `12 muffins`, `4`. */
  yield: string | null
  /** Minutes in all. */
  minutes: number | null
  ingredients: number | null
  steps: number | null
  /** `2026-12-05` or with a time, as written. */
  date: string | null
  place: string | null
  author: string | null
  /** Headings of a list, of steps, of sections. */
  items: string[]
}

export type PagePicture = {
  url: string
  /** Null: the page does not say. */
  width: number | null
  height: number | null
  alt: string | null
  caption: string | null
  /** Who names it: the page for Pinterest, its linked data, its meta elements, or an element of its body. */
  from: 'pin' | 'data' | 'meta' | 'body'
}

export type PageContent = {
  /** The canonical link, or the address that was read. */
  link: string
  /** Two letters, as the page says or as its words show; null: neither. */
  language: string | null
  /** Without the name of the site. */
  title: string | null
  siteName: string | null
  kind: PageKind
  description: string | null
  /** Whole sentences, in the page's order. */
  sentences: string[]
  facts: PageFigures
  /** Of the main matter, without logos, icons and trackers, in the page's order. */
  pictures: PagePicture[]
  isNopin: boolean
  /** All that can be read on it, cut: what a figure or a name is looked for in. */
  text: string
}
