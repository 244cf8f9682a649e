/** The menu of a row: leave the pin out, choose another time, or add a trending word. */
import type { Overflow } from '@slack/types'
import { oneLine, option } from '../kit/kit.js'

export const action = { reviewMore: 'review_more' } as const

/** Slack allows five options, and 75 characters for the text and the value of one. */
const MOST_WORDS = 3
const MOST_LETTERS = 60

export type RowChoice = { kind: 'leave' } | { kind: 'time' } | { kind: 'word'; word: string }

/** @param scheduling 'never' leaves out the choice of a time */
export function rowMenu(searched: readonly string[] = [], scheduling: 'direct' | 'asks' | 'never'): Overflow {
  const words = searched.filter(({ length }) => length <= MOST_LETTERS).slice(0, MOST_WORDS)
  return {
    type: 'overflow',
    action_id: action.reviewMore,
    options: [
      option('Leave out', 'leave'),
      ...(scheduling === 'never' ? [] : [option('Another time', 'time')]),
      ...words.map((word) => option(`+ ${oneLine(word)}`, `+${word}`, 'People search for this')),
    ],
  }
}

/** Parses what rowMenu() wrote. */
export function readRowChoice(value: string): RowChoice | undefined {
  if (value === 'leave' || value === 'time') return { kind: value }
  return value.startsWith('+') ? { kind: 'word', word: value.slice(1) } : undefined
}
