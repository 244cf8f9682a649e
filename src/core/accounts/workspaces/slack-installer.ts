/** Installing the app in Slack, as its pages see it. The Slack side does it. */
import type { IncomingMessage } from 'node:http'

/** Why nothing was installed. */
export type NotInstalled =
  /** The person declined. */
  | 'denied'
  /** Not begun in this browser, or more than ten minutes ago. */
  | 'stateWrong'
  /** It was installed by this very answer before: somebody reloads the page. */
  | 'done'
  /** The one exchange of its state is taken. */
  | 'stateSpent'
  /** Too many exchanges for one address. */
  | 'tooMany'
  | 'codeMissing'
  | 'codeRefused'
  /** Slack does not know the app's own id, secret or address. */
  | 'appRefused'
  /** Without a bot: the requested scopes were not granted. */
  | 'noBot'
  | 'slackBusy'
  | 'slackDown'
  /** Slack has granted it, and we could not store that. */
  | 'notKept'

export type Right = {
  scope: string
  /** What it is asked for. */
  why: string
  /** What does not work without it, as a sentence. */
  without: string
}

export type Installing =
  | {
      kind: 'installed'
      /** Of the workspace or enterprise. */
      name: string | null
      isEnterprise: boolean
      /** A new organization was made for it. */
      isNew: boolean
      /** Where the app is found in Slack; of an enterprise, where its workspaces are chosen. */
      openUrl: string
      /** What the app asked for, and was not given. */
      missing: readonly Right[]
    }
  /** `retryAfterSeconds`: of `tooMany`. */
  | { kind: 'failed'; why: NotInstalled; retryAfterSeconds?: number }

export type SlackInstaller = {
  /** What the app asks for, and what for. */
  rights: readonly Right[]
  /** Where the person is redirected; `cookies` bind the answer to this browser. */
  begin(request: IncomingMessage): Promise<{ url: string; cookies: string[] }>
  /**
   * With what Slack sent back. Never throws: whatever happens has its end. Slack is called once for a state, over all processes.
   * @param takeExchange counts an exchange of the client's address; returns the seconds to wait, where that is one too many
   */
  finish(request: IncomingMessage, takeExchange: () => number | undefined): Promise<{ end: Installing; cookies: string[] }>
}
