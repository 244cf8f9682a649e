/** Sends mail by the operator's server. */
import nodemailer from 'nodemailer'
import type { Log } from '../core/ports/deps.js'
import type { Mailer } from '../core/ports/mail.js'

export type MailerOptions = {
  /** smtp://user:password@host:587, or smtps:// for TLS from the start. */
  url: string
  from: string
  /** False only for servers of one's own network: others have to offer TLS. */
  requireTls: boolean
  log: Pick<Log, 'warn'>
}

/** The limit of each wait for the server: somebody looks at the page meanwhile. */
const STEP_MS = 5_000

export function makeMailer({ url, from, requireTls, log }: MailerOptions): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url)
  const transport = nodemailer.createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    secure: protocol === 'smtps:',
    requireTLS: requireTls,
    connectionTimeout: STEP_MS,
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    dnsTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(port !== '' && { port: Number(port) }),
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  })
  return {
    async send({ to, subject, text }) {
      try {
        await transport.sendMail({ from, to: { name: '', address: to }, subject, text })
        return 'sent'
      } catch (error) {
        const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number }
        log.warn({ code, command, responseCode }, 'a mail was not sent') // the message may name its recipient
        return command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500 ? 'refused' : 'away'
      }
    },
    check: async () => void (await transport.verify()),
  }
}
