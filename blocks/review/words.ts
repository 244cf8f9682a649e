/** What people search for, on the card of a review: pressing one adds it to the description. */
import type { Button } from '@slack/types'
import { action } from '../ids.js'
import { button, oneLine } from '../kit/kit.js'

/** Each has an id of its own, because they stand beside each other. */
const ACTIONS = [action.reviewWord1, action.reviewWord2, action.reviewWord3]
/** Of all words of a card, beside all else that it may say. */
const MOST_LETTERS = 38

/** Said once, above all cards. */
export const SEARCHED_HINT = 'People search for the words with a “+”. Press one to add it to the description.'

export function searchedButtons(searched: readonly string[] = [], title: string): Button[] {
  const words: string[] = []
  let room = MOST_LETTERS
  for (const word of searched) {
    if (word.length > room || words.length === ACTIONS.length) continue
    words.push(word)
    room -= word.length
  }
  return words.map((word, index) => {
    const says = `+ ${oneLine(word)}`
    return button({ text: says, actionId: ACTIONS[index] ?? action.reviewWord1, value: word, label: `${says}: ${title}` })
  })
}
