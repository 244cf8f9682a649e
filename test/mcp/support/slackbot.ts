/** Slack's own assistant as it meets /mcp/slack: signed requests that name a person, and the buttons of its answers. */
import { createHmac } from 'node:crypto'
import { beforeEach, expect } from 'vitest'
import { checkLimits } from '../../../blocks/limits/limits.js'
import type { Pool } from '../../../src/db/pool.js'
import { buildServer } from '../../../src/http/server.js'
import { makeMcpEntryPoint } from '../../../src/mcp/entry-point.js'
import { teamId, users } from '../../../src/sandbox/slack/ids.js'
import { SIGNING_SECRET, type Team } from '../../slack/support/a-team.js'
import { closeBefore } from '../../support/database.js'

export type Asked = {
  method?: string
  params?: object
  slack?: object
  secret?: string
  secondsAgo?: number
  tampered?: string
  session?: string
}
export type Block = { type: string } & Record<string, unknown>
export type Tool = { name: string; inputSchema: { properties: Record<string, unknown> }; _meta?: object }
type Answer = {
  result?: {
    structuredContent: Record<string, unknown>
    isError?: boolean
    tools?: Tool[]
    _meta?: { slack: { blocks: Block[] } }
  }
}

export const ada = { user_id: users.admin, team_id: teamId, enterprise_id: null }
export const milo = { user_id: users.member, team_id: teamId }

export function aSlackbot(team: { current: Team }, db: Pool) {
  let server: Awaited<ReturnType<typeof buildServer>>
  beforeEach(async () => {
    const { deps, app } = team.current
    server = await buildServer(deps, {
      entryPoints: [makeMcpEntryPoint(deps, { version: '1.0.0', ...(app.identity && { slack: app.identity }) })],
    })
    closeBefore(db, () => server.close())
  })

  async function ask({ method = 'tools/call', params = {}, slack, secret = SIGNING_SECRET, ...how }: Asked) {
    const { secondsAgo = 0, tampered = '', session } = how
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, ...(slack && { _meta: { slack } }) } })
    const timestamp = String(Math.floor(Date.now() / 1000) - secondsAgo)
    const signature = `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`
    const response = await server.inject({
      method: 'POST',
      url: '/mcp/slack',
      payload: body + tampered,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'x-slack-request-timestamp': timestamp,
        'x-slack-signature': signature,
        'user-agent': 'Slackbot',
        ...(session !== undefined && { 'mcp-session-id': session }),
      },
    })
    const text = response.payload.replace(/^event: message\ndata: /, '').trim()
    const given = response.headers['mcp-session-id']
    return {
      status: response.statusCode,
      text,
      answer: JSON.parse(text) as Answer,
      session: typeof given === 'string' ? given : undefined,
    }
  }

  /** Begins as Slack does, saying that it shows blocks. */
  async function begin(extensions: object = { 'io.slack/block-kit': { mimeTypes: ['application/vnd.slack.blocks+json'] } }) {
    const params = { protocolVersion: '2025-06-18', clientInfo: { name: 'Slackbot' }, capabilities: { extensions } }
    return (await ask({ method: 'initialize', params })).session
  }

  /** Calls a tool for a person who sees blocks. */
  async function call(name: string, args: object, slack: object = ada, session?: string) {
    const { answer } = await ask({ params: { name, arguments: args }, slack, session: session ?? (await begin()) ?? '' })
    const { structuredContent: result, isError = false, _meta } = answer.result!
    return { result, isError, text: JSON.stringify(answer.result!), blocks: _meta?.slack.blocks }
  }

  /** Presses a button, or takes an option of a select, as Slack does: it calls the tool of its action with the arguments of its value. */
  async function press({ action_id: id, value }: Element, slack: object = ada) {
    return call(id.replace('tool:', ''), JSON.parse(value) as object, slack)
  }

  return { ask, begin, call, press, server: () => server }
}

export type Element = { type: string; action_id: string; value: string; text: { text: string }; options?: { value: string }[] }

/** The buttons and selects of blocks. */
export const elementsOf = (blocks: Block[] = []): Element[] =>
  blocks.flatMap(({ type, elements }) => (type === 'actions' ? (elements as Element[]) : []))

export function buttonOf(blocks: Block[] | undefined, words: string): Element {
  const found = elementsOf(blocks).find(({ text }) => text.text === words)
  if (!found) throw new Error(`no button “${words}” in ${JSON.stringify(blocks)}`)
  return found
}

/** What Slack's assistant takes, by its documentation of 2026-09: it drops the whole answer for anything else. */
const TAKEN = ['actions', 'card', 'carousel', 'context', 'divider', 'header', 'section', 'image']

export function requireTaken(blocks: Block[] | undefined, tools: readonly Tool[]): void {
  expect(blocks).toBeDefined()
  expect(checkLimits({ text: 'shown', blocks }, 'message')).toEqual([])
  for (const block of blocks!) expect(TAKEN).toContain(block.type)
  for (const url of JSON.stringify(blocks).match(/"image_url":"[^"]*/g) ?? []) expect(url).toContain('"https://')
  for (const block of blocks!) {
    const elements = elementsOf([block])
    expect(new Set(elements.map(({ action_id: id }) => id)).size).toBe(elements.length)
    for (const { action_id: id, value, options } of elements) {
      const tool = tools.find(({ name }) => `tool:${name}` === id)!
      for (const each of options?.map((option) => option.value) ?? [value])
        expect(Object.keys(tool.inputSchema.properties)).toEqual(expect.arrayContaining(Object.keys(JSON.parse(each) as object)))
    }
  }
  for (const markup of JSON.stringify(blocks).match(/"type":"mrkdwn","text":"[^"]*/g) ?? [])
    expect(markup).not.toContain('<!channel>')
}
