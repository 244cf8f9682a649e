/** `/pin boards`: the list with its search and pages, and its refresh after a form on top of it made a change. */
import { type BoardsMemory, boardsMemory } from '../../../../blocks/boards/memory.js'
import type { ModalView } from '@slack/types'
import type { WebClient } from '@slack/web-api'
import { action, view, MOST_WORDS } from '../../../../blocks/boards/view.js'
import { clip } from '../../../../blocks/kit/kit.js'
import { field } from '../../../../blocks/ids.js'
import type { Banner } from '../../../../blocks/kit/banner.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { chosenAccount } from '../../accounts.js'
import { typed } from '../../forms/values.js'
import { onAction, type CommandArgs, type SlackContext, type SlackDeps, onView } from '../../listener.js'
import { openInTime } from '../../forms/open.js'
import { showBelow } from '../../forms/show-below.js'
import { boardsNow } from './view.js'

const title = 'Boards'

export async function openBoards(deps: SlackDeps, { command, client, context }: CommandArgs, words: string): Promise<void> {
  const opening = { client, triggerId: command.trigger_id, how: 'open', title } as const
  await openInTime(deps, opening, () => firstView(deps, context.member, words, command.response_url))
}

onAction(action.openBoards, async (deps, { body, client, context }) => {
  const opening = { client, triggerId: body.trigger_id, how: 'open', title } as const
  await openInTime(deps, opening, () => firstView(deps, context.member, '', body.response_url))
})

async function firstView(deps: SlackDeps, member: Member, words: string, responseUrl?: string): Promise<ModalView> {
  const { account } = await chosenAccount(deps, member)
  const memory = {
    accountId: account.id,
    words: searched(words),
    at: 0,
    round: 0,
    ...(responseUrl !== undefined && { responseUrl }),
  }
  return boardsNow(deps, member, memory)
}

const searched = (words: string): string => clip(words.replace(/\s+/g, ' ').trim(), MOST_WORDS)

/** Handles "Search"; the field keeps the typed words. */
onView(view.boards, async (deps, { view, context, ack }) => {
  const memory = { ...boardsMemory.read(view), words: searched(typed(view, field.words)), at: 0 }
  await ack({ response_action: 'update', view: await boardsNow(deps, context.member, memory) })
})

onAction(action.boardsAll, async (deps, { body, client, context }) => {
  if (!body.view) return
  const before = boardsMemory.read(body.view)
  const memory = { ...before, words: '', at: 0, round: before.round + 1 }
  await client.views.update({ view_id: body.view.id, view: await boardsNow(deps, context.member, memory) })
})

/** `showing`: a board that must be on the page. */
type Below = {
  context: Pick<SlackContext, 'member'>
  viewId: string | null | undefined
  memory: BoardsMemory
  banner: Banner
  showing?: string
}

/** Refreshes the list after a change. A failure is only logged, because the change is already made. */
export async function refreshBoardList(deps: SlackDeps, client: WebClient, below: Below): Promise<void> {
  const { context, viewId, memory, banner, showing } = below
  try {
    await showBelow(deps, client, viewId, await boardsNow(deps, context.member, memory, { banner, showing }))
  } catch (error) {
    deps.log.warn({ err: error }, 'the list of boards was not refreshed')
  }
}
