/** A file of pins at its limits: long names, many columns, all problems that are kept. */
import { EMPTY_CONTENT } from '../../src/core/posts/content.js'
import { importMessage, type ImportStage, LINES_SHOWN } from '../../blocks/imports/card.js'
import { importColumnsView, importProblemsView } from '../../blocks/imports/forms.js'
import type { ImportRef } from '../../blocks/imports/memory.js'
import { IMPORT_FIELDS } from '../../src/core/sources/imports/model.js'
import { AT, keepsLimits, type NastyView } from './nasty.js'

const refOf = (words: string): ImportRef => ({
  accountId: '9'.repeat(18),
  fileId: 'F0123456789',
  name: words.slice(0, 80) || 'plan.csv',
  mode: 'schedule',
  mapping: Object.fromEntries(IMPORT_FIELDS.map((field, index) => [field, 180 + index])),
  importId: '9'.repeat(18),
})
const errors = (words: string) =>
  Array.from({ length: 1000 }, (_, index) => ({
    line: index + 2,
    column: words.slice(0, 200) || 'Board',
    message: words || 'No.',
  }))
const columns = (words: string) => Array.from({ length: 200 }, () => words.slice(0, 300) || 'Column')
const imported = (words: string) => ({
  rows: 10_000,
  created: 5_000,
  failed: 5_000,
  notes: Array.from({ length: 20 }, () => words),
  errors: errors(words),
  status: 'success' as const,
  stoppedBecause: null,
})
const STAGES: [string, (words: string) => ImportStage][] = [
  ['refused', (words) => ({ kind: 'refused', sentence: words || 'No.', canMap: true })],
  ['unread times', (words) => ({ kind: 'unreadTimes', columns: columns(words) })],
  ['unknown', (words) => ({ kind: 'unknown', columns: columns(words) })],
  [
    'preview',
    (words) => ({
      kind: 'preview',
      otherMode: 'draft',
      mayCreateBoards: true,
      shown: '0123456789abcdef',
      boards: new Map([['101', words.slice(0, 180) || 'Board']]),
      preview: {
        ...imported(words),
        id: null,
        template: words.slice(0, 40) || 'Pinterest',
        notes: [words || 'Times are in UTC.', words || 'A note.'],
        mode: 'schedule',
        createdAt: AT,
        columns: IMPORT_FIELDS.map((field) => ({ name: words.slice(0, 300) || 'Column', field })),
        unknownColumns: columns(words),
        slots: Array.from({ length: LINES_SHOWN }, (_, index) => ({ line: index + 2, at: AT })),
        unknownBoards: Array.from({ length: 20 }, () => ({ name: words.slice(0, 180) || 'Board', lines: 10_000 })),
        sample: Array.from({ length: LINES_SHOWN }, (_, index) => ({
          line: index + 2,
          post: {
            ...EMPTY_CONTENT,
            title: words || null,
            description: words || null,
            url: 'https://shop.example.com/',
            altText: null,
            board: index % 3 === 0 ? null : { boardId: '101', boardSectionId: null },
            media: { kind: 'url' as const, url: `https://pictures.test/${'x'.repeat(400)}`, mediaType: 'image' as const },
            carouselItems: [],
            when: index % 2 === 0 ? { kind: 'at' as const, at: AT } : { kind: 'draft' as const },
          },
        })),
      },
    }),
  ],
  ['running', (words) => ({ kind: 'running', import: imported(words) })],
  ['over', (words) => ({ kind: 'over', import: imported(words) })],
  ['over, as it was cancelled', (words) => ({ kind: 'over', import: { ...imported(words), stoppedBecause: 'cancelled' } })],
  ['over, with nothing', (words) => ({ kind: 'over', import: { ...imported(words), created: 0 } })],
]
const place = { channel: 'D'.padEnd(11, '0'), ts: '1772445600.000001' }

const views: NastyView[] = [
  ...STAGES.map(
    ([name, stage]): NastyView => [
      `import, ${name}`,
      'message',
      (words) => importMessage({ ref: refOf(words), account: words.slice(0, 100) || 'maker', stage: stage(words) }),
    ],
  ),
  [
    'columns of an import',
    'modal',
    (words) =>
      importColumnsView(
        { ref: refOf(words), place },
        columns(words).map((name, index) => ({ name, field: index === 3 ? 'mediaUrl' : null })),
      ),
  ],
  ['problems of an import', 'modal', (words) => importProblemsView({ ref: refOf(words), at: 40 }, errors(words), 5_000)],
]
keepsLimits(views, ['<https://pictures.test/'])
