/** Changes of many pins at their limits: five hundred of them, and a hundred that were chosen, with what people may have written. */
import { expect, test } from 'vitest'
import { chooseManyView, type Deed, DEEDS, type ManyStatus } from '../../blocks/bulk/choose.js'
import { fixManyView, type FixManyModel } from '../../blocks/bulk/fix.js'
import { manyDone, type ManyKind, type ManyRow } from '../../blocks/bulk/lines.js'
import { previewManyView } from '../../blocks/bulk/preview.js'
import { AT, keepsLimits, type NastyView } from './nasty.js'

const LATER = new Date(AT.getTime() + 86_400_000)
const LONG = '9'.repeat(18)
const WHENCE = {
  from: 'list',
  responseUrl: 'https://hooks.slack.com/'.padEnd(150, 'x'),
  list: 'l'.repeat(250),
  viewId: 'V123',
} as const

const pin = (words: string, more: Partial<ManyRow['was']> = {}) => ({
  id: '12',
  title: words === '' ? null : words.slice(0, 100),
  boardId: '101',
  boardName: words.slice(0, 180) || null,
  sendAt: AT,
  url: `https://shop.example.com/${'x'.repeat(2000)}`,
  status: 'queued' as const,
  ...more,
})
/** Two blocks of those that change and two of those that stay; all views take as long as they have rows. */
const rows = (words: string, count = 45): ManyRow[] =>
  Array.from({ length: count }, (_, index) =>
    index % 3 === 2
      ? { was: pin(words), then: pin(words), problem: words || 'No.' }
      : { was: pin(words), then: pin(words, { sendAt: LATER, boardId: '102', url: 'https://shop.example.com/other' }) },
  )
const KINDS: ManyKind[] = ['reschedule', 'unschedule', 'delete', 'edit']
const preview = (words: string, kind: ManyKind, shown: ManyRow[]) =>
  previewManyView({
    memory: {
      accountId: LONG,
      whence: WHENCE,
      which: { ids: Array(100).fill('9'.repeat(12)) as string[] },
      kind,
      seen: 's'.repeat(43),
    },
    rows: shown,
    matched: 12_345,
    account: words.slice(0, 100) || 'maker',
    problem: { sentence: words || 'No.' },
  })
const fix = (words: string, which: FixManyModel['fix'], more: Partial<FixManyModel> = {}) =>
  fixManyView({
    memory: { accountId: LONG, whence: WHENCE, reason: 'platform_rejected', seen: 's'.repeat(43), boardId: LONG },
    fix: which,
    board: { id: LONG, name: words.slice(0, 180) || 'Board' },
    rows: rows(words),
    titles: [],
    matched: 501,
    account: undefined,
    problem: { sentence: words || 'No.', field: 'boardId' },
    ...more,
  })

const views: NastyView[] = [
  ...(['draft', 'queued'] as ManyStatus[]).flatMap((status) =>
    (Object.keys(DEEDS) as Deed[]).map(
      (deed): NastyView => [
        `${deed} of ${status}`,
        'modal',
        (words) =>
          chooseManyView({
            memory: { accountId: LONG, whence: WHENCE, round: 3 },
            status,
            deed: status === 'draft' && deed === 'unschedule' ? 'delete' : deed,
            maySchedule: true,
            account: words.slice(0, 100) || 'maker',
          }),
      ],
    ),
  ),
  ...KINDS.map((kind): NastyView => [`preview of ${kind}`, 'modal', (words) => preview(words, kind, rows(words))]),
  ['preview of five hundred', 'modal', (words) => preview(words, 'edit', rows(words, 500))],
  ['a preview of nothing', 'modal', (words) => preview(words, 'delete', [])],
  ...(['board', 'section', 'words', 'connection', 'time'] as const).map(
    (which): NastyView => [`fix of ${which}`, 'modal', (words) => fix(words, which)],
  ),
  ['fix of five hundred', 'modal', (words) => fix(words, 'words', { rows: rows(words, 500) })],
  [
    'fix before the board is chosen',
    'modal',
    (words) =>
      fix(words, 'board', {
        rows: undefined,
        board: null,
        titles: Array.from({ length: 500 }, () => ({ title: words || null })),
      }),
  ],
]
keepsLimits(views, [])

const was = pin('Shelf', { status: 'draft', sendAt: null })

test('what was done is one sentence, and each reason why not is said once', () => {
  expect(
    manyDone('reschedule', [
      { was, then: { ...was, sendAt: AT } },
      { was, then: { ...was, sendAt: LATER } },
      { was, then: was, problem: 'Add a title.' },
      { was, then: was, problem: 'Add a title.' },
    ]),
  ).toMatch(/^Scheduled 2 pins, <!date\^.*> to <!date\^.*>\. Skipped 2 pins: Add a title\.$/)
  expect(manyDone('delete', [{ problem: 'It is gone.' }])).toBe('Nothing was changed. Skipped 1 pin: It is gone.')
  expect(manyDone('reschedule', [{ was: pin('Shelf'), then: pin('Shelf', { sendAt: LATER }) }])).toContain('Moved 1 pin')
})
