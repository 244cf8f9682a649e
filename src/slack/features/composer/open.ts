/** Opens the composer: /pin, /pin new, the shortcuts, and every "New pin" and "Use". */
import { shared, shortcut } from '../../../../blocks/ids.js'
import type { HomePage } from '../../../../blocks/pin/home-memory.js'
import type { ViewOutput } from '@slack/bolt'
import type { WebClient } from '@slack/web-api'
import type { ComposerMemory } from '../../../../blocks/composer/memory.js'
import {
  type ComposerChoice,
  type ComposerModel,
  type ComposerValues,
  EMPTY_COMPOSER,
  newMemory,
  rememberFiles,
} from '../../../../blocks/composer/model.js'
import { composerView } from '../../../../blocks/composer/view.js'
import type { Problem } from '../../../../blocks/kit/problem.js'
import { action, readUseValue } from '../../../../blocks/pins/week-row.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { lastBoard } from '../../../core/boards/last-board.js'
import { requireMayMake } from '../../../core/posts/permissions.js'
import { chosenAccount } from '../../accounts.js'
import {
  onGlobalShortcut,
  type ActionArgs,
  type CommandArgs,
  type SlackDeps,
  onMessageShortcut,
  onAction,
} from '../../listener.js'
import { imageIn, linkIn, withoutLinks } from '../../input/links.js'
import { readMessageText } from '../../input/slack-text.js'
import { lookUp, ruleOf, unseenText } from '../../pictures/unseen.js'
import { homePageOf } from '../home/home.js'
import { choiceOf } from '../cards/pressed.js'
import { composerModel, plainModel, withAdvice, withPageRead } from './composer.js'
import { updateUnlessChanged } from '../../forms/update-unless-changed.js'
import { filesIn, type MessageFiles, originOf } from './message-files.js'

type Opening = {
  client: WebClient
  triggerId: string
  member: Member
  responseUrl?: string | undefined
  values?: Partial<ComposerValues>
  /** Files of the message that the form was opened from; they can be removed in the form. */
  files?: MessageFiles
  onHome?: boolean
  homePage?: HomePage | undefined
  inspiration?: NonNullable<ComposerMemory['inspiration']>
}

/** Starts with the next open slot, if the person may request one, and with the board of their last pin. */
export async function openComposer(deps: SlackDeps, opening: Opening): Promise<void> {
  const { client, triggerId, member, responseUrl, values = {}, onHome = false, homePage, inspiration } = opening
  const chosen = await chosenAccount(deps, member)
  const { id: accountId } = chosen.account
  requireMayMake(member.actor, accountId) // before they type anything
  const begun: ComposerMemory = {
    ...newMemory(accountId),
    ...(responseUrl !== undefined && { responseUrl }),
    ...(values.image !== undefined && { image: true }),
    ...(values.board && { board: 'chosen' }),
    ...(inspiration && { inspiration }),
    ...(onHome && { onHome }),
    ...(homePage && { homePage }),
  }
  const isOver = values.at instanceof Date && values.at <= deps.clock() // of a message from before
  const given = { ...EMPTY_COMPOSER, ...values, ...(isOver && { at: null }) }
  const [board, model, { files, chosen: ticked, problem, note }] = await Promise.all([
    values.board ?? lastBoard(deps, member.actor, { accountId }),
    plainModel(deps, member, { memory: begun, values: given }, chosen),
    filesOfMessage(deps, client, opening.files ?? { files: [], chosen: [] }),
  ])
  const memory = { ...begun, ...(board && { boardId: board.id }), ...(files.length > 0 && { files }) }
  const filled = {
    ...model,
    memory,
    values: { ...given, keptFiles: ticked, board, when: (isOver ? undefined : values.when) ?? firstChoice(model) },
    ...(problem && { problem }),
    ...(note !== undefined && { note }),
    ...(isOver && { note: 'The time of this slot has passed. Choose another one below.' }),
  }
  const view = composerView({ ...(await withAdvice(deps, member, filled)), isNew: true })
  const { view: opened } = await client.views.open({ trigger_id: triggerId, view })
  if (opened && given.link !== '') await fillFromPage(deps, member, { client, opened: opened as unknown as ViewOutput, filled })
}

/** Fills the open form from the page, which may take longer to read than a trigger lives. */
async function fillFromPage(deps: SlackDeps, member: Member, { client, opened, filled }: Filling): Promise<void> {
  const { memory, values, problem, note } = filled
  const form = { memory, values }
  const read = await withPageRead(deps, member, form)
  if (read === form) return
  const model = await composerModel(deps, member, read)
  await updateUnlessChanged(
    client,
    opened,
    composerView({ ...model, ...(problem && { problem }), ...(note !== undefined && { note }) }),
  )
}
type Filling = { client: WebClient; opened: ViewOutput; filled: ComposerModel }

/**
 * Leaves out files that Slack does not show to the app, and says so first: the submission would be refused. A file without an
 * answer in time is listed by its name.
 */
async function filesOfMessage(
  { timeouts }: SlackDeps,
  client: WebClient,
  { files: brought, chosen, note }: MessageFiles,
): Promise<MessageFiles & { problem?: Problem }> {
  const { seen, unseen } = await lookUp(client, brought, timeouts.filesMs)
  const [first, ...others] = brought.filter(({ id }) => unseen.has(id))
  const there = brought.filter(({ id }) => !unseen.has(id))
  const files = rememberFiles(there.map((file) => (seen.has(file.id) ? { ...file, isSeen: true } : file)))
  const kept = new Set(chosen.map(({ id }) => id))
  const read = { files, chosen: files.filter(({ id }) => kept.has(id)), ...(note !== undefined && { note }) }
  if (first?.from === undefined) return read
  const sentence =
    others.length > 0
      ? unseenText(ruleOf(first.from), `the ${others.length + 1} files of this message`, 'them')
      : unseenText(ruleOf(first.from), `“${first.name}”`)
  return { ...read, problem: { sentence } }
}

/** Returns the first choice of time. An undefined slot was not found in time, which does not mean that none is open. */
const firstChoice = ({ scheduling, nextOpenSlot }: ComposerModel): ComposerChoice =>
  scheduling === 'never' || nextOpenSlot === null ? 'draft' : 'nextOpenSlot'

/** Uses a link as the picture if it names one, otherwise as the pin's link. */
const ofLink = (link: string | undefined): Partial<ComposerValues> =>
  link === undefined ? {} : imageIn(link) ? { image: link } : { link }

/** Runs `/pin` and `/pin new [title] [link]`. */
export async function composeByCommand(deps: SlackDeps, { command, client, context }: CommandArgs, words: string): Promise<void> {
  const values = { title: withoutLinks(words), ...ofLink(linkIn(words)) }
  const { trigger_id: triggerId, response_url: responseUrl } = command
  await openComposer(deps, { client, triggerId, member: context.member, responseUrl, values })
}

onGlobalShortcut(shortcut.newPin, async (deps, { shortcut, client, context }) => {
  await openComposer(deps, { client, triggerId: shortcut.trigger_id, member: context.member })
})

/** Opens the composer from a message, with its link, text and pictures. */
onMessageShortcut(shortcut.makePin, async (deps, { shortcut, client, context }) => {
  const { words, links } = readMessageText(shortcut.message)
  const values = { description: words, ...ofLink(links[0]) }
  const { trigger_id: triggerId, response_url: responseUrl } = shortcut
  const files = filesIn(shortcut.message, originOf(shortcut))
  await openComposer(deps, { client, triggerId, member: context.member, responseUrl, values, files })
})

/** Opens the composer for the account that the button names, if any. */
onAction(shared.newPin, async (deps, { action, body, client, context }) => {
  const shown = action.type === 'button' ? action.value : undefined
  await openComposer(deps, { client, member: withAccount(context.member, shown), ...placeOf(body) })
})

/** Opens the composer with the time of the chosen open slot. */
onAction([action.useSlot, action.weekUse], async (deps, args) => {
  const { body, client, context } = args
  const { accountId, at } = readUseValue(choiceOf(args))
  await openComposer(deps, {
    client,
    member: withAccount(context.member, accountId),
    ...placeOf(body),
    values: { when: 'at', at },
  })
})

/** Sets the account for this form only; the person's current account stays. */
const withAccount = (member: Member, accountId: string | undefined): Member =>
  accountId === undefined || accountId === '' ? member : { ...member, currentAccountId: accountId }

/** Where the composer opens. `onHome` is true for any view: below a form of Home, such as its days, is Home. */
const placeOf = ({ trigger_id: triggerId, response_url: responseUrl, view }: ActionArgs['body']) => ({
  triggerId,
  responseUrl,
  onHome: view !== undefined,
  homePage: homePageOf(view),
})
