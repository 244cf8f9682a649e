/** docs/platform-errors.md, made of what the rows found. */
import { shown, type Refused } from './wire-recorder.js'

export type RequestFound = {
  case: string
  asked: string
  sent: Refused[]
  v1: string
  slack: string
  told: string[]
}
export type PublishedFound = { case: string; sent: Refused[]; pin: string; told: string[] }

/** Several calls may be behind one answer; repeated text is shown once. */
const sentOf = (refused: Refused[]): string => [...new Set(refused.map((one) => `\`${one.call}\` ${shown(one)}`))].join('<br>')

const MOST = 200
const cell = (words: string): string =>
  (words.length > MOST * 3 ? `${words.slice(0, MOST)}…` : words).replaceAll('|', '\\|').replaceAll('\n', ' ')
const row = (...cells: string[]): string => `| ${cells.map(cell).join(' | ')} |`
const table = (heads: string[], rows: string[][]): string[] => [
  row(...heads),
  `|${heads.map(() => '---|').join('')}`,
  ...rows.map((cells) => row(...cells)),
]
const told = (messages: string[]): string => messages.join('<br>') || 'nothing'

export const errorPage = (asked: RequestFound[], published: PublishedFound[]): string =>
  [
    '# What the platform refuses, and what becomes of it',
    '',
    'Made by `test/platform/error-rows.test.ts`, which asks the simulated platform through the whole product and compares this page with what it',
    'found; `WRITE_DOCS=1 npx vitest run test/platform/error-rows.test.ts` rewrites it. The cases are those that Pinterest v5 is known for.',
    'What the platform sent stands here word by word: its HTTP status, its own code, its message.',
    '',
    '## While somebody waits',
    'What is read in Slack is what the person sees who asked; “channel” is that of the account, “staff” the channel of the operator of Pinslot.',
    '',
    ...table(
      ['Case', 'Asked for', 'The platform sent', '`/v1` answered', 'Slack said', 'Told besides'],
      asked.map((one) => [one.case, one.asked, sentOf(one.sent), one.v1, one.slack, told(one.told)]),
    ),
    '',
    '## When a pin goes out',
    'Nobody waits: what counts is what `GET /v1/accounts/{accountId}/posts/{postId}` says of the pin half an hour after its time, and what the',
    'team is told. One that is still queued then is tried for 24 hours.',
    '',
    ...table(
      ['Case', 'The platform sent', 'The pin', 'Told'],
      published.map((one) => [one.case, sentOf(one.sent), one.pin, told(one.told)]),
    ),
    '',
  ].join('\n')
