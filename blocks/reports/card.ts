/** The card of a report for the staff, and the message with the resolution for its sender. */
import { type ResolveMemory, resolveMemory } from './memory.js'
import type { AnyBlock, ModalView } from '@slack/types'
import type { IssueReport } from '../../src/core/reports/report.js'
import { actorText } from '../kit/actor.js'
import { shared, field } from '../ids.js'
import { actions, button, clip, context, divider, form, header, inline, input, type Message, section, text } from '../kit/kit.js'
import { slackDate } from '../kit/times.js'

export const action = {
  claimReport: 'claim_report',
  giveBackReport: 'give_back_report',
  resolveReport: 'resolve_report',
} as const
export const view = { resolveReport: 'resolve_report' } as const

/** The value of a report's buttons. `version`: the report as shown. */
export type ReportButton = { organizationId: string; reportId: string; version: number }

/** Slack allows 13,200 characters over all blocks of a message; redaction may have made the text longer. */
const DESCRIPTION_SHOWN = 8000
/** The same limit for a note. */
const NOTE_SHOWN = 3000

const nameOf = ({ kind, id }: Pick<IssueReport, 'kind' | 'id'>): string =>
  kind === 'report' ? `Issue report ${id}` : `Feature request ${id}`

const CHANNEL: Record<string, string> = { slack: 'in Slack', api: 'through the API' }

/** Shows user text verbatim, never as markup. */
export function reportCard(report: IssueReport): Message {
  const { organizationName, kind, tool, description, via, reportedBy, createdAt, resolution } = report
  const name = nameOf(report)
  const what = tool === null ? (kind === 'report' ? 'no command given' : 'feature request') : inline(tool, 200)
  const by = reportedBy === null ? '' : `, by ${actorText(via, reportedBy)}`
  return {
    text: `${name} from ${inline(organizationName)}: ${what}${stateInBrief(report)}`,
    blocks: [
      header(name),
      ...(tool === null ? [] : [section(`*${what}*`)]),
      ...piecesOf(clip(description, DESCRIPTION_SHOWN)).map(plain),
      divider(),
      context(`${inline(organizationName)} · ${CHANNEL[via] ?? inline(via)}${by} · ${slackDate(createdAt)}`),
      ...(report.state === 'open' ? [] : [section(stateOf(report))]),
      ...(resolution === null ? [] : piecesOf(clip(resolution, NOTE_SHOWN)).map(plain)),
      ...buttonsOf(report),
    ],
  }
}

const plain = (words: string): AnyBlock => ({ type: 'section', text: text(words) })

function stateInBrief({ state }: IssueReport): string {
  return state === 'open' ? '' : ` (${state})`
}

/** The person who claimed or resolved the report. Mentions are safe, because an updated message notifies nobody. */
function stateOf({ state, claimedBy, claimedAt, resolvedBy, resolvedAt }: IssueReport): string {
  if (state === 'resolved' && resolvedAt !== null) {
    return `:white_check_mark: *Resolved* by ${personOf(resolvedBy)}, ${slackDate(resolvedAt)}`
  }
  if (state === 'claimed' && claimedAt !== null) return `:eyes: *Claimed* by ${personOf(claimedBy)}, ${slackDate(claimedAt)}`
  return 'Not claimed yet.'
}

/** @param who `T1:U1`; any other name is shown verbatim */
function personOf(who: string | null): string {
  const id = /^[A-Z0-9]+:([UW][A-Z0-9]+)$/.exec(who ?? '')?.[1]
  return id === undefined ? inline(who ?? 'somebody') : `<@${id}>`
}

function buttonsOf({ organizationId, id, state, version }: IssueReport): AnyBlock[] {
  if (state === 'resolved') return []
  const value = JSON.stringify({ organizationId, reportId: id, version } satisfies ReportButton)
  const first =
    state === 'open'
      ? button({ text: 'Claim', actionId: action.claimReport, value, style: 'primary', label: `Claim ${id}` })
      : button({ text: 'Unclaim', actionId: action.giveBackReport, value, label: `Unclaim ${id}` })
  return [actions([first, button({ text: 'Resolve', actionId: action.resolveReport, value, label: `Resolve ${id}` })])]
}

/** The reply to a person whose press came after another's. */
export function reportStandsMessage(report: IssueReport): Message {
  const words = `${nameOf(report)}: nothing changed. ${stateOf(report)}`
  return { text: words, blocks: [section(words)] }
}

export const resolveView = (report: IssueReport, memory: ResolveMemory): ModalView =>
  form({
    callbackId: view.resolveReport,
    title: 'Resolve',
    submit: 'Resolve',
    memory: resolveMemory.write(memory),
    blocks: [
      section(
        `*${nameOf(report)}*${report.state === 'claimed' ? `\n${stateOf(report)}` : ''}\nThis can’t be undone. The note stays on the card${
          report.via === 'slack' ? ', and the sender gets it' : ''
        }.`,
      ),
      input({
        blockId: field.note,
        label: 'Note',
        element: { type: 'plain_text_input', action_id: shared.value, multiline: true },
        hint: 'What you did about it, in up to 1000 characters. No passwords or personal data, please.',
      }),
    ],
  })

/** Replaces the form if another person resolved the report first; it shows the typed note, so that it is not lost. */
export const resolvedMeanwhileView = (report: IssueReport, note: string): ModalView => ({
  type: 'modal',
  title: text('Not saved', 24),
  close: text('Close', 24),
  blocks: [
    section(`${nameOf(report)} was already resolved. ${stateOf(report)}`),
    section('*Your note (not saved)*'),
    ...piecesOf(note).map(plain),
  ],
})

/** The direct message to the sender of the report. */
export function reportResolvedMessage({ id, kind, description, resolution }: IssueReport): Message {
  const what = kind === 'report' ? 'report' : 'request'
  const note = resolution ?? ''
  return {
    text: `Your ${what} ${id} is resolved: ${inline(note, 300)}`,
    blocks: [
      section(`:white_check_mark: *Your ${what} ${id} is resolved.*`),
      ...piecesOf(clip(note, NOTE_SHOWN)).map(plain),
      context(`You wrote: ${inline(description, 200)}`),
    ],
  }
}

/** Splits a text, because a section holds only 3,000 characters. */
function piecesOf(words: string): string[] {
  const pieces: string[] = []
  let rest = [...words]
  while (rest.length > 0) {
    pieces.push(rest.slice(0, 1400).join('')) // each character has at most two UTF-16 units
    rest = rest.slice(1400)
  }
  return pieces
}
