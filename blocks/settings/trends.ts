/** The part of the settings about trends, and its form. */
import type { AnyBlock, ModalView } from '@slack/types'
import type { Account } from '../../src/core/accounts/account.js'
import type { Interest, Region } from '../../src/core/accounts/trend-questions.js'
import { shared, command, field } from '../ids.js'
import { button, context, form, input, option, section, text } from '../kit/kit.js'
import { capital } from '../kit/sentence.js'
import { INTEREST_NAMES, interestNames, REGION_NAMES } from './trend-names.js'
import { type SettingsMemory, settingsMemory } from './memory.js'

export const action = { settingsTrends: 'open_trend_settings' } as const
export const view = { trends: 'account_trends' } as const

type OfAccount = Pick<Account, 'trendRegion' | 'trendInterests'>
/** `region`: the one of the account's time zone, used if none is chosen. */
export type TrendsPart = { region: Region }

export function trendsPart({ account, trends }: { account: OfAccount; trends: TrendsPart }, canChange: boolean): AnyBlock[] {
  const { trendRegion, trendInterests } = account
  const where = capital(REGION_NAMES[trendRegion ?? trends.region])
  const about = trendInterests.length === 0 ? 'all topics' : interestNames(trendInterests)
  const change = button({ text: 'Edit', actionId: action.settingsTrends, label: 'Edit: trends' })
  return [
    section(`*Trends*\n${where}${trendRegion === null ? ' (by time zone)' : ''}: ${about}`, canChange ? change : undefined),
    context(`Used by \`${command.pin} ideas trends\`, the digest and keyword suggestions.`),
  ]
}

/** The value of the form's choice of no region. */
export const BY_TIME_ZONE = 'by_time_zone'
const MOST_INTERESTS = 5

type FormModel = { memory: SettingsMemory; account: OfAccount; region: Region }

export function trendsView({ memory, account: { trendRegion, trendInterests }, region }: FormModel): ModalView {
  const regions = [
    option(`By time zone: ${capital(REGION_NAMES[region])}`, BY_TIME_ZONE),
    ...Object.entries(REGION_NAMES).map(([value, name]) => option(capital(name), value)),
  ]
  const interests = Object.entries(INTEREST_NAMES).map(([value, name]) => option(name, value))
  const chosen = regions.find(({ value }) => value === (trendRegion ?? BY_TIME_ZONE))
  const ticked = interests.filter(({ value }) => trendInterests.includes(value as Interest)) // of the table of all of them
  return form({
    callbackId: view.trends,
    title: 'Trends',
    submit: 'Save',
    memory: settingsMemory.write(memory),
    blocks: [
      input({
        blockId: field.trendRegion,
        label: 'Region',
        hint: 'Where the people you want to reach are.',
        element: {
          type: 'static_select',
          action_id: shared.value,
          options: regions,
          ...(chosen && { initial_option: chosen }),
        },
      }),
      input({
        blockId: field.trendInterests,
        label: 'Topics',
        optional: true,
        hint: `Up to ${MOST_INTERESTS}. Leave empty for all.`,
        element: {
          type: 'multi_static_select',
          action_id: shared.value,
          placeholder: text('Choose topics', 150),
          options: interests,
          max_selected_items: MOST_INTERESTS,
          ...(ticked.length > 0 && { initial_options: ticked }),
        },
      }),
    ],
  })
}
