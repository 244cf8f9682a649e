/** The setup's dialog: prompts in a terminal, or lines where nobody can answer. */
import { isCancel, log, password, select, text } from '@clack/prompts'
import { SetupCancelled } from './setup-error.js'

export type Asking = { message: string; isSecret: boolean; initialValue: string }

export type Talk = {
  /** True if a person is there to answer. */
  canAsk: boolean
  say: (line: string) => void
  passed: (line: string) => void
  failed: (line: string) => void
  /** Prints the address on a separate line for copying. */
  link: (title: string, url: string) => void
  /**
   * @returns undefined if nobody can answer
   * @throws SetupCancelled
   */
  ask: (asking: Asking) => Promise<string | undefined>
  choose: (message: string, options: { value: string; label: string; hint: string }[]) => Promise<string | undefined>
}

export const inTerminal: Talk = {
  canAsk: true,
  say: (line) => log.info(line),
  passed: (line) => log.success(line),
  failed: (line) => log.error(line),
  link: (title, url) => {
    log.step(title)
    console.log(`\n${url}\n`) // without the prompts' frame, which would be copied as well
  },
  ask: async ({ message, isSecret, initialValue }) =>
    given(await (isSecret ? password({ message }) : text({ message, initialValue }))) ?? '',
  choose: async (message, options) => given(await select({ message, options })),
}

export const inLines: Talk = {
  canAsk: false,
  say: (line) => console.log(line),
  passed: (line) => console.log(`ok       ${line}`),
  failed: (line) => console.error(`PROBLEM  ${line}`),
  link: (title, url) => console.log(`${title}\n${url}`),
  ask: async () => undefined,
  choose: async () => undefined,
}

function given<T>(answer: T): Exclude<T, symbol> {
  if (isCancel(answer)) throw new SetupCancelled()
  return answer as Exclude<T, symbol> // the only symbol is that of a cancelled prompt
}
