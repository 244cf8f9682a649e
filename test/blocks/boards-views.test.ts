/** The boards and their forms: their limits with nasty values, and what who sees. */
import { expect, test } from 'vitest'
import { type BoardsModel, boardPages, boardsView, MOST_WORDS } from '../../blocks/boards/view.js'
import { EMPTY_BOARD, newBoardView, renameBoardView } from '../../blocks/boards/forms.js'
import { doneView } from '../../blocks/kit/sentence.js'
import {
  newSectionView,
  noSectionsView,
  sectionGoneText,
  sectionPages,
  type SectionsModel,
  sectionsView,
} from '../../blocks/boards/sections.js'
import { done, notDone } from '../../blocks/kit/banner.js'
import type { Board } from '../../src/core/boards/board.js'
import { AT, keepsLimits, manyAccounts } from './nasty.js'

const LONGEST_ID = '9'.repeat(40)
const below = (words: string) => ({ accountId: '9'.repeat(18), words: words.slice(0, MOST_WORDS), at: 475, round: 12 })

const board = (name: string, change: Partial<Board> = {}): Board => ({
  id: LONGEST_ID,
  name,
  description: name,
  privacy: 'secret',
  pinCount: 200_000,
  followerCount: 1_234_567,
  isCollaborator: false,
  pinsModifiedAt: null,
  defaultLink: null,
  ...change,
})
const boards = (words: string, change: Partial<BoardsModel> = {}): BoardsModel => ({
  memory: below(words),
  account: { id: '9'.repeat(18), username: words, tokenStatus: 'unauthorized' },
  accounts: manyAccounts(words),
  canConnect: true,
  canChange: true,
  all: 500,
  count: 500,
  isNearest: false,
  boards: Array.from({ length: boardPages.size }, (_, index) => board(words, { isCollaborator: index % 2 === 0 })),
  cachedAt: AT,
  now: new Date(AT.getTime() + 180_000),
  banner: done(words || 'Done.'),
  ...change,
})
const sections = (words: string, change: Partial<SectionsModel> = {}): SectionsModel => ({
  memory: { boardId: LONGEST_ID, at: 25, below: below(words) },
  board: board(words),
  canChange: true,
  sections: Array.from({ length: sectionPages.size }, () => ({ id: LONGEST_ID, name: words })),
  count: 500,
  banner: notDone(words || 'Not done.'),
  ...change,
})
const values = (words: string) => ({ name: words, description: words, defaultLink: words, privacy: 'secret' as const })
const problem = (words: string) => ({ sentence: words || 'No.', field: 'name' })
const seen = { name: 'x'.repeat(12), description: 'y'.repeat(12), defaultLink: 'z'.repeat(12) }
const renaming = (words: string) => ({ memory: { boardId: LONGEST_ID, seen, below: below(words) }, values: values(words) })

keepsLimits([
  ['boards', 'modal', (words) => boardsView(boards(words))],
  ['boards to be connected by others', 'modal', (words) => boardsView(boards(words, { canConnect: false }))],
  ['boards of others', 'modal', (words) => boardsView(boards(words, { canChange: false }))],
  ['nearest boards', 'modal', (words) => boardsView(boards(words, { isNearest: true, count: 5 }))],
  ['boards not read yet', 'modal', (words) => boardsView(boards(words, { boards: [], all: 0, count: 0, cachedAt: null }))],
  ['no boards', 'modal', (words) => boardsView(boards(words, { boards: [], all: 0, count: 0, banner: undefined }))],
  ['boards of an unknown privacy', 'modal', (words) => boardsView(boards('', { boards: [board(words, { privacy: words })] }))],
  ['new board', 'modal', (words) => newBoardView({ memory: { below: below(words) }, values: EMPTY_BOARD })],
  [
    'new board, refused',
    'modal',
    (words) =>
      newBoardView({
        memory: { below: below(words) },
        values: values(words),
        problem: problem(words),
        connects: { id: LONGEST_ID, username: words },
      }),
  ],
  ['rename board', 'modal', (words) => renameBoardView(renaming(words))],
  ['rename board, refused', 'modal', (words) => renameBoardView({ ...renaming(words), problem: problem(words) })],
  ['board saved', 'modal', (words) => doneView('Edit board', words || 'Saved.')],
  ['sections', 'modal', (words) => sectionsView(sections(words))],
  ['sections of others', 'modal', (words) => sectionsView(sections(words, { board: board(words, { isCollaborator: true }) }))],
  [
    'no sections',
    'modal',
    (words) => sectionsView(sections(words, { sections: [], count: 0, banner: undefined, canChange: false })),
  ],
  [
    'new section',
    'modal',
    (words) =>
      newSectionView({ memory: sections(words).memory, board: board(words), name: words, problem: problem(words.repeat(3)) }),
  ],
  ['no sections to be told', 'modal', (words) => noSectionsView(words || 'Gone.')],
  ['section gone', 'modal', (words) => sectionsView(sections(words, { banner: done(sectionGoneText(words, 1234)) }))],
])

const labelsOf = (view: object): string[] =>
  [...JSON.stringify(view).matchAll(/"type":"button","text":\{"type":"plain_text","text":"([^"]+)"/g)].map(([, label]) => label!)

test('500 boards are shown page by page, each page within Slack’s hundred blocks', () => {
  const first = boardsView(boards('x', { memory: { ...below(''), at: 0 } }))
  expect(first.blocks.length).toBeLessThanOrEqual(100)
  expect(labelsOf(first).slice(-2)).toEqual([`Next ${boardPages.size}`, 'Export CSV'])
  const last = boardsView(boards('x'))
  expect(JSON.stringify(last)).toContain('476 to 500 of 500')
  expect(labelsOf(last).slice(-2)).toEqual(['Back to the first', 'Export CSV'])
})

test('a board reads with its name, its counts and who sees it; the ids for programs stand below its sections', () => {
  const own = board('Kitchen ideas', { id: '101', pinCount: 1, followerCount: 0, privacy: 'public' })
  const shown = (change: Partial<Board>) => JSON.stringify(boardsView(boards('', { boards: [{ ...own, ...change }] })))
  expect(shown({})).toContain('*Kitchen ideas*\\n1 pin"')
  expect(shown({ privacy: 'secret' })).toContain('1 pin  ·  :lock: secret"')
  expect(shown({ isCollaborator: true })).toContain('1 pin  ·  shared with you"')
  expect(shown({})).not.toContain('`101`')
  const { blocks } = sectionsView({ ...sections('x'), board: own, sections: [{ id: '5', name: 'Shelves' }] })
  const above = JSON.stringify(blocks.slice(0, -1))
  expect([above.includes('*Shelves*'), above.includes('`5`')]).toEqual([true, false])
  expect(JSON.stringify(blocks.at(-1))).toContain('IDs for programs: Kitchen ideas `101` · Shelves `5`')
})

test('the menu of a board offers what its reader may do with it', () => {
  const own = [board('a')]
  const others = [board('a', { isCollaborator: true })]
  const menu = (change: Partial<BoardsModel>) => {
    const view = boardsView(boards('', { memory: { ...below(''), at: 0 }, canConnect: false, count: 1, ...change }))
    return [...JSON.stringify(view).matchAll(/"text":"([^"]+)","emoji":false\},"value":"(\w+):/g)].map(([, label]) => label)
  }
  const [rename, sections, fit, ideas] = ['Edit', 'Sections', 'Score for a keyword…', 'Find ideas…']
  expect(menu({ boards: own })).toEqual([rename, sections, fit, ideas])
  expect(menu({ boards: others })).toEqual([sections, fit, ideas])
  expect(menu({ boards: own, canChange: false })).toEqual([sections, ideas])
  expect(menu({ boards: others, canChange: false })).toEqual([sections, ideas])
})

test('the list says how old it is, but not below what was just done in it', () => {
  const head = (change: Partial<BoardsModel>) => JSON.stringify(boardsView(boards('x', change)).blocks.slice(0, 4))
  const account = { id: '1', username: 'maker', tokenStatus: 'authorized' as const }
  expect(head({ account, banner: undefined })).toContain('as of 3 minutes ago')
  expect(head({ account })).not.toContain('as of')
  expect(head({ account, cachedAt: null, all: 0 })).toContain('We’re loading the boards')
  expect(head({})).toContain('is disconnected')
})

test('sections of one’s own board are added and, after a question, deleted; those of others are looked at', () => {
  const own = sectionsView(
    sections('Shelves', {
      sections: [{ id: '1', name: 'Shelves' }],
      count: 1,
      memory: { boardId: '1', at: 0, below: below('') },
    }),
  )
  expect(labelsOf(own)).toEqual(['Add a section', 'Delete'])
  expect(JSON.stringify(own)).toContain('Delete “Shelves”? Its pins, drafts and scheduled pins move to the board itself')
  expect(
    labelsOf(
      sectionsView(
        sections('x', {
          board: board('x', { isCollaborator: true }),
          count: 1,
          memory: { boardId: '1', at: 0, below: below('') },
        }),
      ),
    ),
  ).toEqual([])
})

test.each([
  [0, '“Lamps” deleted.'],
  [1, '“Lamps” deleted. 1 of your drafts and scheduled pins moved to the board itself.'],
  [1200, '“Lamps” deleted. 1,200 of your drafts and scheduled pins moved to the board itself.'],
])('%i pins that were moved are told', (moved, sentence) => {
  expect(sectionGoneText('Lamps', moved)).toBe(sentence)
})

test('a sentence that is too long for an alert keeps its end', () => {
  const link = 'https://pinslot.test/connect/7'
  const sentence = `${'word '.repeat(45)}${link}`
  const view = newBoardView({ memory: { below: below('') }, values: EMPTY_BOARD, problem: { sentence } })
  expect(JSON.stringify(view.blocks[0])).toContain(link)
  expect(JSON.stringify(boardsView(boards('', { banner: notDone(sentence) })).blocks[0])).toContain(link)
})
