/** A tool as data: its description for models, its input, its work. */
import type { z } from 'zod'
import type { Caller } from './caller.js'
import type { Json } from './json-schema.js'

export type Hints = {
  /** Changes nothing. */
  isReadOnly?: true
  /** Cannot be undone, or is visible to other people at once: requires a confirmation. */
  isDestructive?: true
  /** Repeating it has no further effect. */
  isIdempotent?: true
  /** Sends requests to Pinterest. */
  isOpenWorld?: true
}

export type Tool = {
  name: string
  title: string
  description: string
  input: z.ZodObject
  /** Replaces the description that `input` yields. */
  inputJson?: Json
  /** The shape of the answer, which tests check. It is not published, because an agent would pay for it in every request. */
  output?: z.ZodObject
  hints: Hints
  /** True if the answer contains text of people and pages, which is passed as data between marks. */
  hasOthersText: boolean
  /** @param input normalized by the published schema and checked; the operation parses it by its own */
  run: (caller: Caller, input: Record<string, unknown>) => Promise<object>
}

type Defined<I extends z.ZodObject, O extends z.ZodObject> = Omit<
  Tool,
  'input' | 'inputJson' | 'output' | 'run' | 'hasOthersText'
> & {
  hasOthersText?: true
  input: I
  output: O
  run: (caller: Caller, input: z.input<I>) => Promise<z.input<O>>
}

export const defineTool = <I extends z.ZodObject, O extends z.ZodObject>({ run, ...tool }: Defined<I, O>): Tool => ({
  hasOthersText: false,
  ...tool,
  run: (caller, input) => run(caller, input as z.input<I>), // validated before the call
})
