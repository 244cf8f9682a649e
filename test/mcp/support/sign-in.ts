/** A browser and a program that sign in, over real HTTP, at a server whose people are in a local Slack. */
import { createHash, randomBytes } from 'node:crypto'
import { afterAll } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { buildServer } from '../../../src/http/server.js'
import { makeMcpEntryPoint } from '../../../src/mcp/entry-point.js'
import type { Deps } from '../../../src/core/ports/deps.js'
import { textOn, type Team } from '../../slack/support/a-team.js'
import type { SlackUser } from '../../support/slack-user.js'

const open: FastifyInstance[] = []
export type SignInServer = { url: string; app: FastifyInstance }

/** The service at its public address, which is the one it listens on. */
export async function aSignInServer({ deps, app }: Team, parts: Partial<Deps> = {}): Promise<SignInServer> {
  let url = 'http://127.0.0.1:1'
  const settings = {
    ...deps.settings,
    get publicUrl() {
      return url
    },
  }
  const all = { ...deps, ...parts, settings }
  const server = await buildServer(all, {
    findPerson: app.findPerson,
    entryPoints: [makeMcpEntryPoint(all, { version: '1.2.3' })],
  })
  open.push(server)
  url = await server.listen({ host: '127.0.0.1', port: 0 })
  return { url, app: server }
}
afterAll(async () => {
  for (const server of open) await server.close()
})

export const CALLBACK = 'http://127.0.0.1:7777/callback'

export async function register(url: string, body: object = { client_name: 'Claude', redirect_uris: [CALLBACK] }) {
  const answer = await fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, string> }
}

export type Pkce = { verifier: string; challenge: string }
export function pkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

export const authorizeUrl = (url: string, params: Record<string, string>): string =>
  `${url}/oauth/authorize?${new URLSearchParams(params).toString()}`

export const asked = (url: string, clientId: string, { challenge }: Pkce, others: Record<string, string> = {}) => ({
  response_type: 'code',
  client_id: clientId,
  redirect_uri: CALLBACK,
  code_challenge: challenge,
  code_challenge_method: 'S256',
  state: 'the-state',
  resource: `${url}/mcp`,
  ...others,
})

export type Browser = {
  cookie: string
  /** Of the page with the code. */
  page: string
  code: string
  send: (form: Record<string, string>) => Promise<{ status: number; location: string | null; text: string }>
}

/** Opens the address as a person does, and presses “Continue”. */
export async function aBrowser(url: string, address: string): Promise<Browser> {
  const continued = await fetch(address, { method: 'POST', redirect: 'manual', headers: { 'sec-fetch-site': 'same-origin' } })
  const location = continued.headers.get('location') ?? ''
  const cookie = (continued.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const page = new URL(location, url).href
  const text = await (await fetch(page, { headers: { cookie } })).text()
  const code = /\/pin agent ([A-Z]{4}-[A-Z]{4})/.exec(text)?.[1] ?? `no code: ${continued.status} ${location} ${text}`
  const send: Browser['send'] = async (form) => {
    const answer = await fetch(page, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams(form),
    })
    return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() }
  }
  return { cookie, page, code, send }
}

/** Allows it in Slack. @returns the number for the browser */
export async function allow(person: SlackUser, code: string, access?: string): Promise<string> {
  await person.command(`/pin agent ${code}`)
  if (access !== undefined) await person.fill({ 'What it may do': access })
  const shown = textOn((await person.submit()).modal?.blocks)
  return /\d{3} \d{3}/.exec(shown)?.[0] ?? `no number: ${shown}`
}

export type TokenAnswer = { status: number; body: { access_token: string; refresh_token: string; scope: string; error?: string } }

export async function askToken(url: string, form: Record<string, string> | string, path = 'token'): Promise<TokenAnswer> {
  const answer = await fetch(`${url}/oauth/${path}`, { method: 'POST', body: new URLSearchParams(form) })
  return { status: answer.status, body: (await answer.json()) as TokenAnswer['body'] }
}

export type SignedIn = TokenAnswer['body'] & { clientId: string; code: string; exchange: Record<string, string> }

/** Does all of it. */
export async function signIn(
  url: string,
  person: SlackUser,
  { access, others }: { access?: string; others?: Record<string, string> } = {},
): Promise<SignedIn> {
  const { body } = await register(url)
  const clientId = body['client_id'] ?? ''
  const proof = pkce()
  const browser = await aBrowser(url, authorizeUrl(url, asked(url, clientId, proof, others)))
  const number = await allow(person, browser.code, access)
  const { location } = await browser.send({ number })
  const code = new URL(location ?? 'about:blank').searchParams.get('code') ?? `no code: ${location}`
  const exchange = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
    client_id: clientId,
    code_verifier: proof.verifier,
    resource: `${url}/mcp`,
  }
  const tokens = await askToken(url, exchange)
  return { ...tokens.body, clientId, code, exchange }
}

export async function callMcp(url: string, token: string, method = 'tools/list', params: object = {}, path = '/mcp') {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

export const tool = async (url: string, token: string, name: string, input: object = {}) =>
  callMcp(url, token, 'tools/call', { name, arguments: input })
