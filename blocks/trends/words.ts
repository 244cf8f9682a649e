/** Words that people search for under a form's description: pressing one adds it there. */
import type { AnyBlock } from '@slack/types'
import { action, field } from '../ids.js'
import { actions, button, context, oneLine } from '../kit/kit.js'

/** Each has an id of its own, because they stand beside each other. */
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

/** An input that was typed in keeps what was typed: for our text it needs another block_id. */
export const descriptionBlock = (round = 0): string => (round === 0 ? field.description : `${field.description}.${round}`)
