/** A test of two versions of a pin, in the details of each: both rates, what they say, and what can be done. */
import type { AnyBlock } from '@slack/types'
import type { Comparison, Version } from '../../src/core/insight/twins/comparison.js'
import type { Twin } from '../../src/core/insight/twins/twins.js'
import { actions, button, context, inline, section } from '../kit/kit.js'
import { percent, whole } from '../kit/numbers.js'
import { dayOfYear, slackDate } from '../kit/times.js'
import { action, pinRef } from './buttons.js'
import { type CardPost, mayAll, type Reader, titleOf } from './text.js'

/** `canRepeatWinner`: the better version may be put into the evergreen pool, and is not there yet. */
export type ShownTwin = Twin & { canRepeatWinner: boolean }
type Model = { twin: ShownTwin; post: Pick<CardPost, 'id' | 'accountId'>; reader: Reader | undefined; now: Date }

export function twinBlocks({ twin, post, reader, now }: Model): AnyBlock[] {
  const { versions, comparison } = twin
  const lines = versions.map((version, index) => versionLine(version, index as 0 | 1, twin, post.id))
  const caveats = comparison.shares.every(({ of }) => of === 0) ? [] : comparison.caveats.map((name) => CAVEATS[name])
  return [
    section(['*Version test*', ...lines, verdict(twin, now)].join('\n')),
    ...(caveats.length === 0 ? [] : [context(caveats.join('\n'))]),
    ...buttons({ twin, post, reader, now }),
  ]
}

const LETTERS = ['A', 'B'] as const

function versionLine(version: Version, index: 0 | 1, { comparison }: Twin, shownId: string): string {
  const { count, of } = comparison.shares[index]
  const name = version.postId === shownId ? 'this pin' : `pin ${version.postId}, “${inline(titleOf(version), 24)}”`
  const numbers =
    of === 0 ? 'no impressions yet' : `${percent(count / of)} link clicks, ${whole(count)} of ${whole(of)} impressions`
  return `Version ${LETTERS[index]} (${name}): ${version.sentAt === null ? whenOut(version) : numbers}`
}

const whenOut = ({ status, sendAt }: Version): string =>
  status === 'draft' || sendAt === null ? 'a draft' : `goes out ${slackDate(sendAt)}`

function verdict(twin: Twin, now: Date): string {
  const { state, days, pValue, stopped } = twin.comparison
  const after = `after ${days} days of each`
  switch (state) {
    case 'waiting':
      return 'They are compared once both are published.'
    case 'counting':
      return `Pinterest has counted ${days} ${days === 1 ? 'day' : 'days'} of both. They are compared at 14 days and at 21.`
    case 'differs':
      return `*Version ${LETTERS[winnerOf(twin)]} is better* (${chanceText(pValue)}), ${after}.`
    case 'no_difference_yet':
      return `*No difference yet* (${chanceText(pValue)}), ${after}.${neededText(twin.comparison)} The next look is at 21 days.`
    case 'no_difference':
      return `*No difference found* (${chanceText(pValue)}), ${after}.${neededText(twin.comparison)}`
    case 'stopped':
      return `*No difference found.* ${stopped ? whyStopped(stopped, now) : ''}`
  }
}

const winnerOf = ({ versions, comparison }: Twin): 0 | 1 => (versions[0].postId === comparison.winnerPostId ? 0 : 1)

function chanceText(pValue: number | null): string {
  if (pValue === null) return 'too few clicks to tell'
  return pValue < 0.001 ? 'p < 0.001' : `p ${pValue.toLocaleString('en-US', { maximumSignificantDigits: 2 })}`
}

const neededText = ({ neededImpressions: needed }: Comparison): string =>
  needed === null ? '' : ` A difference of this size needs about ${whole(Number(needed.toPrecision(2)))} impressions of each.`

const STOPPED: Record<NonNullable<Comparison['stopped']>['because'], string> = {
  edited: 'A version was edited on Pinterest, so only days before that count',
  deleted: 'A version was deleted from Pinterest, so only days before that count',
  links_differ: 'The versions now have different links',
  no_figures: 'Pinterest gave stats of too few days',
}
const whyStopped = ({ because, on }: NonNullable<Comparison['stopped']>, now: Date): string =>
  `${STOPPED[because]}${on === null ? '' : ` (${dayOfYear(on, now)})`}.`

const CAVEATS: Record<Comparison['caveats'][number], string> = {
  uneven_impressions: 'Pinterest showed one version at least twice as often.',
  far_apart: 'Published over 30 days apart: the season may matter.',
  boards_differ: 'On different boards, which may matter.',
}

function buttons({ twin, post, reader }: Model): AnyBlock[] {
  const { versions, comparison, canRepeatWinner } = twin
  const index = versions[0].postId === post.id ? 1 : 0
  const { postId, status } = versions[index]
  const refOf = (id: string) => pinRef({ id, accountId: post.accountId }, 'card')
  const letter = LETTERS[index]
  const isOpen = status === 'draft' && mayAll(reader)
  const other = isOpen
    ? button({ text: `Edit version ${letter}`, actionId: action.edit, value: refOf(postId) })
    : button({ text: `Version ${letter}`, actionId: action.details, value: refOf(postId) })
  if (!mayAll(reader)) return [actions([other])]
  const winner = canRepeatWinner ? comparison.winnerPostId : null
  const put = { text: `Add version ${LETTERS[winnerOf(twin)]} to evergreen`, actionId: action.evergreenPut }
  return [
    actions([
      ...(winner === null ? [] : [button({ ...put, value: refOf(winner), style: 'primary' })]),
      other,
      button({ text: 'End test', actionId: action.endTest, value: refOf(post.id) }),
    ]),
  ]
}
