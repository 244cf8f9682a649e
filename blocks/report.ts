/** The modal in which people say what went wrong, and the card the staff gets. */
import type { ModalView } from '@slack/types'
import type { IssueReport } from '../src/core/reports/issue-report.js'
import { action, field, view } from './ids.js'
import { context, divider, escape, header, inline, input, type Message, section, text } from './kit.js'
import { slackDate } from './times.js'

export const reportView = (memory: { responseUrl?: string }): ModalView => ({
  type: 'modal',
  callback_id: view.report,
  title: text('Report a problem', 24),
  submit: text('Send report', 24),
  close: text('Cancel', 24),
  private_metadata: JSON.stringify(memory),
  blocks: [
    input({
      blockId: field.description,
      label: 'What went wrong',
      element: { type: 'plain_text_input', action_id: action.value, multiline: true },
      hint: 'What you asked for, what came back, and why that is wrong. No passwords and no personal data, please.',
    }),
    input({
      blockId: field.tool,
      label: 'Which command',
      element: { type: 'plain_text_input', action_id: action.value, placeholder: text('/pin queue', 150) },
      hint: 'The command, button or endpoint that you think is wrong.',
    }),
  ],
})

/** For the staff. The description is what somebody wrote: shown as it is, read as nothing. */
export function reportCard({ id, organizationName, tool, description, via, reportedBy, createdAt }: IssueReport): Message {
  const what = tool === null ? 'no command named' : inline(tool, 200)
  return {
    text: `Issue report ${id} from ${inline(organizationName)}: ${what}`,
    blocks: [
      header(`Issue report ${id}`),
      section(`*${what}*`),
      ...piecesOf(description).map((piece) => ({ type: 'section', text: text(piece) })),
      divider(),
      context(
        `${inline(organizationName)} · by ${inline(via)}${reportedBy === null ? '' : ` · ${inline(reportedBy)}`} · ${slackDate(createdAt)}`,
      ),
    ],
  }
}

/** A section holds 3,000 characters, a description may have more. */
function piecesOf(words: string): string[] {
  const pieces: string[] = []
  let rest = [...words]
  while (rest.length > 0) {
    pieces.push(rest.slice(0, 1400).join('')) // of at most two UTF-16 units each
    rest = rest.slice(1400)
  }
  return pieces
}

export const reportThanks = (): Message => {
  const thanks = escape('Thank you: your report is with the people who run Pinslot.')
  return { text: thanks, blocks: [section(thanks)] }
}
