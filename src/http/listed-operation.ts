/** The operations of /v1 as data, for another entry point: the same checks, the same core calls, the same answers. */
import type { z } from 'zod'
import type { StoredAnswer } from '../core/idempotency.js'
import type { Actor } from '../core/lib/actor.js'
import type { Sql } from '../core/ports/deps.js'

declare module 'fastify' {
  interface FastifyInstance {
    /** Of this server, in the order of their routes. */
    operations: ListedOperation[]
  }
}

/** A request that did not come by /v1. Parameters and queries are text, as there. */
export type Asked = {
  actor: Actor
  /** Whose idempotency keys these are: `key:12`. */
  keyScope: string
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  /** Of a POST. */
  idempotencyKey?: string | undefined
  /** False once the client is gone. */
  isWanted?: () => boolean
  /** Judges the write at its end, in its transaction: what it throws takes the write back. Of operations that can be rehearsed. */
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
  /** Below /v1. */
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
  /** Its answer holds a secret. */
  isSecret: boolean
  canRehearse: boolean
  /** @throws DomainError the form of what is asked is wrong */
  check(asked: Asked): void
  /** @throws DomainError as /v1 refuses it */
  call(asked: Asked): Promise<Answered>
  /**
   * Does it and rolls it back.
   * @param look reads what else is of interest, before that
   * @throws DomainError as /v1 refuses it
   */
  rehearse<T>(asked: Asked, look: (sql: Sql) => Promise<T>): Promise<{ answered: Answered; seen: T }>
}
