/** Mail to people outside Slack: types only. */

export type Mail = { to: string; subject: string; text: string }

/** `refused`: the server takes nothing for this recipient · `away`: it cannot be reached, or takes nothing from us now. */
export type MailSent = 'sent' | 'refused' | 'away'

export type Mailer = {
  /** Sends one message. Never rejects, keeps nothing, and names no address. */
  send(mail: Mail): Promise<MailSent>
  /** Signs in without sending. @throws Error why that fails, without a secret */
  check(): Promise<void>
}
