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
import type { Seat } from '../core/posts/review-links/seat.js'
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
/** The same for what clients press: their seat; undefined: `member` is of the team. */
export type ClientContext = Pick<SlackContext, 'slackTeamId' | 'slackUserId'> &
  ({ seat: Seat; member?: undefined } | { seat?: undefined; member: Member })
type AroundClient = AllMiddlewareArgs<ClientContext>

/** Arguments of requests that the guard has acknowledged: the ack can carry nothing any more. */
type Acked<Args> = Omit<Args, 'ack'>

export type CommandArgs = Acked<SlackCommandMiddlewareArgs> & Around
export type ActionArgs = Acked<SlackActionMiddlewareArgs<BlockAction<BlockElementAction>>> & Around
/** A submitted form. The ack closes it, shows errors or replaces it with another form. */
export type ViewArgs = SlackViewMiddlewareArgs<ViewSubmitAction> & Around
/** A form that was closed without being sent, if it subscribed to that. */
export type ViewClosedArgs = Acked<SlackViewMiddlewareArgs<ViewClosedAction>> & Around
export type ClientActionArgs = Omit<ActionArgs, 'context'> & Pick<AroundClient, 'context'>
export type ClientViewArgs = Omit<ViewArgs, 'context'> & Pick<AroundClient, 'context'>
/** A request for options; the ack carries the list. */
export type OptionsArgs = SlackOptionsMiddlewareArgs<'block_suggestion'> & Around
export type GlobalShortcutArgs = Acked<SlackShortcutMiddlewareArgs<GlobalShortcut>> & Around
export type MessageShortcutArgs = Acked<SlackShortcutMiddlewareArgs<MessageShortcut>> & Around
export type HomeOpenedArgs = SlackEventMiddlewareArgs<'app_home_opened'> & Around
/** Links of ours that a person posts. */
export type LinkSharedArgs = SlackEventMiddlewareArgs<'link_shared'> & Around
/** The pane of a link that a person opens or refreshes. */
export type DetailsRequestedArgs = SlackEventMiddlewareArgs<'entity_details_requested'> & Around
/** The comments in it. */
export type CommentsRequestedArgs = SlackEventMiddlewareArgs<'entity_comments_requested'> & Around
/** Text and files that a person sends in the app's direct messages. */
export type MessageArgs = SlackEventMiddlewareArgs<'message'> & Around
/** An event that comes without a token and without a person. */
export type RemovalArgs = SlackEventMiddlewareArgs<'app_uninstalled' | 'tokens_revoked'> & AllMiddlewareArgs

/** `user_change`: a profile changed; nobody is acting. */
export type PersonChangedArgs = SlackEventMiddlewareArgs<'user_change'> & AllMiddlewareArgs

export type Listener<Args> = (deps: SlackDeps, args: Args) => Promise<void>

/** What the app listens to, by id; complete once `listeners.ts` has imported the features. */
export const listenersById = {
  globalShortcuts: new Map<string, Listener<GlobalShortcutArgs>>(),
  messageShortcuts: new Map<string, Listener<MessageShortcutArgs>>(),
  actions: new Map<string, Listener<ActionArgs>>(),
  options: new Map<string, Listener<OptionsArgs>>(),
  views: new Map<string, Listener<ViewArgs>>(),
  closed: new Map<string, Listener<ViewClosedArgs>>(),
}

export const onGlobalShortcut = into(listenersById.globalShortcuts)
export const onMessageShortcut = into(listenersById.messageShortcuts)
export const onAction = into(listenersById.actions)
/** Listens to what people of other workspaces may press or send, which is listed in CLIENT_ACTIONS: the guard knows it by that. */
export const onClientAction = onAction as unknown as (ids: string, listener: Listener<ClientActionArgs>) => void
export const onOptions = into(listenersById.options)
export const onView = into(listenersById.views)
export const onClientView = onView as unknown as (ids: string, listener: Listener<ClientViewArgs>) => void
/** Listens to forms that are closed without being sent. */
export const onClosed = into(listenersById.closed)

/** @returns the function that gives ids their listener @throws Error an id has one */
function into<Args>(table: Map<string, Listener<Args>>): (ids: string | readonly string[], listener: Listener<Args>) => void {
  return (ids, listener) => {
    for (const id of [ids].flat()) {
      if (table.has(id)) throw new Error(`two listeners listen to ${id}`)
      table.set(id, listener)
    }
  }
}
