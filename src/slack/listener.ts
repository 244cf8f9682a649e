/** What a listener is given: Bolt's own arguments, and who asks. */
import type {
  AllMiddlewareArgs,
  BlockAction,
  BlockElementAction,
  GlobalShortcut,
  MessageShortcut,
  SlackActionMiddlewareArgs,
  SlackCommandMiddlewareArgs,
  SlackEventMiddlewareArgs,
  SlackOptionsMiddlewareArgs,
  SlackShortcutMiddlewareArgs,
  SlackViewMiddlewareArgs,
  ViewClosedAction,
  ViewSubmitAction,
} from '@slack/bolt'
import type { Message } from '../../blocks/kit/kit.js'
import type { Member } from '../core/accounts/people/members.js'
import type { Deps } from '../core/ports/deps.js'
import type { Timeouts } from './forms/timeout.js'
import type { ReadSlackPicture, ReadSlackTable } from './pictures/files.js'
import type { Pictured } from './pictures/pictures.js'
import type { WithUploads } from './pictures/uploads.js'

export type SlackDeps = Deps &
  Pictured & {
    /** Ephemeral, through a response url. @returns false when the url is used up or too old */
    respondTo(responseUrl: string, message: Message, as: { replacesOriginal: boolean }): Promise<boolean>
    withUploads: WithUploads
    readSlackPicture: ReadSlackPicture
    readSlackTable: ReadSlackTable
    /** Where the staff is; null: there is none. */
    staffChannelId: string | null
    /** Their workspace, or enterprise; null: the app is in one workspace alone. */
    staffTeamId: string | null
    timeouts: Timeouts
  }

/** Put into Bolt's context before any listener runs. */
export type SlackContext = { member: Member; slackTeamId: string; slackUserId: string }
type Around = AllMiddlewareArgs<SlackContext>

/** What the guard has acknowledged before the listener runs: the ack can carry nothing any more. */
type Acked<Args> = Omit<Args, 'ack'>

export type CommandArgs = Acked<SlackCommandMiddlewareArgs> & Around
export type ActionArgs = Acked<SlackActionMiddlewareArgs<BlockAction<BlockElementAction>>> & Around
/** Its ack is its answer: it closes the form, or shows errors or another one in its place. */
export type ViewArgs = SlackViewMiddlewareArgs<ViewSubmitAction> & Around
/** Of a form that asks for it, closed and not sent. */
export type ViewClosedArgs = Acked<SlackViewMiddlewareArgs<ViewClosedAction>> & Around
/** Its ack is the list. */
export type OptionsArgs = SlackOptionsMiddlewareArgs<'block_suggestion'> & Around
export type GlobalShortcutArgs = Acked<SlackShortcutMiddlewareArgs<GlobalShortcut>> & Around
export type MessageShortcutArgs = Acked<SlackShortcutMiddlewareArgs<MessageShortcut>> & Around
export type HomeOpenedArgs = SlackEventMiddlewareArgs<'app_home_opened'> & Around
/** What is written or dropped in the app's own messages with a person. */
export type MessageArgs = SlackEventMiddlewareArgs<'message'> & Around
/** Sent without a token and without a person. */
export type RemovalArgs = SlackEventMiddlewareArgs<'app_uninstalled' | 'tokens_revoked'> & AllMiddlewareArgs

/** Of somebody in the workspace, by whom nothing was done here. */
export type PersonChangedArgs = SlackEventMiddlewareArgs<'user_change'> & AllMiddlewareArgs

export type Listener<Args> = (deps: SlackDeps, args: Args) => Promise<void>

/** The listeners of a feature, by the id of the action, form or command. */
export type Listeners = {
  commands?: Record<string, Listener<CommandArgs>>
  globalShortcuts?: Record<string, Listener<GlobalShortcutArgs>>
  messageShortcuts?: Record<string, Listener<MessageShortcutArgs>>
  actions?: Record<string, Listener<ActionArgs>>
  options?: Record<string, Listener<OptionsArgs>>
  views?: Record<string, Listener<ViewArgs>>
  /** By the id of the form. */
  closed?: Record<string, Listener<ViewClosedArgs>>
  events?: Record<'app_home_opened', Listener<HomeOpenedArgs>>
  /** By the subscription; Slack calls all of them `message`. */
  messages?: Record<'message.im', Listener<MessageArgs>>
  /** Events that come without a token. */
  removals?: Record<RemovalArgs['event']['type'], Listener<RemovalArgs>>
  people?: Record<'user_change', Listener<PersonChangedArgs>>
}
