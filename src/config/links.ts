/** The operator's own pages: addresses that the foot of every public page leads to. */
import { z } from 'zod'
import { parseUrl } from '../core/lib/http/parse-url.js'
import type { OperatorLinks } from '../core/ports/deps.js'

export type LinkVariables = {
  PRIVACY_URL?: string | undefined
  TERMS_URL?: string | undefined
  SUPPORT_URL?: string | undefined
}

const MAIL = /^[^\s<>@,?&]+@[^\s<>@,?&]+$/

/** A page that anybody may open. */
export const pageUrl = z.string().refine(isPage, 'must be an http or https address of a page, without a name or a password')
/** A page, or an address for mail. */
export const supportUrl = z
  .string()
  .refine((text) => MAIL.test(text) || isPage(text), 'must be an http or https address of a page, or an e-mail address')
  .transform((text) => (MAIL.test(text) ? `mailto:${text}` : text))

function isPage(text: string): boolean {
  const { protocol = '', username = '', password = '' } = parseUrl(text) ?? {}
  return ['http:', 'https:'].includes(protocol) && username === '' && password === ''
}

export const toLinks = ({ PRIVACY_URL: privacy, TERMS_URL: terms, SUPPORT_URL: support }: LinkVariables): OperatorLinks => ({
  ...(privacy !== undefined && { privacy }),
  ...(terms !== undefined && { terms }),
  ...(support !== undefined && { support }),
})
