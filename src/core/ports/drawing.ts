/** The answer of a tool that Slack's own assistant gets with blocks. */
export type Drawing = {
  tool: string
  title: string
  /** null: of no account. */
  accountId: string | null
  result?: object
  /** Why there is no result. */
  error?: unknown
  /** The arguments of the button that does what the result shows; null: there is none. */
  press: string | null
}
