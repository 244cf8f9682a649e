/** The open composer: its choices, and its further fields. */
import { action as boardsAction } from '../../../../blocks/composer/boards.js'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ComposerMemory, rememberPage } from '../../../../blocks/composer/memory.js'
import { action as composerAction, composerView } from '../../../../blocks/composer/view.js'
import { takesTags } from '../../../../blocks/composer/extras.js'
import { type ComposerModel, type ComposerValues, pageOf, timeOf } from '../../../../blocks/composer/model.js'
import type { Picture } from '../../../../blocks/kit/kit.js'
import { shared, field } from '../../../../blocks/ids.js'
import { chooseAccount, type Member } from '../../../core/accounts/people/members.js'
import { findDefaultLink } from '../../../core/boards/cache.js'
import { lastBoard } from '../../../core/boards/last-board.js'
import { type PageOfPin, proposeBoard, readPageOfPin, withPage } from '../../../core/sources/generations/one-pin.js'
import { listSpacingRules } from '../../../core/slots/spacing-rules.js'
import { warningsFor } from '../../../core/posts/state/warnings.js'
import type { Warning } from '../../../core/posts/state/warning.js'
import { suggestWords } from '../../../core/insight/trends/words.js'
import { type Chosen, chosenAccount, readerZone } from '../../accounts.js'
import { updateUnlessChanged } from '../../forms/update-unless-changed.js'
import { chosen } from '../../forms/values.js'
import { onAction, type SlackDeps } from '../../listener.js'
import { schedulingOf } from '../../people/rights.js'
import { foreseenDenial } from '../../reply/foreseen.js'
import { type ComposerForm, formOf } from './form.js'
import { peekNextOpenSlot } from './slot.js'
import { findSections } from '../cards/section-choices.js'

/** Characters for tags out of the 3000 that a view may remember: 24 ids of the platform's longest. */
const MOST_TAGS_KEPT = 1000

/** Reads the model of the form with everything that was entered. */
export async function composerModel(deps: SlackDeps, member: Member, form: ComposerForm): Promise<ComposerModel> {
  const chosen = await chosenAccount(deps, { ...member, currentAccountId: form.memory.accountId })
  return withAdvice(deps, member, await plainModel(deps, member, form, chosen))
}

/** Reads the form of one of the person's accounts, without advice on its time and suggestions for its words. */
export async function plainModel(
  deps: SlackDeps,
  member: Member,
  { memory, values }: ComposerForm,
  { accounts, account }: Pick<Chosen, 'accounts' | 'account'>,
): Promise<ComposerModel> {
  const board = memory.more ? values.board : null // the board input is beside the section
  const [sections, nextOpenSlot, defaultLink, inspiring, pagePicture] = await Promise.all([
    findSections(deps, member.actor, { accountId: account.id, boardId: board?.id ?? null }),
    peekNextOpenSlot(deps, member, { accountId: account.id, url: values.link }),
    findDefaultLink(deps.db.sql, account, values.board?.id ?? null),
    pictureAt(deps, memory.inspiration?.picture),
    pictureAt(deps, pageOf({ memory, values })?.pictureUrl ?? undefined),
  ])
  return {
    accounts,
    memory,
    values,
    nextOpenSlot,
    defaultLink,
    inspiring,
    pagePicture,
    sectionCount: sections?.length,
    timezone: readerZone(member, account),
    locale: member.locale,
    now: deps.clock(),
    scheduling: schedulingOf(member.actor, account),
  }
}

export async function withAdvice(deps: SlackDeps, member: Member, model: ComposerModel): Promise<ComposerModel> {
  const { memory, values } = model
  const place = { accountId: memory.accountId, boardId: values.board?.id ?? memory.boardId }
  const [warnings, denied, suggested] = await Promise.all([
    warningsOfForm(deps, member, model),
    denialOfForm(deps, member, model),
    suggestedFor(deps, member, { ...place, values }),
  ])
  return { ...model, warnings, denied, suggested }
}

/** Suggests words that people search for, from stored data. If that fails, the form opens without them. */
export async function suggestedFor(
  deps: SlackDeps,
  { actor: { organizationId } }: Member,
  { values, ...place }: { accountId: string; boardId: string | undefined; values: Suggestible; mustFit?: boolean },
): Promise<string[]> {
  const { title, description, altText, link } = values
  const pin = { title, description, altText, link }
  return suggestWords(deps, { organizationId, ...place, pin }).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'the words that people search for were not found')
    return []
  })
}
type Suggestible = Pick<ComposerValues, 'title' | 'description' | 'altText' | 'link'>

/** Reads warnings before the pin is saved. If that fails, the form is shown without them. */
async function warningsOfForm(deps: SlackDeps, { actor }: Member, model: ComposerModel): Promise<Warning[]> {
  const { memory, values, scheduling } = model
  if (scheduling === 'never') return []
  const { accountId } = memory
  const planned = { accountId, url: values.link, when: values.when, at: timeOf(model) }
  return warningsFor(deps, actor, planned).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'the warnings of a form were not found')
    return []
  })
}

/** Returns the refusal that scheduling would get, before anything is uploaded. */
async function denialOfForm(
  deps: SlackDeps,
  { actor }: Member,
  { memory: { accountId }, values: { when, alsoOn }, scheduling }: ComposerModel,
): Promise<string | undefined> {
  if (scheduling !== 'direct' || when === 'draft') return undefined
  return foreseenDenial(deps, actor, { accountId, count: 1 + alsoOn.length, isDraft: false })
}

async function pictureAt(deps: Pick<SlackDeps, 'picturesOf'>, url: string | undefined): Promise<Picture | null> {
  if (url === undefined) return null
  const [picture] = await deps.picturesOf([{ kind: 'elsewhere', url }])
  return picture ?? null
}

/** Switches the account, with its boards and its schedule, and stores it as the person's current one. */
onAction(composerAction.composerAccount, async (deps, { body, client, context }) => {
  const { view } = body
  const accountId = view && chosen(view, field.account)?.id
  if (!view || accountId === undefined) return
  const { member, slackTeamId, slackUserId } = context
  const { memory, values } = formOf(view)
  if (memory.accountId === accountId) return
  await chooseAccount(deps, member.actor, { teamId: slackTeamId, slackUserId, accountId })
  const { boardId: _, board: _chosen, productTags: _typed, wish: _wished, ...rest } = memory
  const board = await lastBoard(deps, member.actor, { accountId })
  const next = {
    ...rest,
    accountId,
    ...(board && { boardId: board.id }),
    boardRound: memory.boardRound + 1,
    sectionRound: memory.sectionRound + 1,
  }
  const withRequest = { ...values, ...wishOf(memory), board, section: null, alsoOn: [] }
  const read = await composerModel(deps, member, { memory: next, values: withRequest })
  const model =
    read.nextOpenSlot === null && read.values.when === 'nextOpenSlot'
      ? { ...read, values: { ...read.values, when: 'draft' as const } }
      : read
  const kept = { ...next, ...unshown(model) }
  await client.views.update({ view_id: view.id, view: composerView({ ...model, memory: kept }) })
})

/** Returns values that the form of the chosen account cannot show. */
function unshown(model: ComposerModel): Pick<ComposerMemory, 'productTags' | 'wish'> {
  const { productTags, when, at } = model.values
  return {
    ...(productTags !== '' && !takesTags(model) && { productTags: productTags.slice(0, MOST_TAGS_KEPT) }),
    ...(model.scheduling === 'never' && { wish: { when, at: at && Math.floor(at.getTime() / 1000) } }),
  }
}

const wishOf = ({ wish }: ComposerMemory): Partial<ComposerValues> =>
  wish ? { when: wish.when, at: wish.at === null ? null : new Date(wish.at * 1000) } : {}

/** Switches the board: clears a section of another board, and keeps everything else as typed. */
onAction(shared.composerBoard, async (deps, { body, client, context }) => {
  const { view } = body
  if (!view) return
  const { member } = context
  const { memory, values } = formOf(view)
  const { accountId } = memory
  const sections = values.section && (await findSections(deps, member.actor, { accountId, boardId: values.board?.id ?? null }))
  const isKept = values.section === null || sections?.some(({ id }) => id === values.section?.id) === true
  const { boardId: _, board: _guessed, ...rest } = memory
  const model = await composerModel(deps, member, {
    memory: {
      ...rest,
      ...(values.board && { boardId: values.board.id, board: 'chosen' }),
      sectionRound: isKept ? memory.sectionRound : memory.sectionRound + 1,
    },
    values: isKept ? values : { ...values, section: null },
  })
  await updateUnlessChanged(client, view, composerView(model))
})

/** The link that is currently typed, by view. */
const typing = new Map<string, string>()

/** Shows the content of the link's page once the person stops typing. A form that was redrawn meanwhile stays unchanged. */
onAction(composerAction.composerLink, async (deps, { body, client, context }) => {
  const { view } = body
  if (!view) return
  const { member } = context
  const form = formOf(view)
  const { link } = form.values
  typing.set(view.id, link)
  await sleep(deps.timeouts.linkMs)
  if (typing.get(view.id) !== link) return
  typing.delete(view.id)
  const read = await withPageRead(deps, member, form)
  const isApart = async () => (await listSpacingRules(deps, member.actor, form.memory)).length > 0 // then another link may have another slot
  if (read === form && !(await isApart())) return
  const model = await composerModel(deps, member, read)
  await updateUnlessChanged(client, view, composerView(model))
})

/** Returns the form with the values of the link's page, and with the best board if nobody chose one. */
export async function withPageRead(deps: SlackDeps, member: Member, form: ComposerForm): Promise<ComposerForm> {
  const page = await pageFor(deps, member, form)
  if (!page) return form
  const memory = rememberPage(form.memory, page)
  if (form.memory.board === 'chosen' || !memory.page) return { ...form, memory }
  const { accountId } = memory
  const { title, description } = withPage(wordsOf(form.values), page, { hasOwnPicture: true, isDraft: false })
  const board = await proposeBoard(deps, member.actor, { accountId, pin: { title: title ?? '', description: description ?? '' } })
  if (!board || board.id === form.values.board?.id) return { ...form, memory }
  const guessed = {
    ...memory,
    boardId: board.id,
    board: 'guessed' as const,
    boardRound: memory.boardRound + 1,
    sectionRound: memory.sectionRound + 1,
  }
  return { memory: guessed, values: { ...form.values, board, section: null } }
}

/** Reads the page once for a link. If that fails, the form is shown without it. */
export async function pageFor(deps: SlackDeps, { actor }: Member, form: ComposerForm): Promise<PageOfPin | null> {
  const known = pageOf(form)
  const { link } = form.values
  if (known || link === '') return known ?? null
  return readPageOfPin(deps, actor, { accountId: form.memory.accountId, link }).catch((error: unknown) => {
    deps.log.debug({ err: error }, 'the page of a pin was not read')
    return null
  })
}

const orNull = (words: string) => (words.trim() === '' ? null : words)
export const wordsOf = ({ title, description, altText }: ComposerValues) => ({
  title: orNull(title),
  description: orNull(description),
  altText: orNull(altText),
})

/** Redraws what the form says about its time, link and further boards. */
onAction(
  [composerAction.composerWhen, composerAction.composerTime, boardsAction.composerAlsoOn, boardsAction.composerInterval],
  async (deps, { body, client, context }) => {
    const { view } = body
    if (!view) return
    await updateUnlessChanged(client, view, composerView(await composerModel(deps, context.member, formOf(view))))
  },
)

onAction(composerAction.composerMore, async (deps, { body, client, context }) => {
  const { view } = body
  if (!view) return
  const { memory, values } = formOf(view)
  const model = await composerModel(deps, context.member, { memory: { ...memory, more: true }, values })
  await client.views.update({ view_id: view.id, view: composerView(model) })
})
