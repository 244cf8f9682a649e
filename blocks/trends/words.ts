/** Trending words below the description of a form; pressing one adds it. */
import type { AnyBlock } from '@slack/types'
import { field } from '../ids.js'
import { actions, button, context, oneLine } from '../kit/kit.js'

export const action = {
  addWord1: 'add_word_1',
  addWord2: 'add_word_2',
  addWord3: 'add_word_3',
  addWord4: 'add_word_4',
  addWord5: 'add_word_5',
} as const

/** Each button has an id of its own, because Slack wants them unique within a row. */
const ACTIONS = [action.addWord1, action.addWord2, action.addWord3, action.addWord4, action.addWord5]

export const wordBlocks = (suggested: readonly string[] = []): AnyBlock[] =>
  suggested.length === 0
    ? []
    : [
        context('People search for these. Press one to add it to the description.'),
        actions(
          suggested.slice(0, ACTIONS.length).map((word, index) =>
            button({
              text: oneLine(word),
              actionId: ACTIONS[index] ?? action.addWord1,
              value: word,
              label: `${oneLine(word)}: add to the description`,
            }),
          ),
        ),
      ]

/** The block_id of the description. Slack keeps what was typed in an input, so text set by the app needs a new id. */
export const descriptionBlock = (round = 0): string => (round === 0 ? field.description : `${field.description}.${round}`)
