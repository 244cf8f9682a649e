/** Which board the drafts of a page are for, where what was typed names none, or several. */
import { action } from '../ids.js'
import { actions, button, inline, type Message, section } from '../kit/kit.js'

export type BoardChoice = {
  accountId: string
  url: string
  words: string
  /** Those that are offered. */
  boards: readonly { id: string; name: string }[]
  /** How many there are of them; 0: none is called so, and these come nearest. */
  matching: number
}

/** `boardId` null: each draft gets one in the review. */
export type BoardChoiceButton = { accountId: string; url: string; boardId: string | null }

/** What Slack takes as the value of a button. */
const MOST = 2000

export function boardChoiceMessage({ accountId, url, words, boards, matching }: BoardChoice): Message {
  const called = `“${inline(words, 80)}”`
  const more = matching - boards.length
  const head =
    matching === 0
      ? `No boards match ${called}. Closest matches:`
      : `*${matching} boards* match ${called}. Which one?${more > 0 ? ` Here are ${boards.length}, and there are ${more} more: type more of the name.` : ''}`
  const valueOf = (boardId: string | null) => JSON.stringify({ accountId, url, boardId } satisfies BoardChoiceButton)
  const use = (board: { id: string; name: string }) =>
    button({ text: 'Use', actionId: action.pageBoard, value: valueOf(board.id), label: `Use: ${board.name}` })
  const later = button({
    text: 'Choose boards later',
    actionId: action.pageBoard,
    value: valueOf(null),
    label: 'Choose boards later: in the review of the drafts',
  })
  const canPress = valueOf('9'.repeat(20)).length <= MOST
  return {
    text: head,
    blocks: [
      section(head),
      ...boards.map((board) => section(`*${inline(board.name, 80)}*`, canPress ? use(board) : undefined)),
      ...(canPress ? [actions([later])] : []),
    ],
  }
}
