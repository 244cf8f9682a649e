/** The inputs for a board and for one of its sections, both searched by typing; all forms share them. */
import type { InputBlock } from '@slack/types'
import { field } from '../ids.js'
import { input, option, text } from '../kit/kit.js'

/** A board or a section. */
export type Named = { id: string; name: string }

type BoardFieldModel = {
  /** Part of the block id that changes when the value must be emptied; undefined if it never must. */
  round?: number
  actionId: string
  chosen: Named | null
}

const select = ({ actionId, chosen }: BoardFieldModel, placeholder: string) =>
  ({
    type: 'external_select',
    action_id: actionId,
    min_query_length: 0,
    placeholder: text(placeholder, 150),
    ...(chosen && { initial_option: option(chosen.name, chosen.id) }),
  }) as const
const named = (name: string, { round }: BoardFieldModel) => (round === undefined ? name : `${name}.${round}`)

/** `dispatches`: whether Slack reports a change, so that the form can follow the board. */
export const boardInput = (model: BoardFieldModel & { optional: boolean; dispatches?: boolean; isGuess?: boolean }): InputBlock =>
  input({
    blockId: named(field.board, model),
    label: model.isGuess ? 'Board?' : 'Board',
    optional: model.optional,
    dispatches: model.dispatches ?? true,
    hint: model.isGuess ? 'Our guess by the words. Type to search another.' : 'Type to search.',
    element: select(model, 'Choose a board'),
  })

/** `sectionCount`: the number of sections of the chosen board; undefined: not known. */
export const sectionInput = (model: BoardFieldModel & { board: Named | null; sectionCount: number | undefined }): InputBlock =>
  input({
    blockId: named(field.section, model),
    label: 'Section',
    optional: true,
    hint: sectionHint(model),
    element: select(model, 'None'),
  })

function sectionHint({ board, sectionCount }: { board: Named | null; sectionCount: number | undefined }): string {
  if (board === null) return 'Choose a board first.'
  if (sectionCount === undefined) return 'Type to search.'
  if (sectionCount === 0) return 'This board has no sections.'
  return `This board has ${sectionCount === 1 ? '1 section' : `${sectionCount} sections`}.`
}
