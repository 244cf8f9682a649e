/** The operations of /v1 as data for another entry point, with the same checks, core calls and answers. */
import type { z } from 'zod'
import type { StoredAnswer } from '../core/idempotency.js'
import type { Actor } from '../core/lib/actor.js'
import type { Sql } from '../core/ports/deps.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** The operations of this server, in the order of their routes. */
    operations: ListedOperation[]
  }
}

/** A call that did not come through /v1. Parameters and queries are text, as there. */
export type Asked = {
  actor: Actor
  /** The owner of idempotency keys: `key:12`. */
  keyScope: string
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  /** The key of a POST; other methods have none. */
  idempotencyKey?: string | undefined
  /** False once the client is gone. */
  isWanted?: () => boolean
  /** Checks a write at the end of its transaction; what it throws rolls the write back. For operations that can be rehearsed. */
  judge?: Judge | undefined
}
export type Judge = (sql: Sql, answer: StoredAnswer) => Promise<void> | void

export type Answered = StoredAnswer & {
  location?: string
  /** The answer of an earlier request with this idempotency key. */
  isReplayed: boolean
}

export type ListedOperation = {
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path below /v1. */
  url: string
  tag: string
  summary: string
  description?: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  data: z.ZodType
  meta?: z.ZodObject
  writes: boolean
  /** True if the answer contains a secret. */
  isSecret: boolean
  canRehearse: boolean
  /** @throws DomainError if the form of the call is wrong */
  check(asked: Asked): void
  /** @throws DomainError as /v1 refuses the call */
  call(asked: Asked): Promise<Answered>
  /**
   * Executes the call and rolls it back.
   * @param look reads further results before the rollback
   * @throws DomainError as /v1 refuses the call
   */
  rehearse<T>(asked: Asked, look: (sql: Sql) => Promise<T>): Promise<{ answered: Answered; seen: T }>
}
