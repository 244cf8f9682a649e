/** The arguments of a listener: Bolt's own, and the person who acts. */
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
    /** Sends an ephemeral message through a response url. @returns false when the url is used up or too old */
    respondTo(responseUrl: string, message: Message, as: { replacesOriginal: boolean }): Promise<boolean>
    withUploads: WithUploads
    readSlackPicture: ReadSlackPicture
    readSlackTable: ReadSlackTable
    /** The channel of the staff; null: there is none. */
    staffChannelId: string | null
    /** The workspace or enterprise of the staff; null: the app is in one workspace alone. */
    staffTeamId: string | null
    timeouts: Timeouts
  }

/** The fields that the guard adds to Bolt's context before any listener runs. */
export type SlackContext = { member: Member; slackTeamId: string; slackUserId: string }
type Around = AllMiddlewareArgs<SlackContext>

/** Arguments of requests that the guard has acknowledged: the ack can carry nothing any more. */
type Acked<Args> = Omit<Args, 'ack'>

export type CommandArgs = Acked<SlackCommandMiddlewareArgs> & Around
export type ActionArgs = Acked<SlackActionMiddlewareArgs<BlockAction<BlockElementAction>>> & Around
/** A submitted form. The ack closes it, shows errors or replaces it with another form. */
export type ViewArgs = SlackViewMiddlewareArgs<ViewSubmitAction> & Around
/** A form that was closed without being sent, if it subscribed to that. */
export type ViewClosedArgs = Acked<SlackViewMiddlewareArgs<ViewClosedAction>> & Around
/** A request for options; the ack carries the list. */
export type OptionsArgs = SlackOptionsMiddlewareArgs<'block_suggestion'> & Around
export type GlobalShortcutArgs = Acked<SlackShortcutMiddlewareArgs<GlobalShortcut>> & Around
export type MessageShortcutArgs = Acked<SlackShortcutMiddlewareArgs<MessageShortcut>> & Around
export type HomeOpenedArgs = SlackEventMiddlewareArgs<'app_home_opened'> & Around
/** Text and files that a person sends in the app's direct messages. */
export type MessageArgs = SlackEventMiddlewareArgs<'message'> & Around
/** An event that comes without a token and without a person. */
export type RemovalArgs = SlackEventMiddlewareArgs<'app_uninstalled' | 'tokens_revoked'> & AllMiddlewareArgs

/** `user_change`: a profile changed; nobody is acting. */
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
  /** Listeners by the id of the form. */
  closed?: Record<string, Listener<ViewClosedArgs>>
  events?: Record<'app_home_opened', Listener<HomeOpenedArgs>>
  /** Listeners by subscription; Slack calls all of these events `message`. */
  messages?: Record<'message.im', Listener<MessageArgs>>
  /** Events that come without a token. */
  removals?: Record<RemovalArgs['event']['type'], Listener<RemovalArgs>>
  people?: Record<'user_change', Listener<PersonChangedArgs>>
}
