/** Cards side by side: pictures that people compare. blocks/kit/older.ts shows the same where a workspace takes no cards. */
import type { AnyBlock, Button, CardBlock } from '@slack/types'
import { clipMarkup, md, type Picture, picture } from './kit.js'

export type CardModel = {
  /** Markup, as are the lines below it. */
  title: string
  subtitle?: string
  body?: string
  /** null: there is none (yet). */
  image: Picture | null
  altText: string
  /** Up to three. */
  buttons?: Button[]
}

/** The most cards of a carousel. */
const MOST_CARDS = 10
export const CARD_TITLE = 150
const CARD_BODY = 200

/** Ten cards a row. @see https://docs.slack.dev/reference/block-kit/blocks/carousel-block */
export function carousel(models: readonly CardModel[]): AnyBlock[] {
  const cards = models.map(cardOf)
  return Array.from({ length: Math.ceil(cards.length / MOST_CARDS) }, (_, row) => ({
    type: 'carousel',
    elements: cards.slice(row * MOST_CARDS, (row + 1) * MOST_CARDS),
  }))
}

function cardOf({ title, subtitle = '', body = '', image, altText, buttons = [] }: CardModel): CardBlock {
  const hero = picture(image, altText)
  return {
    type: 'card',
    ...(hero && { hero_image: hero }),
    title: md(clipMarkup(title, CARD_TITLE)),
    ...(subtitle !== '' && { subtitle: md(clipMarkup(subtitle, CARD_TITLE)) }),
    ...(body !== '' && { body: md(clipMarkup(body, CARD_BODY)) }),
    ...(buttons.length > 0 && { actions: buttons }),
  }
}

/** The lengths that are tried for words in markup, which grow when they are escaped. */
const ROOMS = [90, 60, 40, 20, 10]

/** Writes markup around words so that it fits. @param write makes it with at most so many characters of the words */
export const fitting = (max: number, write: (room: number) => string): string =>
  ROOMS.map(write).find((markup) => markup.length <= max) ?? write(0)
