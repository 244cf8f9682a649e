/** What is read of a page, to make pins of: types only. Texts are plain, on one line, and stand on the page. */

export type PageKind = 'product' | 'article' | 'recipe' | 'howto' | 'event' | 'list' | 'other'

/** `amount` as a plain number, `1299.00`; `currency` of ISO 4217; `isFrom`: others of it cost more. */
export type PagePrice = { amount: string; currency: string; isFrom: boolean }

export type PageFigures = {
  name: string | null
  brand: string | null
  /** Null too where the page names two that contradict each other. */
  price: PagePrice | null
  availability: 'in_stock' | 'out_of_stock' | 'preorder' | null
  /** Of five. `of`: what is counted; absent: reviews. */
  rating: { value: string; count: number; of?: 'reviews' | 'ratings' } | null
  /** As it is written: `12 muffins`, `4`. */
  yield: string | null
  /** Minutes in all, as the page says; never a part of them. */
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
  /** The heading of the part in which it stands. */
  under?: string | null
}

/** What stands under a heading of the page, of its sentences. */
export type PagePart = { heading: string; sentences: string[] }

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
  /** What it files itself under: its section, its category. */
  topics?: readonly string[]
  /** Under the headings of a list or an article. */
  parts?: readonly PagePart[]
  facts: PageFigures
  /** Of the main matter, without logos, icons and trackers, in the page's order. */
  pictures: PagePicture[]
  isNopin: boolean
  /** Another address, to which it sends its visitors at once. */
  movedTo?: string | null
  /** All that can be read on it, cut: what a figure or a name is looked for in. */
  text: string
}
