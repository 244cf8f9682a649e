/** How an endpoint of v5 is served: who calls and may they, what goes wrong on demand, headers, and answers that never come. */
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock, Db } from '../../core/ports.js'
import { requireCaller, type Caller, type Scope } from './callers.js'
import { isOwnCall, takeCallFault, type Call, type CallFault, type OwnCall } from './faults.js'
import { makeLimits, type Category } from './limits.js'
import { authenticationFailed, rateLimited, wentWrong } from './refusals.js'

export const FAULT_RESET_SECONDS = 30

export type V5 = { app: FastifyInstance; db: Db; clock: Clock; publicUrl: () => string; hang: (reply: FastifyReply) => void }
export type Asked = {
  caller: Caller
  now: Date
  params: Record<string, string>
  query: unknown
  body: unknown
  reply: FastifyReply
}
export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  url: string
  scopes: Scope[]
  /** Under which name faults know it. */
  call?: Call | OwnCall
  /** Whose limit it counts against; without one by its method. */
  category?: Category
}

/** Serves endpoints whose answer is a JSON body; a handler may set another status, or take the reply over. */
export function makeServe({ app, db, clock, hang }: V5) {
  const limits = makeLimits()
  return (endpoint: Endpoint, answer: (asked: Asked) => Promise<unknown>): void => {
    const { method, url, scopes, call, category = method === 'GET' ? 'org_read' : 'org_write' } = endpoint
    app.route({
      method,
      url,
      async handler(request, reply) {
        const now = clock()
        const { authorization } = request.headers
        const caller = await requireCaller(db.sql, { authorization, scopes, operation: call ?? '', now })
        void reply.headers(limits.count(caller.userId, category, now))
        if (call !== undefined && !isOwnCall(call) && caller.hasFaults) {
          const fault = await takeCallFault(db.sql, call)
          if (fault) return failCall(fault, () => hang(reply), reply)
        }
        return answer({ caller, now, params: stringsOf(request.params), query: request.query, body: request.body, reply })
      },
    })
  }
}
export type Serve = ReturnType<typeof makeServe>

/** @throws Refusal */
export function failCall(fault: CallFault, hang: () => void, reply: FastifyReply): FastifyReply {
  switch (fault) {
    case 'hang':
      hang()
      return reply
    case 'fail_500':
      throw wentWrong(500)
    case 'rate_limited':
      throw rateLimited(FAULT_RESET_SECONDS)
    case 'unauthorized':
      throw authenticationFailed()
  }
}

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
