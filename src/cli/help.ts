/** How the commands are written. */
import type { Command } from './command.js'

export const usageOf = ({ name, usage }: Command) => `npm run admin -- ${name} ${usage} [--json]`

/** What each does, and with which options. */
export const linesOf = (commands: readonly Command[]) =>
  commands.map((command) => `  ${command.name} ${command.usage}\n    ${command.summary}`).join('\n\n')

export function help(commands: readonly Command[]): string {
  return [
    "The operator's commands work on DATABASE_URL, or else on the database of the data folder (PINSLOT_DATA_DIR).",
    linesOf(commands),
    'With --json the answer is one JSON object on one line.',
    `Examples:\n${commands.flatMap(({ examples }) => examples.map((example) => `  npm run admin -- ${example}`)).join('\n')}`,
  ].join('\n\n')
}
