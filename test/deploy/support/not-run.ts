import type { TestContext } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** Why this machine could not run the test, and what would let it. */
    notRun?: string
  }
}

/**
 * Ends a test that this machine cannot run. CI names it and the reason at its end.
 * @throws always: what skips the test
 */
export function notRun(context: TestContext, because: string): never {
  context.task.meta.notRun = because
  return context.skip(because)
}
