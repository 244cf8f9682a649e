/** One request to the simulated platform, as an endpoint receives it. */
import type { FastifyReply } from 'fastify'
import type { Fault } from './faults/faults.js'
import type { Caller } from './oauth/callers.js'

export type SimulatedRequest = {
  caller: Caller
  now: Date
  params: Record<string, string>
  query: unknown
  body: unknown
  reply: FastifyReply
  /** A fault that the endpoint handles itself. */
  fault: Fault | undefined
}
