/** The ways to the composer: /pin, /pin new, the shortcuts, and every "New pin" and "Use". */
import type { HomePage } from '../../../../blocks/home/memory.js'
import type { WebClient } from '@slack/web-api'
import { composerView } from '../../../../blocks/composer/view.js'
import {
  type ChosenFile,
  type ComposerModel,
  type ComposerValues,
  EMPTY_COMPOSER,
  newMemory,
  rememberFiles,
} from '../../../../blocks/composer/model.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { requireMayMake } from '../../../core/posts/permissions.js'
import { listOpenSlots, type SlotQuery } from '../../../core/slots/next-open-slot.js'
import { listSpacingRules } from '../../../core/slots/spacing-rules.js'
import { chosenAccount } from '../../people/accounts.js'
import type { ActionArgs, CommandArgs, GlobalShortcutArgs, MessageShortcutArgs, SlackDeps } from '../../listener.js'
import { settlesWithin } from '../../../core/lib/timeout.js'
import { schedulingOf } from '../../people/rights.js'
import { homePageOf } from '../home/home.js'
import { filesIn, imageIn, linkIn, textOf } from './message-content.js'

const SLOT_TIMEOUT_MS = 1000

type Opening = {
  client: WebClient
  triggerId: string
  member: Member
  responseUrl?: string | undefined
  values?: Partial<ComposerValues>
  /** Of the message it began with: there to be dropped, too. */
  files?: ChosenFile[]
  homePage?: HomePage | undefined
}

export async function openComposer(deps: SlackDeps, opening: Opening): Promise<void> {
  const { client, triggerId, member, responseUrl, values, homePage } = opening
  requireMayMake(member.actor) // before they type anything
  const { accounts, account, timezone } = await chosenAccount(deps, member)
  const files = rememberFiles(opening.files ?? [])
  const board = values?.board ?? null
  const model: ComposerModel = {
    accounts,
    memory: {
      ...newMemory(account.id),
      ...(responseUrl !== undefined && { responseUrl }),
      ...(files.length > 0 && { files }),
      ...(board && { boardId: board.id }),
      ...(homePage && { homePage }),
    },
    values: { ...EMPTY_COMPOSER, ...values, keptFiles: files },
    ...(await peekSlot(deps, member, { accountId: account.id, url: values?.link ?? null })),
    sectionCount: undefined,
    timezone,
    now: deps.clock(),
    scheduling: schedulingOf(member.actor, account),
  }
  await client.views.open({ trigger_id: triggerId, view: composerView(model) })
}

type Looking = { accountId: string } & SlotQuery

/** The next open slot for the form's values, and whether another link may change it. */
export async function peekSlot(
  deps: SlackDeps,
  member: Member,
  looking: Looking,
): Promise<Pick<ComposerModel, 'nextOpenSlot' | 'hasSpacing'>> {
  const [nextOpenSlot, rules] = await Promise.all([
    peekNextOpenSlot(deps, member, looking),
    listSpacingRules(deps, member.actor, looking),
  ])
  return { nextOpenSlot, hasSpacing: rules.length > 0 }
}

/** A read, no claim. undefined when it takes longer than a person should wait for a form. */
export async function peekNextOpenSlot(
  deps: SlackDeps,
  { actor }: Member,
  { accountId, ...pin }: Looking,
): Promise<Date | null | undefined> {
  const looking = listOpenSlots(deps, actor, { accountId, limit: 1, pin })
  const isThere = await settlesWithin(looking, SLOT_TIMEOUT_MS)
  if (isThere)
    return looking.then(
      ([slot]) => slot?.at ?? null,
      () => undefined,
    )
  looking.catch((error: unknown) => deps.log.debug({ err: error }, 'the next open slot was found too late'))
  return undefined
}

/** `/pin`, `/pin new [url]`: an address that names a picture is the picture too. */
export async function composeByCommand(deps: SlackDeps, { command, client, context }: CommandArgs, words: string): Promise<void> {
  const link = linkIn(words)
  const values = link === undefined ? {} : { link, ...(imageIn(link) && { image: link }) }
  const { trigger_id: triggerId, response_url: responseUrl } = command
  await openComposer(deps, { client, triggerId, member: context.member, responseUrl, values })
}

export async function composeByShortcut(deps: SlackDeps, { shortcut, client, context }: GlobalShortcutArgs): Promise<void> {
  await openComposer(deps, { client, triggerId: shortcut.trigger_id, member: context.member })
}

/** "Make a pin" on a message: its link, its text and its pictures are filled in. */
export async function composeFromMessage(deps: SlackDeps, { shortcut, client, context }: MessageShortcutArgs): Promise<void> {
  const messageText = shortcut.message.text ?? ''
  const link = linkIn(messageText)
  const description = textOf(messageText)
  const values = { description, ...(link !== undefined && { link, ...(imageIn(link) && { image: link }) }) }
  const { trigger_id: triggerId, response_url: responseUrl } = shortcut
  const files = filesIn(shortcut.message)
  await openComposer(deps, { client, triggerId, member: context.member, responseUrl, values, files })
}

export async function composeByButton(deps: SlackDeps, { body, client, context }: ActionArgs): Promise<void> {
  await openComposer(deps, { client, member: context.member, ...placeOf(body) })
}

/** "Use" beside an open slot: the composer with that time chosen. */
export async function useSlot(deps: SlackDeps, { action, body, client, context }: ActionArgs): Promise<void> {
  const at = action.type === 'button' ? new Date(Number(action.value) * 1000) : null
  const values = { when: 'at', at } as const
  await openComposer(deps, { client, member: context.member, ...placeOf(body), values })
}

const placeOf = ({ trigger_id: triggerId, response_url: responseUrl, view }: ActionArgs['body']) => ({
  triggerId,
  responseUrl,
  homePage: homePageOf(view),
})
