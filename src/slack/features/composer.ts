/** The open composer: choosing in it, and submitting it. */
import type { ViewOutput } from '@slack/bolt'
import { type ComposerMemory, type ComposerModel, composerView, type ComposerValues } from '../../../blocks/composer.js'
import { field, when as whenIds } from '../../../blocks/ids.js'
import { chooseAccount, type Member } from '../../core/accounts/members.js'
import type { BoardSection } from '../../core/boards/board.js'
import { listSections } from '../../core/boards/boards.js'
import { chosenAccount, readerZone } from '../accounts.js'
import { chosen, chosenTime, typed } from '../entered.js'
import type { ActionArgs, SlackDeps } from '../listener.js'
import { peekNextOpenSlot } from './open-composer.js'

export const memoryOf = (view: Pick<ViewOutput, 'private_metadata'>): ComposerMemory =>
  JSON.parse(view.private_metadata) as ComposerMemory // written by composerView, signed by Slack

export function valuesOf(view: ViewOutput): ComposerValues {
  const choice = chosen(view, field.when)?.id
  return {
    image: typed(view, field.image).trim(),
    title: typed(view, field.title),
    description: typed(view, field.description),
    link: typed(view, field.link).trim(),
    altText: typed(view, field.altText),
    board: chosen(view, field.board),
    section: chosen(view, field.section),
    when: choice === whenIds.at ? 'at' : choice === whenIds.nextOpenSlot ? 'nextOpenSlot' : 'draft',
    at: chosenTime(view, field.time),
  }
}

/** The form again with everything that was put into it. */
export async function composerModel(
  deps: SlackDeps,
  member: Member,
  { memory, values }: Pick<ComposerModel, 'memory' | 'values'>,
): Promise<ComposerModel> {
  const { accounts, account } = await chosenAccount(deps, { ...member, currentAccountId: memory.accountId })
  const sections = values.board && (await findSections(deps, member, { accountId: account.id, boardId: values.board.id }))
  return {
    accounts,
    memory,
    values,
    nextOpenSlot: await peekNextOpenSlot(deps, member, account.id),
    sectionCount: sections?.length,
    timezone: readerZone(member, account),
  }
}

/** undefined: they cannot be told at the moment, which is no reason to lose what was typed. */
async function findSections(
  deps: SlackDeps,
  { actor }: Member,
  board: { accountId: string; boardId: string },
): Promise<BoardSection[] | undefined> {
  try {
    return await listSections(deps, actor, board)
  } catch (error) {
    deps.log.info({ err: error, ...board }, 'the sections of a board could not be read')
    return undefined
  }
}

/** Another account has other boards, another schedule, and is remembered as the one worked with. */
export async function switchComposerAccount(deps: SlackDeps, { body, client, context, ack }: ActionArgs): Promise<void> {
  await ack()
  const { view } = body
  const accountId = view && chosen(view, field.account)?.id
  if (!view || accountId === undefined) return
  const { member, slackTeamId, slackUserId } = context
  const memory = memoryOf(view)
  if (memory.accountId === accountId) return
  await chooseAccount(deps, member.actor, { teamId: slackTeamId, slackUserId, accountId })
  const { boardId: _, ...rest } = memory
  const next = { ...rest, accountId, boardRound: memory.boardRound + 1, sectionRound: memory.sectionRound + 1 }
  const model = await composerModel(deps, member, { memory: next, values: { ...valuesOf(view), board: null, section: null } })
  await client.views.update({ view_id: view.id, view: composerView(model) })
}

/** A section belongs to its board: one of another board is taken out, everything else stays as typed. */
export async function switchComposerBoard(deps: SlackDeps, { body, client, context, ack }: ActionArgs): Promise<void> {
  await ack()
  const { view } = body
  if (!view) return
  const { member } = context
  const memory = memoryOf(view)
  const values = valuesOf(view)
  const { accountId } = memory
  const sections = (values.board && (await findSections(deps, member, { accountId, boardId: values.board.id }))) ?? []
  const isKept = values.section === null || sections.some(({ id }) => id === values.section?.id)
  const { boardId: _, ...rest } = memory
  const model = await composerModel(deps, member, {
    memory: {
      ...rest,
      ...(values.board && { boardId: values.board.id }),
      sectionRound: isKept ? memory.sectionRound : memory.sectionRound + 1,
    },
    values: isKept ? values : { ...values, section: null },
  })
  await client.views.update({ view_id: view.id, view: composerView(model) })
}
