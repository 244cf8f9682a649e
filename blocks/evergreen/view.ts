/** The evergreen form: the next repeat, the slots, the pool, and the results of the last slots. */
import { action as settingsAction } from '../settings/view.js'
import { evergreenMemory } from '../settings/evergreen-memory.js'
import type { AnyBlock, ModalView, Overflow, SectionBlock } from '@slack/types'
import type { EvergreenModel, PoolCard } from './model.js'
import { slotBlocks } from './slots.js'
import { lastOut, limitsText, NOTHING_WILL, runLine, timesRepeated } from './text.js'
import { accountSwitch } from '../kit/account-switch.js'
import { ofPool } from '../ids.js'
import { actions, alert, button, context, divider, header, inline, md, option, picture, section, text } from '../kit/kit.js'
import { pageButtons, type PagedList } from '../kit/paging.js'
import { type Card, titleOf, whereLine } from '../pin/text.js'
import { bannerBlocks } from '../kit/banner.js'
import { dayOfYear, slackDate } from '../kit/times.js'

export const action = {
  evergreenAccount: 'evergreen_account',
  openEvergreen: 'open_evergreen',
  evergreenState: 'evergreen_state',
  evergreenPage: 'evergreen_page',
  evergreenFirst: 'evergreen_first',
  evergreenAdd: 'evergreen_add',
  evergreenPin: 'evergreen_pin',
  evergreenAgain: 'evergreen_again',
} as const
export const view = { evergreen: 'evergreen' } as const

/** Two lines for each pin. */
export const poolPages: PagedList = {
  size: 10,
  next: action.evergreenPage,
  first: action.evergreenFirst,
  label: 'pins of the pool',
}

export const evergreenView = (model: EvergreenModel): ModalView => ({
  type: 'modal',
  callback_id: view.evergreen,
  title: text('Evergreen', 24),
  close: text('Done', 24),
  private_metadata: evergreenMemory.write(model.memory),
  blocks: [
    ...bannerBlocks(model.banner),
    ...accountSwitch({ surface: 'form', accounts: model.accounts, accountId: model.memory.accountId }, action.evergreenAccount),
    stateBlock(model),
    ...warningBlocks(model),
    ...nextBlock(model),
    ...slotBlocks(model),
    ...poolBlocks(model),
    ...endedBlocks(model),
    ...runBlocks(model),
    ...footBlocks(model),
  ],
})

const missing = (slots: number, pins: number): string =>
  `:recycle: *Not set up yet.* ${[...(slots === 0 ? ['Add a slot'] : []), ...(pins === 0 ? ['add published pins to the pool'] : [])].join(' and ').replace(/^a/, 'A')} to start.`

const STATE = {
  active: ':recycle: *Active.* Each evergreen slot republishes the pin that has waited longest.',
  paused: ':double_vertical_bar: *Paused.* Nothing is republished. Your pool and slots stay.',
}

/** Warns if the pool is so small that pins repeat too often, because Pinterest shows repeats to fewer people. */
function warningBlocks({ slots, poolSize, state }: EvergreenModel): AnyBlock[] {
  if (state !== 'active' || slots.length === 0 || poolSize === 0 || poolSize >= slots.length * WEEKS_APART) return []
  const days = Math.max(1, Math.floor((poolSize * 7) / slots.length))
  const often = `The same pin goes out again about every ${days === 1 ? 'day' : `${days} days`}.`
  return [alert('warning', `${often} Pinterest shows repeats to fewer people: add more pins or use fewer slots.`)]
}

/** Pinterest does not mind repeats of a pin that are this many weeks apart. */
const WEEKS_APART = 4

const isSetUp = ({ slots, poolSize }: Pick<EvergreenModel, 'slots' | 'poolSize'>): boolean => slots.length > 0 && poolSize > 0

function stateBlock({ state, canChange, slots, poolSize }: EvergreenModel): AnyBlock {
  const [text, to] = state === 'active' ? (['Pause', 'paused'] as const) : (['Resume', 'active'] as const)
  const toggle = button({
    text,
    actionId: action.evergreenState,
    value: to,
    label: `${text} evergreen`,
    ...(to === 'active' && { style: 'primary' as const }),
  })
  const said = state === 'active' && !isSetUp({ slots, poolSize }) ? missing(slots.length, poolSize) : STATE[state]
  const isEmpty = state === 'active' && slots.length === 0 && poolSize === 0
  return section(said, canChange && !isEmpty ? toggle : undefined)
}

/** Empty before evergreen is set up; the blocks above name what is missing. */
function nextBlock({ next, now, ...model }: EvergreenModel): SectionBlock[] {
  if (next === null) return isSetUp(model) ? [section('*Next:* nothing planned.')] : []
  const when = `*Next:* ${slackDate(next.at)}`
  if ('because' in next) return [section(`${when}\nNothing will go out: ${NOTHING_WILL[next.because]}`)]
  const { card, lastOutAt } = next
  const before = lastOutAt === null ? '' : ` · ${lastOut({ lastOutAt }, now)}`
  return [section(`${when}\n*${inline(titleOf(card.post))}*\n${whereLine(card)}${before}`, pictureOf(card))]
}

const pictureOf = ({ post, picture: shown }: Card) => picture(shown, post.altText ?? titleOf(post))

function poolBlocks(model: EvergreenModel): AnyBlock[] {
  const { pool, poolSize, memory, canChange } = model
  const pages = pageButtons(poolPages, { at: memory.at, of: poolSize })
  return [
    header('Pool'),
    poolSize === 0
      ? section('No pins yet. Add published pins that are worth repeating.')
      : context(poolSize === 1 ? '1 pin' : `${poolSize} pins, longest waiting first`),
    ...(canChange ? [addBlock(memory.round)] : []),
    ...pool.flatMap((card) => poolRow(card, model)),
    ...(pages.length > 0 ? [actions(pages)] : []),
  ]
}

const addBlock = (round: number): AnyBlock =>
  section(
    '*Add a published pin*\nSearch by its words, or choose a recent one.',
    {
      type: 'external_select',
      action_id: action.evergreenAdd,
      min_query_length: 0,
      placeholder: text('Choose a pin', 150),
    },
    `${action.evergreenAdd}.${round}`,
  )

function poolRow(card: PoolCard, { canChange, now }: EvergreenModel): AnyBlock[] {
  const title = titleOf(card.post)
  const menu: Overflow = {
    type: 'overflow',
    action_id: action.evergreenPin,
    options: [option('Limits…', `${ofPool.limits}:${card.post.id}`), option('Remove', `${ofPool.remove}:${card.post.id}`)],
  }
  const shown = pictureOf(card)
  const facts = md([whereLine(card), lastOut(card, now), timesRepeated(card), ...limitsText(card.limits, now)].join(' · '))
  return [{ type: 'context', elements: [...(shown ? [shown] : []), facts] }, section(inline(title), canChange ? menu : undefined)]
}

/** Pins that have ended, with a button that puts them into the pool again. */
function endedBlocks({ ended, canChange, now }: EvergreenModel): AnyBlock[] {
  if (ended.length === 0) return []
  return [
    header('Ended'),
    ...ended.map(({ post, runs, ended: end }) =>
      section(
        `${inline(titleOf(post), 60)}\n${[...(end ? [`Ended on ${dayOfYear(end.on, now)}`] : []), timesRepeated({ runs })].join(' · ')}`,
        canChange
          ? button({ text: 'Add again', actionId: action.evergreenAgain, value: post.id, label: `Add again: ${titleOf(post)}` })
          : undefined,
      ),
    ),
  ]
}

const runBlocks = ({ runs }: EvergreenModel): AnyBlock[] =>
  runs.length === 0 ? [] : [header('Recent evergreen slots'), context(runs.map(runLine).join('\n'))]

function footBlocks({ account, accounts, canChange }: EvergreenModel): AnyBlock[] {
  return [
    divider(),
    section(
      'Spacing rules set the minimum gap between pins with the same link.',
      button({ text: 'Spacing rules', actionId: settingsAction.spacing }),
    ),
    ...(canChange ? [] : [context('Only schedulers and admins can change this.')]),
    ...(accounts.length > 1 ? [] : [context(`Account ${inline(account.username)}`)]),
  ]
}
