/** The part of the configuration about the mail server: complete, or absent. */
import { z } from 'zod'
import { parseUrl } from '../core/lib/http/parse-url.js'
import { isNear } from './writer.js'

/** `requireTls`: the name and password never travel over the open net without encryption. */
export type MailConfig = { url: string; from: string; requireTls: boolean }
export type MailVariables = { SMTP_URL?: string | undefined; MAIL_FROM?: string | undefined }

// messages of their own, so that they never contain the password
export const smtpUrl = z
  .string()
  .refine(isSmtp, 'must look like smtps://user:password@host:465, with %40 for @ and %2F for / in the name and the password')
export const mailFrom = z
  .string()
  .regex(
    /^(?:[^<>@\r\n"]{1,100} <[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/,
    'must be an address, such as Pins <pins@studio.com>',
  )

function isSmtp(text: string): boolean {
  const { protocol = '', hostname = '', pathname = '', search, hash, username = '', password = '' } = parseUrl(text) ?? {}
  try {
    decodeURIComponent(username + password)
  } catch {
    return false
  }
  return ['smtp:', 'smtps:'].includes(protocol) && hostname !== '' && ['', '/'].includes(pathname) && search === '' && hash === ''
}

export const toMail = ({ SMTP_URL: url, MAIL_FROM: from }: MailVariables): MailConfig | null =>
  url !== undefined && from !== undefined ? { url, from, requireTls: !isNear(new URL(url).hostname) } : null

/** Variables that mail lacks, once one of them is set. */
export const halfGivenMail = (given: MailVariables): [keyof MailVariables, string][] =>
  given.SMTP_URL || given.MAIL_FROM
    ? [
        ['SMTP_URL', 'mail goes out there. Set it, or leave MAIL_FROM out: then no mail is sent'],
        ['MAIL_FROM', 'mail goes out from it. Set it, or leave SMTP_URL out: then no mail is sent'],
      ]
    : []
