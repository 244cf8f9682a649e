/** The shapes of calls, from the generated types of the document. */
import type { operations } from './generated/document.js'
import type { OPERATIONS } from './generated/operations.js'

export type OperationId = keyof typeof OPERATIONS

type Parameters<Id extends OperationId> = operations[Id]['parameters']
type Json = 'application/json'

type PathPart<Id extends OperationId> = Parameters<Id> extends { path: infer Path } ? Path : unknown

type QueryPart<Id extends OperationId> =
  Parameters<Id> extends { query: infer Query }
    ? { query: Query }
    : Parameters<Id> extends { query?: infer Query }
      ? [Exclude<Query, undefined>] extends [never]
        ? unknown
        : { query?: Exclude<Query, undefined> }
      : unknown

type BodyPart<Id extends OperationId> = operations[Id] extends { requestBody: { content: Record<Json, infer Body> } }
  ? { body: Body }
  : operations[Id] extends { requestBody?: infer Optional }
    ? Exclude<Optional, undefined> extends { content: Record<Json, infer Body> }
      ? [Exclude<Optional, undefined>] extends [never]
        ? unknown
        : { body?: Body }
      : unknown
    : unknown

type Flat<T> = { [Key in keyof T]: T[Key] }

/** What an operation takes: its path parameters by name, beside `query` and `body`. */
export type Args<Id extends OperationId> = Flat<PathPart<Id> & QueryPart<Id> & BodyPart<Id>>

/** Of a file: its text. */
export type CsvAnswer = { data: string; meta: { requestId: string } }

type Responses<Id extends OperationId> = operations[Id]['responses']
type Successes<Id extends OperationId> = {
  [Status in keyof Responses<Id> & (200 | 201 | 202)]: Responses<Id>[Status] extends { content: Record<Json, infer Body> }
    ? Body
    : Responses<Id>[Status] extends { content: Record<'text/csv', string> }
      ? CsvAnswer
      : never
}[keyof Responses<Id> & (200 | 201 | 202)]

/** An answer as the contract has it, with its status and headers beside it. */
export type Answer<Id extends OperationId> = Successes<Id> & { status: number; headers: Headers }

/** What `data` of an operation holds. */
export type Data<Id extends OperationId> = Successes<Id> extends { data: infer Found } ? Found : never

export type CallOptions = {
  /** Of a POST: your own, where your process may end and the next one sends the request again. Otherwise each call has a new one. */
  idempotencyKey?: string
  signal?: AbortSignal
}

export type Methods = {
  [Id in OperationId]: Record<never, never> extends Args<Id>
    ? (args?: Args<Id>, options?: CallOptions) => Promise<Answer<Id>>
    : (args: Args<Id>, options?: CallOptions) => Promise<Answer<Id>>
}

/** Operations whose answer has a cursor to the next page. */
export type PagedId = {
  [Id in OperationId]: Data<Id> extends { cursor: string | null } ? Id : never
}[OperationId]

/** One of the list of a page. */
export type Item<Id extends PagedId> = {
  [Key in keyof Data<Id>]: Data<Id>[Key] extends (infer One)[] ? One : never
}[keyof Data<Id>]
