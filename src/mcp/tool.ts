/** A tool as data: what a model reads of it, what it takes, what it does. */
import type { z } from 'zod'
import type { Caller } from './caller.js'
import type { Json } from './json-schema.js'

export type Hints = {
  /** Nothing changes. */
  isReadOnly?: true
  /** What it does cannot be taken back, or other people see it at once: it needs `confirm`. */
  isDestructive?: true
  /** Done twice it is as done once. */
  isIdempotent?: true
  /** It asks Pinterest. */
  isOpenWorld?: true
}

export type Tool = {
  name: string
  title: string
  description: string
  input: z.ZodObject
  /** In place of the description that `input` gives. */
  inputJson?: Json
  /** What its answer holds: tests hold it to that. It is not published, since every turn of an agent would pay for it. */
  output?: z.ZodObject
  hints: Hints
  /** Its answer holds text of people and pages: it is given as data, with a mark where it begins and ends. */
  hasOthersText: boolean
  /** @param input read by what is published and checked against the schema; the operation reads it by its own. */
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
  run: (caller, input) => run(caller, input as z.input<I>), // checked before it is called
})
