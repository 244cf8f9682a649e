/** UTM parameters: the part of the settings, and the form for an account or a board. */
import type { AnyBlock, ModalView } from '@slack/types'
import type { UtmField, UtmParameters, UtmRule } from '../../src/core/links/utm.js'
import { shared, field } from '../ids.js'
import { button, context, form, inline, input, section } from '../kit/kit.js'

export const action = { settingsUtm: 'open_utm_parameters' } as const
export const view = { utm: 'utm_parameters', boardUtm: 'utm_parameters_of_board' } as const

export type UtmPart = { rule: UtmRule | null; boards: number }

export function utmPart({ rule, boards }: UtmPart, canChange: boolean): AnyBlock[] {
  const own = rule === null ? 'Off: links don’t change.' : utmText(rule)
  const others = boards === 0 ? '' : boards === 1 ? '\n1 board has its own.' : `\n${boards} boards have their own.`
  return [
    section(
      `*UTM parameters*\n${own}${others}`,
      canChange ? button({ text: 'Edit', actionId: action.settingsUtm, label: 'Edit: UTM parameters' }) : undefined,
    ),
    context('Added to each link when its pin goes out. To set a board’s own, open its menu in /pin boards.'),
  ]
}

const FIELDS: readonly UtmField[] = ['source', 'medium', 'campaign', 'content']

const utmText = (rule: UtmParameters): string =>
  FIELDS.flatMap((name) => (rule[name] === null ? [] : [`utm_${name}: ${inline(rule[name], 110)}`])).join('\n')

/** The core's limit for a value. */
const MOST = 100
const INPUTS = {
  source: { blockId: field.utmSource, label: 'Source', example: 'pinterest' },
  medium: { blockId: field.utmMedium, label: 'Medium', example: 'social' },
  campaign: { blockId: field.utmCampaign, label: 'Campaign', example: '{board}' },
  content: { blockId: field.utmContent, label: 'Content', example: '{account}' },
} as const satisfies Record<UtmField, object>

export type UtmFormModel = {
  /** The metadata of the form below, already written. */
  memory: string
  /** null: the form is the account's. */
  board: string | null
  rule: UtmParameters | null
  /** The account's, which apply if the board has none of its own. */
  ofAccount?: UtmParameters | undefined
}

export const utmView = ({ memory, board, rule, ofAccount }: UtmFormModel): ModalView =>
  form({
    callbackId: board === null ? view.utm : view.boardUtm,
    title: 'UTM parameters',
    submit: 'Save',
    memory,
    blocks: [
      section(
        board === null
          ? 'Added to each link when its pin goes out. Links that already have UTM parameters don’t change.'
          : `For pins on *${inline(board)}*. Fields you leave empty use the account’s values.`,
      ),
      ...FIELDS.map((name) =>
        input({
          blockId: INPUTS[name].blockId,
          label: INPUTS[name].label,
          optional: true,
          element: {
            type: 'plain_text_input',
            action_id: shared.value,
            max_length: MOST,
            placeholder: { type: 'plain_text', text: ofAccount?.[name] ?? INPUTS[name].example },
            ...(rule?.[name] && { initial_value: rule[name] }),
          },
        }),
      ),
      context('{board} becomes the board’s name, {account} the account’s name. Leave all fields empty to turn this off.'),
    ],
  })
