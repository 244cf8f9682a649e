/** The program's own name, for the audit and the cards: from this request, or from the beginning of its session. */
import { CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { AGENT_LENGTH } from '../http/auth.js'

const info = z.object({ name: z.string().min(1), version: z.string().optional() })
const message = z.object({
  method: z.string(),
  params: z
    .looseObject({ clientInfo: info.optional().catch(undefined), _meta: z.looseObject({}).optional().catch(undefined) })
    .optional()
    .catch(undefined),
})

/**
 * A program of the protocol of 2025 sends its name once. Its session id is that name, because there is no other session state.
 */
export const SESSION_HEADER = 'mcp-session-id'
const MOST_SESSION = 1000

type Said = { agent: string | undefined; session?: string }

/** @returns `session`: to be sent with the answer */
export function agentOf(
  body: unknown,
  headers: { [SESSION_HEADER]?: string | string[] | undefined; 'user-agent'?: string | undefined },
): Said {
  const { method, params } = message.safeParse(body).data ?? {}
  const said = nameOf(info.safeParse(params?._meta?.[CLIENT_INFO_META_KEY]).data)
  if (said !== undefined) return { agent: said }
  const begun = method === 'initialize' ? nameOf(params?.clientInfo) : undefined
  if (begun !== undefined) return { agent: begun, session: Buffer.from(begun).toString('base64url') }
  return { agent: ofSession(headers[SESSION_HEADER]) ?? headers['user-agent']?.slice(0, AGENT_LENGTH) }
}

function ofSession(session: string | string[] | undefined): string | undefined {
  if (typeof session !== 'string' || session.length > MOST_SESSION || !/^[\w-]+$/.test(session)) return undefined
  return clean(Buffer.from(session, 'base64url').toString())
}

const nameOf = (given: z.output<typeof info> | undefined) =>
  given && clean(given.version === undefined ? given.name : `${given.name}/${given.version}`)

/** Makes the name one line and no longer than the audit stores. */
function clean(name: string): string | undefined {
  const text = name
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
  return text === '' ? undefined : text.slice(0, AGENT_LENGTH).toWellFormed()
}
