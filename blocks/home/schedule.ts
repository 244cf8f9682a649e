/** Home as the view of the schedule: the coming four weeks in a picture and in numbers, and the open slots. */
import type { AnyBlock, HomeView, ImageBlock, SectionBlock } from '@slack/types'
import type { FourWeeks } from '../../src/core/ports/charts.js'
import { type HomeAccount, homeButton, standstill, switcher } from './account.js'
import { action, view } from '../ids.js'
import { actions, button, context, divider, header, md, type Picture, pictureBlock, section } from '../kit/kit.js'
import { dayOfYear } from '../kit/numbers.js'
import { timesIn } from '../kit/times.js'
import { addPostingTimes } from '../slots/add-times.js'
import { slotRow, type TimeOf } from '../pins/queue.js'

export type ScheduleModel = {
  accounts: HomeAccount[]
  account: HomeAccount
  /** Whether the reader may connect accounts. */
  canConnect: boolean
  /** Whether the reader may make pins for open slots. */
  canUse?: boolean
  weeks: FourWeeks
  /** null: there is none (yet). */
  picture: Picture | null
  openSlots: Date[]
  timeOf: TimeOf
  /** The reader's, which needs no name; null: not known. */
  ownZone?: string | null
  /** Where "Back" leads: the page of next pins it came from. */
  from: string | null
}

/** Without `private_metadata`, as homeView. */
export function scheduleView({
  accounts,
  account,
  canConnect,
  canUse = true,
  weeks,
  picture,
  openSlots,
  timeOf,
  ownZone = null,
  from,
}: ScheduleModel): HomeView {
  return {
    type: 'home',
    callback_id: view.home,
    blocks: [
      header('Schedule'),
      ...switcher(accounts, account.id),
      actions([
        homeButton('Back', action.homeBack, { accountId: account.id, cursor: from }),
        button({ text: 'Slots', actionId: action.openSlots, label: 'Slots of the week' }),
        button({ text: 'Evergreen', actionId: action.openEvergreen, label: 'Evergreen pins' }),
        button({ text: 'Queue', actionId: action.homeQueue }),
        button({ text: 'Settings', actionId: action.openSettings, label: 'Settings of the account' }),
      ]),
      ...standstill(account, canConnect),
      ...pictureOf(weeks, picture),
      ...numbers(weeks, ownZone),
      header('Next open slots'),
      ...(openSlots.length > 0
        ? openSlots.map((at) => slotRow({ accountId: account.id, at }, timeOf, canUse))
        : [section('No open slots.', canUse ? addPostingTimes(account.id) : undefined)]),
      divider(),
      context('Anywhere in Slack: /pin slots, /pin evergreen, /pin queue, /pin settings.'),
    ],
  }
}

type Counts = { taken: number; open: number }
const countsOf = (days: FourWeeks['days']): Counts =>
  days
    .flatMap(({ hours }) => hours)
    .reduce((sum, { taken, open }) => ({ taken: sum.taken + taken, open: sum.open + open }), { taken: 0, open: 0 })

function pictureOf({ days }: FourWeeks, shown: Picture | null): ImageBlock[] {
  const { taken, open } = countsOf(days)
  const words = `The next ${days.length} days: ${counted(taken, 'pin')}, ${counted(open, 'open slot')}`
  return pictureBlock(shown, words)
}

/** Week by week, the first from today on. */
function numbers({ days, timezone }: FourWeeks, ownZone: string | null): AnyBlock[] {
  const weeks = Array.from({ length: Math.ceil(days.length / 7) }, (_, week) => days.slice(week * 7, week * 7 + 7))
  const fields = weeks.map((week) => {
    const { taken, open } = countsOf(week)
    return md(
      `*${dated(week[0]?.date)} to ${dated(week.at(-1)?.date)}*\n${counted(taken, 'pin')} · ${counted(open, 'open slot')}`,
    )
  })
  const section: SectionBlock = { type: 'section', fields }
  return [section, ...timesIn(timezone, ownZone).map((words) => context(words))]
}

/** `Mar 2` @param date YYYY-MM-DD */
const dated = (date = ''): string => dayOfYear(date, new Date(`${date}T00:00:00Z`))

const counted = (count: number, thing: string) => `${count === 0 ? 'no' : count} ${thing}${count === 1 ? '' : 's'}`
