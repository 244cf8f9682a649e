/** The form for a board and a keyword, to score the board or to find ideas. */
import { type KeywordMemory, keywordMemory } from './memory.js'
import type { ModalView } from '@slack/types'
import type { RelevancePrice } from '../../src/core/insight/relevance/price.js'
import { boardInput } from '../boards/inputs.js'
import { type Refused, asRefused } from '../boards/forms.js'
import { costText, type NamedBoard } from './fit-question.js'
import { shared, field } from '../ids.js'
import { accountSwitch, type Switchable } from '../kit/account-switch.js'
import { clip, context, form, inline, input, section } from '../kit/kit.js'
import { RELEVANCE_TITLES } from './text.js'

export const action = { keywordBoard: 'keyword_board', keywordAccount: 'keyword_account' } as const
export const view = { fit: 'score_board', ideas: 'find_ideas' } as const

export type KeywordFormModel = Refused & {
  /** The purpose of the form. `price` null: not known, as the form was refused. */
  aim: { kind: 'fit'; price: RelevancePrice | null } | { kind: 'ideas' }
  memory: KeywordMemory
  /** The accounts to choose from. */
  accounts: Switchable['accounts']
  /** null: none chosen yet. */
  board: NamedBoard | null
  keyword: string
  /** Typed words that match no board. */
  unknown?: string | undefined
}

/** One form for both purposes. */
export function keywordFormView(model: KeywordFormModel): ModalView {
  const { aim, memory, accounts, board, keyword, unknown, ...refused } = model
  return form({
    callbackId: view[aim.kind],
    title: RELEVANCE_TITLES[aim.kind],
    submit: aim.kind === 'ideas' ? 'Find ideas' : aim.price?.kind === 'free' ? 'Score it' : 'Continue',
    memory: keywordMemory.write(memory),
    blocks: asRefused(
      [
        section(aim.kind === 'fit' ? FIT : IDEAS),
        ...(aim.kind === 'fit' && aim.price ? [context(costLine(aim.price))] : []),
        ...(unknown === undefined ? [] : [section(`:mag: Can’t find a board called “${inline(unknown, 60)}”. Choose one.`)]),
        ...accountSwitch({ surface: 'form', accounts, accountId: memory.accountId }, action.keywordAccount),
        boardInput({
          ...(memory.round !== undefined && { round: memory.round }),
          actionId: action.keywordBoard,
          chosen: board,
          optional: false,
          dispatches: false,
        }),
        input({
          blockId: field.keyword,
          label: 'Keyword',
          hint: 'What people search for. Up to 255 characters.',
          element: {
            type: 'plain_text_input',
            action_id: shared.value,
            ...(keyword !== '' && { initial_value: clip(keyword, 3000) }),
          },
        }),
      ],
      refused,
    ),
  })
}

const FIT = 'See how well a board matches a keyword, and which pins match best.'
const IDEAS = 'Find ideas from public pins that aren’t on the board yet. Free.'

const costLine = (price: RelevancePrice): string =>
  price.kind === 'free' ? costText(price) : `${costText(price)} We’ll ask before charging.`
