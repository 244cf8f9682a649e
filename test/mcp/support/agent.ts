/** An agent as it meets /mcp: the official clients, over real HTTP, on the real server. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { createApiKey } from '../../../src/core/accounts/keys/create.js'
import type { KeyRole } from '../../../src/core/lib/actor.js'
import type { Pool } from '../../../src/db/pool.js'
import { makeMcpEntryPoint } from '../../../src/mcp/entry-point.js'
import { closeBefore } from '../../support/database.js'
import { aServer, type Server } from '../../http/support/support.js'
import { OUTPUTS } from './outputs.js'

export type Pin = {
  postId: string
  state: string
  title: string
  description: string
  sendAt: string | null
  pinterestUrl?: string
}
export type Approval = { approvalId: string; state: string; reason?: string }

/** What results hold, each some of it. That it is so is checked against the schemas of outputs.ts. */
export type Result = {
  done: boolean
  confirm: string
  next: string
  accountId: string
  timezone: string
  pin: Pin
  pins: Pin[]
  price: { amount: number }
  warnings: { code: string }[]
  approval: Approval
  approvals: Approval[]
  comments: { text: string; audience: string }[]
  slot: { timeslotId: string }
  slots: object[]
  schedule: { at: string; postId?: string }[]
  to: string
  boards: { boardId: string }[]
  accounts: object[]
  days: { date: string; isComplete: boolean }[]
  isComplete: boolean
  fit: string
  nextCursor?: string
  nextFrom?: string
}

/** What a tool said: its structure, or the refusal in it. */
export type Said = { result: Result; error?: undefined; text: string } | { result?: undefined; error: Refused; text: string }
export type Refused = {
  code: string
  reason?: string
  field?: string
  message: string
  next: string
  requestId: string
  resolveUrl?: string
}
export type Agent = {
  client: Client
  /** @throws Error what never reached a tool */
  call: (name: string, input?: Record<string, unknown>) => Promise<Said>
  /** The result of a call that has to succeed. */
  done: (name: string, input?: Record<string, unknown>) => Promise<Result>
}
export type McpServer = Server & { url: string }

export async function anMcpServer(db: Pool, options: Parameters<typeof aServer>[1] = {}): Promise<McpServer> {
  const server = await aServer(db, { ...options, entryPoints: (deps) => [makeMcpEntryPoint(deps, { version: '1.2.3' })] })
  return { ...server, url: await server.app.listen({ host: '127.0.0.1', port: 0 }) }
}

/** A key of this role on the account. @param accountIds null: on all of them */
export async function aKey({ deps, actor, accountId }: Server, role: KeyRole, accountIds: string[] | null = [accountId]) {
  return createApiKey(deps, actor, { name: `The ${role}`, role, ...(accountIds && { accountIds }) })
}

type CallResult = { isError?: unknown; content?: unknown; structuredContent?: unknown }

function said({ isError, content, structuredContent }: CallResult): Said {
  const [{ text }] = content as [{ text: string }]
  if (isError === true) return { error: (JSON.parse(text) as { error: Refused }).error, text }
  return { result: structuredContent as Result, text }
}

const talking = (callTool: (request: { name: string; arguments: Record<string, unknown> }) => Promise<CallResult>) => {
  const call = async (name: string, input: Record<string, unknown> = {}) => {
    const answer = said(await callTool({ name, arguments: input }))
    if (answer.result) OUTPUTS[name]?.parse(answer.result)
    return answer
  }
  return {
    call,
    done: async (name: string, input: Record<string, unknown> = {}) => {
      const { result, error } = await call(name, input)
      if (!result) throw new Error(`${name} was refused: ${JSON.stringify(error)}`)
      return result
    },
  }
}

/** The client of today. @param address with the query that is to be tried */
export async function anAgent(
  db: Pool,
  address: string,
  key: string,
  info = { name: 'test-agent', version: '4.5' },
): Promise<Agent> {
  const client = new Client(info, { versionNegotiation: { mode: 'auto' } })
  const headers = { authorization: `Bearer ${key}` }
  await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }))
  await client.listTools() // as a host does
  closeBefore(db, () => client.close())
  return { client, ...talking(async (request) => client.callTool(request)) }
}

/** A client of the protocol of 2025. */
export async function anOldAgent(db: Pool, address: string, key: string, info = { name: 'old-agent', version: '0.9' }) {
  const client = new OldClient(info)
  const headers = { authorization: `Bearer ${key}` }
  const transport = new OldTransport(new URL(address), { requestInit: { headers } })
  await client.connect(transport) // its own types disagree about optional fields
  await client.listTools()
  closeBefore(db, () => client.close())
  return { client, ...talking(async (request) => (await client.callTool(request)) as CallResult) }
}
