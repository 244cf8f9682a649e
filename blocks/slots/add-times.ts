/** The button that stands beside every sentence about having no open slot. */
import type { Button } from '@slack/types'
import { button } from '../kit/kit.js'

export const action = { addPostingTimes: 'add_posting_times' } as const

export const addPostingTimes = (accountId: string): Button =>
  button({ text: 'Add posting times', actionId: action.addPostingTimes, value: accountId })
