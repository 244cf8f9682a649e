/** The season plan: themes that peak soon or grow, what the account has for each, and a button that drafts what waits. */
import type { AnyBlock, SectionBlock } from '@slack/types'
import type { SeasonPlan, Theme } from '../../src/core/sources/season/read.js'
import type { ThemeDrafts } from '../../src/core/sources/season/draft.js'
import { accountSwitch, type Switchable } from '../kit/account-switch.js'
import { actions, button, clip, context, escape, header, inline, type Message, oneLine, section } from '../kit/kit.js'
import { dayOfYear } from '../kit/times.js'
import { counted, listed } from '../kit/numbers.js'
import { boardText, keywordText } from '../relevance/text.js'
import { daysFrom, growthText, REGION_NAMES, startText } from '../settings/trend-names.js'
import { action as trendsAction, type TrendsRef } from './view.js'

export const action = { planDraft: 'plan_draft', planAccount: 'plan_account', planAgain: 'plan_again' } as const

export type PlanRef = { accountId: string }
/** The value of “Make drafts”. */
export type PlanDraft = PlanRef & { keyword: string }

export type PlanModel = SeasonPlan & {
  requested: PlanRef
  /** The accounts to choose from. */
  accounts: Switchable['accounts']
  now: Date
  /** Why the trends are not current, as plain text; null if they are, or if the reason was already shown. */
  refused: string | null
  /** Whether the reader makes pins. */
  canMake: boolean
  /** What the last press did, as plain text; null: none. */
  note: string | null
}

export function planMessage(model: PlanModel): Message {
  const { requested, accounts, themes, refused, note, region } = model
  const switched = accountSwitch({ accounts, accountId: requested.accountId }, action.planAccount, (accountId) =>
    JSON.stringify({ accountId }),
  )
  const news: AnyBlock[] = [
    ...(note === null ? [] : [section(escape(note))]),
    ...(refused === null ? [] : [section(`:warning: ${escape(refused)}`)]),
  ]
  const rest = [...themes.map((theme) => row(theme, model)), ...lacking(model), waysOn(model)]
  if (themes.length === 0)
    return { text: escape(noneText(model)), blocks: [...switched, ...news, section(escape(noneText(model))), ...rest] }
  return {
    text: `${note === null ? 'Season plan' : escape(note)}: ${themes.map(({ keyword }) => inline(keyword, 60)).join(', ')}`,
    blocks: [
      header('Season plan'),
      ...switched,
      ...news,
      context(
        `What people in ${REGION_NAMES[region]} will search for soon, and the pins that you have for it: scheduled, or published in the last 90 days.${asOfText(model)}`,
      ),
      ...rest,
    ],
  }
}

const asOfText = ({ asOf, now }: PlanModel): string =>
  asOf === now.toISOString().slice(0, 10) ? '' : ` Searches as of ${dayOfYear(asOf, now)}.`

const noneText = ({ hasTrends, region }: PlanModel): string =>
  hasTrends
    ? 'No search that peaks soon or grows fits your boards, drafts or pages. See all searches, or choose topics of trends in /pin settings.'
    : `Pinterest has no searches for ${REGION_NAMES[region]} yet. Choose another region of trends in /pin settings.`

/** Keeps five rows within the characters of a message even when escaped. */
const ROW_KEYWORD = 80
const ROW_BOARD = 60
/** Keeps the value of a button within its 2,000 characters of JSON. */
const MOST_KEYWORD = 200

function row(theme: Theme, { requested, canMake, now }: PlanModel): SectionBlock {
  const { keyword, board, pages, drafts } = theme
  const facts = [
    theme.pins === 0 ? 'No pins yet' : counted(theme.pins, 'pin'),
    waitingText(theme),
    board ? `Best board: ${inline(boardText(board), ROW_BOARD)}` : 'No board fits',
  ]
  const value: PlanDraft = { ...requested, keyword: clip(oneLine(keyword), MOST_KEYWORD) }
  const text = pages.length > 0 ? 'Make drafts' : 'Review drafts'
  const press = button({ text, actionId: action.planDraft, value: JSON.stringify(value), label: `${text}: ${keyword}` })
  return section(
    [`*${inline(keyword, ROW_KEYWORD)}*`, timeText(theme, now), facts.join(' · ')].join('\n'),
    canMake && pages.length + drafts.length > 0 ? press : undefined,
  )
}

/** Says when the search peaks, and from which week that is known. */
function timeText(theme: Theme, now: Date): string {
  const { peak, lastPeak, startBy } = theme
  if (peak === null || lastPeak === null || startBy === null) return `${growthText(theme)} · no clear season`
  const days = daysFrom(now.toISOString().slice(0, 10), peak)
  return `Peaked in the week to ${dayOfYear(lastPeak, now)}, so again in about ${days} days. ${startText({ peak, startBy }, now)}.`
}

function waitingText({ drafts, pages }: Theme): string {
  const found = [
    ...(drafts.length > 0 ? [counted(drafts.length, 'draft')] : []),
    ...(pages.length > 0 ? [counted(pages.length, 'page')] : []),
  ]
  if (found.length === 0) return 'nothing waits'
  return `${listed(found)} ${drafts.length + pages.length === 1 ? 'waits' : 'wait'}`
}

/** Says where drafts come from, when nothing waits for any theme. */
function lacking({ themes, hasFeeds }: PlanModel): AnyBlock[] {
  if (themes.some(({ drafts, pages }) => drafts.length + pages.length > 0)) return []
  const feeds = hasFeeds
    ? 'No page of your feeds waits for these.'
    : 'You have no feeds: add one with /pin feeds, and new pages of your website wait here.'
  return [context(`${feeds} Photos that you drop in my messages wait here, too.`)]
}

function waysOn({ requested }: PlanModel) {
  const ref: TrendsRef = { ...requested, type: 'seasonal', from: 0 }
  return actions([button({ text: 'All searches', actionId: trendsAction.trendsAll, value: JSON.stringify(ref) })])
}

/** Says what a press on “Make drafts” did, as plain text. @param refused why pages are left, if it was not their number */
export function draftedText(keyword: string, { pages, drafts, board, left }: ThemeDrafts, refused: string | null): string {
  const about = keywordText(keyword)
  if (pages + drafts === 0) return `Nothing waits for ${about} any more: its pages have their drafts, or are gone.`
  const on = board === null ? '' : ` on ${boardText(board)}`
  const beside = drafts === 0 ? '' : `, beside ${counted(drafts, 'draft')} that waited`
  const made =
    pages === 0
      ? `${counted(drafts, 'draft')} for ${about} ${drafts === 1 ? 'is' : 'are'} ready.`
      : `Making ${counted(pages, 'draft')} from pages for ${about}${on}${beside}.`
  const more =
    left === 0 ? '' : ` ${counted(left, 'page')} still ${left === 1 ? 'waits' : 'wait'}${refused === null ? '.' : `: ${refused}`}`
  return `${made} Your review is in your messages with Pinslot.${more}`
}
