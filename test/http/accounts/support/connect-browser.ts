/** The way of an account's holder with a browser: our pages, the simulated platform's consent page, and back. */
import { expect } from 'vitest'
import { createConnectLink } from '../../../../src/core/connections/link.js'
import type { FindPerson } from '../../../../src/core/accounts/keys/key-actor.js'
import type { Access, Actor } from '../../../../src/core/lib/actor.js'
import { makeConnectedReader } from '../../../../src/jobs/connected.js'
import type { Loop } from '../../../../src/jobs/loop.js'
import type { Log } from '../../../../src/core/ports/deps.js'
import type { Pool } from '../../../../src/db/pool.js'
import { addUser } from '../../../../src/sandbox/platform/seed-api.js'
import { startSimulator, type Simulator } from '../../../support/simulator.js'
import { START, type World } from '../../../support/world.js'
import { aServer, type Server } from '../../support/support.js'

export type Connecting = Server & {
  simulator: Simulator
  time: { now: Date }
  /** Every line of the log, as text. */
  logged: string[]
  /** Not started: reads what is due of connected accounts. */
  reader: Loop
  /** What Slack says of people at the moment, by `T1:U1`; of everybody else that they are admins. */
  people: Record<string, Access | 'gone'>
  findPerson: FindPerson
  /** The id of the world's account at the platform. */
  holder: string
}

/** One for a test file: the world's account is one of two that the platform knows. */
export async function aConnectingServer(db: Pool, { publicUrl = 'https://pinslot.test' } = {}): Promise<Connecting> {
  const time = { now: START }
  const simulator = await startSimulator(db, time)
  await addUser(db.sql, { id: '902', username: 'baker <b>&', displayName: 'B', isBusiness: false, createdAt: START })
  const logged: string[] = []
  const write = (fields: object, message: string) => void logged.push(`${message} ${JSON.stringify(fields)}`)
  const log: Log = { debug: write, info: write, warn: write, error: write }
  const parts = { platform: simulator.platform, clock: () => new Date(time.now), log }
  const people: Connecting['people'] = {}
  const findPerson: FindPerson = async ({ organizationId, teamId, userId }) => {
    const role = people[`${teamId}:${userId}`] ?? 'admin'
    return role === 'gone' ? role : { actor: { organizationId, via: 'slack', role, userId: `${teamId}:${userId}` } }
  }
  const server = await aServer(db, { parts, settings: { publicUrl }, findPerson })
  await db.sql`update accounts set platform_user_id = '901' where id = ${server.accountId}`
  const reader = makeConnectedReader(server.deps, { closeMs: 1000 })
  return { ...server, simulator, time, logged, reader, people, findPerson, holder: '901' }
}

export const anAdmin = ({ organizationId }: Pick<World, 'organizationId'>): Actor => ({
  organizationId,
  via: 'slack',
  role: 'admin',
  userId: 'T1:U1',
})

/** A path on our own server. */
export async function aLink(server: Connecting, accountId: string | null = server.accountId): Promise<string> {
  const { url } = await createConnectLink(server.deps, anAdmin(server), { accountId })
  return pathOf(server, url)
}

const pathOf = ({ deps }: Connecting, url: string) => {
  expect(url.startsWith(`${deps.settings.publicUrl}/`)).toBe(true)
  return url.slice(deps.settings.publicUrl.length)
}

export type Page = { status: number; text: string; headers: Record<string, unknown> }

/** Keeps cookies, follows nothing by itself. */
export function aBrowser(server: Connecting, from = '127.0.0.1') {
  const jar = new Map<string, string>()
  async function ask(method: 'GET' | 'POST', url: string, headers: Record<string, string> = {}): Promise<Page> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const sent = {
      ...(cookie && { cookie }),
      ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }),
      ...headers,
    }
    const response = await server.app.inject({
      remoteAddress: from,
      method,
      url,
      headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== '')), // an empty one is none
    })
    for (const set of [response.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (/Max-Age=0/.test(set)) jar.delete(name)
      else jar.set(name, value)
    }
    return { status: response.statusCode, text: response.payload, headers: response.headers }
  }
  const browser = {
    jar,
    get: (url: string, headers?: Record<string, string>) => ask('GET', url, headers),
    /** Presses the one button of a page. @returns where it leads */
    async press(path: string, headers?: Record<string, string>): Promise<string> {
      const { status, headers: answered } = await ask('POST', path, headers)
      expect(status).toBe(303)
      return String(answered['location'])
    },
    post: (path: string, headers?: Record<string, string>) => ask('POST', path, headers),
    /** The holder decides on the platform's page. @returns the path of ours that the platform leads back to */
    async decide(consentUrl: string, { as = server.holder, decision = 'allow', scopes = '' } = {}): Promise<string> {
      const asked = new URL(consentUrl)
      const fields = new URLSearchParams(asked.searchParams)
      if (scopes) fields.set('scope', scopes)
      fields.set('user_id', as)
      fields.set('decision', decision)
      const answer = await fetch(asked.origin + asked.pathname, { method: 'POST', body: fields, redirect: 'manual' })
      return pathOf(server, answer.headers.get('location') ?? `no way back: ${await answer.text()}`)
    },
    /** The whole way from a link to our last page. */
    async connect(path: string, decision: { as?: string; decision?: 'allow' | 'deny'; scopes?: string } = {}): Promise<Page> {
      return browser.get(await browser.decide(await browser.press(path), decision))
    },
  }
  return browser
}
