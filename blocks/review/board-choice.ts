/** Asks for the board of a page's drafts, if the typed words match none or several. */
import { actions, button, inline, type Message, section } from '../kit/kit.js'

export const action = { pageBoard: 'page_board' } as const

export type BoardChoice = {
  accountId: string
  url: string
  words: string
  /** The boards to choose from. */
  boards: readonly { id: string; name: string }[]
  /** The number of boards that match the words; 0: none does, so the closest are offered. */
  matching: number
}

/** `boardId` null: each draft gets its board in the review. */
export type BoardChoiceButton = { accountId: string; url: string; boardId: string | null }

/** Slack's limit for the value of a button. */
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
