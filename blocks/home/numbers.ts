/** What Home says of an account's numbers: one line, and the way to the rest. */
import type { AnyBlock } from '@slack/types'
import type { Stats } from '../../src/core/analytics/stats.js'
import { action } from '../ids.js'
import { button, section } from '../kit/kit.js'
import type { StatsRef } from '../stats/view.js'
import { inShort, throughText } from '../stats/text.js'

/** Nothing while no day of them is known. */
export function homeNumbers(stats: Stats | undefined): AnyBlock[] {
  const words = stats ? inShort(stats.compared) : ''
  if (!stats || words === '') return []
  const ref: StatsRef = { accountId: stats.account.id, count: stats.count }
  const more = button({ text: 'Stats', actionId: action.homeNumbers, value: JSON.stringify(ref), label: 'Stats' })
  return [section(`*Last ${stats.count} days*  ${words}${throughText(stats)}`, more)]
}
