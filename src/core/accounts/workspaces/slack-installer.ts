/** The installation of the app in Slack, as its pages see it; the Slack layer implements it. */
import type { IncomingMessage } from 'node:http'

/** Why nothing was installed. */
export type NotInstalled =
  /** The person declined. */
  | 'denied'
  /** The installation was not begun in this browser, or more than ten minutes ago. */
  | 'stateWrong'
  /** This answer installed it before: the page was reloaded. */
  | 'done'
  /** The one exchange for its state was already made. */
  | 'stateSpent'
  /** Too many exchanges for one address. */
  | 'tooMany'
  | 'codeMissing'
  | 'codeRefused'
  /** Slack does not know the app's own id, secret or address. */
  | 'appRefused'
  /** No bot: the requested scopes were not granted. */
  | 'noBot'
  | 'slackBusy'
  | 'slackDown'
  /** Slack granted it, but we could not store that. */
  | 'notKept'

export type Right = {
  scope: string
  /** What the right is needed for. */
  why: string
  /** What does not work without it, as a sentence. */
  without: string
  /** True when a workspace may refuse it. */
  isOptional?: true
}

export type Installing =
  | {
      kind: 'installed'
      /** The name of the workspace or enterprise. */
      name: string | null
      isEnterprise: boolean
      /** True when a new organization was created for it. */
      isNew: boolean
      /** Opens the app in Slack; for an enterprise, the choice of its workspaces. */
      openUrl: string
      /** Rights that were requested but not granted. */
      missing: readonly Right[]
    }
  /** `retryAfterSeconds`: set for tooMany. */
  | { kind: 'failed'; why: NotInstalled; retryAfterSeconds?: number }

export type SlackInstaller = {
  /** The rights that the app requests, with their reasons. */
  rights: readonly Right[]
  /** Returns the address to redirect to; `cookies` bind the answer to this browser. */
  begin(request: IncomingMessage): Promise<{ url: string; cookies: string[] }>
  /**
   * Completes the installation with Slack's answer. Never throws, and calls Slack once per state, over all processes.
   * @param takeExchange counts an exchange for the client's address; returns the seconds to wait when it exceeds the limit
   */
  finish(request: IncomingMessage, takeExchange: () => number | undefined): Promise<{ end: Installing; cookies: string[] }>
}
