/** How the simulated platform is brought to refuse: by a fault, by what it has, or word by word where it never says so by itself. */
import type { FaultInput } from '../../../src/sandbox/platform/faults/faults.js'
import type { ErrorStack } from './error-stack.js'
import type { Said } from './wire-recorder.js'

export type Sends = { faults?: FaultInput[]; says?: Said[]; has?: (stack: ErrorStack) => Promise<unknown> }

/** Enough for both entry points, and for repetitions. */
const ALWAYS = 50

type Operation = FaultInput['operation']
/** Of the shape that has this operation among its own. */
type FaultOf<O extends Operation, F = FaultInput> = F extends { operation: infer P; fault: infer Named }
  ? O extends P
    ? Named
    : never
  : never

export const fault = <O extends Operation>(operation: O, name: FaultOf<O>, times = ALWAYS): Sends => ({
  faults: [{ operation, fault: name, times } as FaultInput], // the pair is one that the simulator knows, by FaultOf
})

export const says = (method: string, path: RegExp, status: number, code: number, message: string): Sends => ({
  says: [{ method, path, status, code, message }],
})

export const has = (change: (deps: ErrorStack['team']['current']['deps']) => Promise<unknown>): Sends => ({
  has: ({ team }) => change(team.current.deps),
})

export async function arrange(stack: ErrorStack, { faults = [], says: words = [], has: change }: Sends): Promise<void> {
  await change?.(stack)
  for (const one of faults) await stack.simulator.fault(one)
  for (const one of words) stack.recorder.say(one)
}
