/** The open composer: choosing in it, and opening what is folded away. */
import type { ComposerMemory } from '../../../../blocks/composer/memory.js'
import type { ViewOutput } from '@slack/bolt'
import type { ModalView } from '@slack/types'
import { WebAPIPlatformError, type WebClient } from '@slack/web-api'
import { composerView } from '../../../../blocks/composer/view.js'
import { takesTags } from '../../../../blocks/composer/extras.js'
import type { ComposerModel, ComposerValues, Fold } from '../../../../blocks/composer/model.js'
import { field } from '../../../../blocks/ids.js'
import { chooseAccount, type Member } from '../../../core/accounts/people/members.js'
import { chosenAccount, readerZone } from '../../people/accounts.js'
import { chosen } from '../../forms/values.js'
import type { ActionArgs, SlackDeps } from '../../listener.js'
import { schedulingOf } from '../../people/rights.js'
import { type ComposerForm, formOf, withOpen } from './form.js'
import { peekSlot } from './open.js'
import { findSections } from '../boards/section-choices.js'

/** Of the 3000 characters that a view may remember: 24 ids of the platform's longest. */
const MOST_TAGS_KEPT = 1000

/** The form again with everything that was put into it. */
export async function composerModel(deps: SlackDeps, member: Member, { memory, values }: ComposerForm): Promise<ComposerModel> {
  const { accounts, account } = await chosenAccount(deps, { ...member, currentAccountId: memory.accountId })
  const sections = await findSections(deps, member.actor, { accountId: account.id, boardId: values.board?.id ?? null })
  return {
    accounts,
    memory,
    values,
    ...(await peekSlot(deps, member, { accountId: account.id, url: values.link })),
    sectionCount: sections?.length,
    timezone: readerZone(member, account),
    now: deps.clock(),
    scheduling: schedulingOf(member.actor, account),
  }
}

/** Another account has other boards, another schedule, and is remembered as the one worked with. */
export async function switchComposerAccount(deps: SlackDeps, { body, client, context }: ActionArgs): Promise<void> {
  const { view } = body
  const accountId = view && chosen(view, field.account)?.id
  if (!view || accountId === undefined) return
  const { member, slackTeamId, slackUserId } = context
  const { memory, values } = formOf(view)
  if (memory.accountId === accountId) return
  await chooseAccount(deps, member.actor, { teamId: slackTeamId, slackUserId, accountId })
  const { boardId: _, productTags: _typed, wish: _wished, ...rest } = memory
  const next = { ...rest, accountId, boardRound: memory.boardRound + 1, sectionRound: memory.sectionRound + 1 }
  const withRequest = { ...values, ...wishOf(memory), board: null, section: null, alsoOn: [] }
  const model = await composerModel(deps, member, { memory: next, values: withRequest })
  const kept = { ...next, ...unshown(model) }
  await client.views.update({ view_id: view.id, view: composerView({ ...model, memory: kept }) })
}

/** What stood in the form until an account was chosen that has no place for it. */
function unshown(model: ComposerModel): Pick<ComposerMemory, 'productTags' | 'wish'> {
  const { productTags, when, at } = model.values
  return {
    ...(productTags !== '' && !takesTags(model) && { productTags: productTags.slice(0, MOST_TAGS_KEPT) }),
    ...(model.scheduling === 'never' && { wish: { when, at: at && Math.floor(at.getTime() / 1000) } }),
  }
}

const wishOf = ({ wish }: ComposerMemory): Partial<ComposerValues> =>
  wish ? { when: wish.when, at: wish.at === null ? null : new Date(wish.at * 1000) } : {}

/** A section belongs to its board: one of another board is taken out, everything else stays as typed. */
export async function switchComposerBoard(deps: SlackDeps, { body, client, context }: ActionArgs): Promise<void> {
  const { view } = body
  if (!view) return
  const { member } = context
  const { memory, values } = formOf(view)
  const { accountId } = memory
  const sections = await findSections(deps, member.actor, { accountId, boardId: values.board?.id ?? null })
  const isKept = values.section === null || sections?.some(({ id }) => id === values.section?.id) === true
  const { boardId: _, ...rest } = memory
  const model = await composerModel(deps, member, {
    memory: {
      ...rest,
      ...(values.board && { boardId: values.board.id }),
      sectionRound: isKept ? memory.sectionRound : memory.sectionRound + 1,
    },
    values: isKept ? values : { ...values, section: null },
  })
  await updateUnlessChanged(client, view, composerView(model))
}

/** What was pressed meanwhile goes before: an older answer must not fold away what it opened. */
async function updateUnlessChanged(client: WebClient, { id, hash }: ViewOutput, view: ModalView): Promise<void> {
  try {
    await client.views.update({ view_id: id, hash, view })
  } catch (error) {
    if (!(error instanceof WebAPIPlatformError) || error.data.error !== 'hash_conflict') throw error
  }
}

export const openMoreBoards = (deps: SlackDeps, args: ActionArgs): Promise<void> => unfold(deps, args, 'boards')
export const openMoreOptions = (deps: SlackDeps, args: ActionArgs): Promise<void> => unfold(deps, args, 'options')

async function unfold(deps: SlackDeps, { body, client, context }: ActionArgs, fold: Fold): Promise<void> {
  const { view } = body
  if (!view) return
  const { memory, values } = formOf(view)
  const model = await composerModel(deps, context.member, { memory: withOpen(memory, fold), values })
  await client.views.update({ view_id: view.id, view: composerView(model) })
}
