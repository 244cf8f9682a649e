import { crafts } from './graded-crafts.js'
import { gifts } from './graded-gifts.js'
import { outfits } from './graded-outfits.js'
import { recipes } from './graded-recipes.js'
import { rooms } from './graded-rooms.js'

/**
 * Graded by hand before the scorer was read: how well a pin answers what somebody who types the keyword wants to see.
 * 3 = exactly that, 2 = good, partly or a near variant, 1 = only loosely related, 0 = not related or misleading.
 *
 * How it was graded:
 * - One question: would somebody who types this keyword be glad to see this pin? Wording comes second.
 * - 3: the thing itself, also where only the description or the alternative text says so, or under a synonym.
 * - 2: a near variant (another cut or form, a sibling), a part of what is wanted, or a list with it.
 * - 1: the same theme, but the main thing or a decisive attribute is missing, or named only to be ruled out.
 * - 0: another sense of the word, another subject, or supplies and accessories for the thing; shared words never lift it.
 * - Plural, typo, accent, capitals, hashtags, words together or apart and an empty description never lower a grade; a board's name and a
 *   link alone never raise one.
 * - A negation of what the keyword demands is 0, of anything else of it 1 at most. Regional words of German and Spanish are the same thing.
 */
export type GradedPin = {
  title: string
  description: string
  altText?: string
  boardName?: string
  link?: string
  grade: 0 | 1 | 2 | 3
}

export type Graded = { keyword: string; language: 'en' | 'de' | 'es'; pins: GradedPin[] }

/** 25 keywords with 12 pins each. */
export const graded: Graded[] = [...recipes, ...crafts, ...rooms, ...outfits, ...gifts]
