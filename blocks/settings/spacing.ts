/** The spacing rules of an account, for all links and for single links, and the form for one rule. */
import { type RuleMemory, ruleMemory, type SpacingMemory, spacingMemory } from './memory.js'
import type { AnyBlock, ModalView, Overflow } from '@slack/types'
import type { SpacingRule } from '../../src/core/slots/spacing-rules.js'
import { shared, change, field } from '../ids.js'
import { actions, button, context, form, header, inline, input, option, section, text } from '../kit/kit.js'
import { addressElement } from '../kit/words.js'
import { pageButtons, type PagedList } from '../kit/paging.js'
import { type Banner, bannerBlocks } from '../kit/banner.js'
import { daysApart } from './view.js'

export const action = {
  spacingPage: 'spacing_page',
  spacingFirst: 'spacing_first',
  spacingNew: 'spacing_new',
  spacingDefault: 'spacing_default',
  spacingRule: 'spacing_rule',
  spacingFind: 'spacing_find',
} as const
export const view = { spacing: 'spacing_rules', spacingRule: 'spacing_rule' } as const

/** One row each, within the 100 blocks of a form. */
export const rulePages: PagedList = { size: 20, next: action.spacingPage, first: action.spacingFirst, label: 'rules' }

/** `key`: identifies a rule in a menu, whose values are too short for a link. */
export type KeyedRule = { key: string; url: string; days: number }
export type SpacingModel = {
  memory: SpacingMemory
  canChange: boolean
  /** The rule for all links without one of their own; null: none. */
  days: number | null
  /** The rules of the current page. */
  rules: KeyedRule[]
  count: number
  banner?: Banner | undefined
}

export const spacingView = (model: SpacingModel): ModalView => ({
  type: 'modal',
  callback_id: view.spacing,
  title: text('Spacing rules', 24),
  close: text('Back', 24),
  private_metadata: spacingMemory.write(model.memory),
  blocks: [
    ...bannerBlocks(model.banner),
    defaultBlock(model),
    ...ruleBlocks(model),
    context(
      'Minimum calendar days between pins with the same link. Applies to the next open slot and evergreen pins, not to exact times. Scheduled pins don’t move.',
    ),
    ...(model.canChange ? [] : [context('Only admins can change these.')]),
  ],
})

function defaultBlock({ days, canChange }: SpacingModel): AnyBlock {
  const head = '*All links*'
  if (days === null) {
    const set = button({ text: 'Set', actionId: action.spacingDefault, label: 'Set the spacing of all links' })
    return section(`${head}\nNo spacing`, canChange ? set : undefined)
  }
  return section(`${head}\n${daysApart(days)} apart`, canChange ? menu('') : undefined)
}

const menu = (key: string): Overflow => ({
  type: 'overflow',
  action_id: action.spacingRule,
  options: [option('Change', `${change.edit}:${key}`), option('Remove', `${change.delete}:${key}`)],
})

function ruleBlocks({ rules, count, memory, canChange }: SpacingModel): AnyBlock[] {
  const pages = pageButtons(rulePages, { at: memory.at, of: count })
  const add = canChange ? [button({ text: 'Add a rule', actionId: action.spacingNew })] : []
  const row = [...add, ...pages]
  return [
    header('Rules for single links'),
    ...(count > rulePages.size && canChange ? [findBlock(count, memory.round)] : []),
    ...(count === 0 ? [section('No rules yet.')] : []),
    ...rules.map(({ key, url, days }) =>
      section(`${inline(linkText(url))}\n*${daysApart(days)}* apart`, canChange ? menu(key) : undefined),
    ),
    ...(row.length > 0 ? [actions(row)] : []),
  ]
}

/** Strips the scheme, which every link has. Slack links only full addresses, so the rest stays text. */
export const linkText = (url: string): string => url.replace(/^https?:\/\//i, '')

const findBlock = (count: number, round: number): AnyBlock =>
  section(
    `${count} rules`,
    {
      type: 'external_select',
      action_id: action.spacingFind,
      min_query_length: 0,
      placeholder: text('Find a link', 150),
    },
    `${action.spacingFind}.${round}`,
  )

export type RuleModel = { memory: RuleMemory; rule: SpacingRule | null }

export function spacingRuleView({ memory, rule }: RuleModel): ModalView {
  const { key } = memory
  const what =
    key === undefined
      ? input({
          blockId: field.link,
          label: 'Destination link',
          element: addressElement(),
          hint: 'https:// and a trailing slash don’t matter.',
        })
      : section(key === '' ? '*All links* without their own rule' : inlineLink(rule))
  return form({
    callbackId: view.spacingRule,
    title: key === undefined ? 'Add a rule' : 'Spacing rule',
    submit: 'Save',
    memory: ruleMemory.write(memory),
    blocks: [
      what,
      input({
        blockId: field.days,
        label: 'Days',
        hint: 'Minimum days between pins with this link (1–365).',
        element: {
          type: 'number_input',
          action_id: shared.value,
          is_decimal_allowed: false,
          min_value: '1',
          max_value: '365',
          ...(rule && { initial_value: String(rule.days) }),
        },
      }),
    ],
  })
}

const inlineLink = (rule: SpacingRule | null) => (rule?.type === 'CUSTOM' ? inline(linkText(rule.url), 500) : '')
