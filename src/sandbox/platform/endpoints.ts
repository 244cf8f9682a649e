/** Serves an endpoint of v5: authentication, scopes, injected faults, headers, and answers that never come. */
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock, Db } from '../../core/ports/deps.js'
import { mutateResponse } from './faults/mutate-response.js'
import { requireCaller, type App, type Scope } from './oauth/callers.js'
import { readLink } from './pins/create-body.js'
import { takeFault, type Call } from './faults/faults.js'
import { injectFault } from './faults/inject-fault.js'
import type { Category, makeLimits } from './faults/limits.js'
import { refusalOfStanding } from './faults/standings.js'
import { rateLimited, trialApp } from './faults/refusals.js'
import type { SimulatedRequest } from './simulated-request.js'

export type V5 = {
  app: FastifyInstance
  db: Db
  clock: Clock
  publicUrl: () => string
  apps: App[]
  limits: ReturnType<typeof makeLimits>
  hang: (reply: FastifyReply) => void
}
export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  url: string
  scopes: Scope[]
  call: Call
  /** The limit that it counts against; by default chosen by the method. */
  category?: Category
}

const MAKES_PINS: readonly Call[] = ['create_pin', 'save_pin']

/** Serves endpoints with a JSON answer; a handler may set another status (204: without a body), or take over the reply. */
export function makeServe({ app, db, clock, limits, hang }: V5) {
  return (endpoint: Endpoint, answer: (simulated: SimulatedRequest) => Promise<unknown>): void => {
    const { method, url, scopes, call, category = method === 'GET' ? 'org_read' : 'org_write' } = endpoint
    app.route({
      method,
      url,
      async handler(request, reply) {
        const now = clock()
        const { authorization } = request.headers
        const { params, query, body } = request
        const caller = await requireCaller(db.sql, { authorization, scopes, operation: call, now })
        const { headers, isOver, resetSeconds } = limits.count(caller.userId, category, {
          now,
          enforced: caller.switches.enforceLimits,
          isTrial: caller.switches.trialApp,
        })
        void reply.headers(headers)
        if (isOver) throw rateLimited(resetSeconds)
        if (caller.switches.trialApp && MAKES_PINS.includes(call)) throw trialApp()
        if (caller.standing !== null && category === 'org_write') throw refusalOfStanding(caller.standing)
        const fault = caller.hasFaults
          ? await takeFault(db.sql, call, { username: caller.username, link: readLink(body) })
          : undefined
        const simulated = { caller, now, params: stringsOf(params), query, body, reply, fault }
        const wrong = fault && injectFault(fault, { answer: () => answer(simulated), hang, reply })
        return wrong ?? mutateResponse(await answer(simulated), caller.switches)
      },
    })
  }
}
export type Serve = ReturnType<typeof makeServe>

const stringsOf = (params: FastifyRequest['params']): Record<string, string> =>
  Object.fromEntries(Object.entries(params ?? {}).map(([name, value]) => [name, String(value)]))

/** Keeps requests open until the client gives up, or this server closes. */
export function makeHang(app: FastifyInstance): (reply: FastifyReply) => void {
  const hanging = new Set<Socket>()
  app.addHook('preClose', (done) => {
    for (const socket of hanging) socket.destroy()
    done()
  })
  return (reply) => {
    const { socket } = reply.request.raw
    reply.hijack()
    if (socket.destroyed) return
    hanging.add(socket)
    socket.once('close', () => hanging.delete(socket))
  }
}
