/** The sections of a board, deleting one, and the form for a new one. */
import { type SectionsMemory, sectionsMemory } from './memory.js'
import type { AnyBlock, Button, ContextBlock, ModalView } from '@slack/types'
import type { Board, BoardSection } from '../../src/core/boards/board.js'
import { asRefused, nameInput, type Refused } from './forms.js'
import { factsOf, idOf, quoted } from './text.js'
import { actions, button, context, divider, escape, form, inline, md, section, text } from '../kit/kit.js'
import { counted, whole } from '../kit/numbers.js'
import { pageButtons, type PagedList } from '../kit/paging.js'
import { type Banner, bannerBlocks } from '../kit/banner.js'

export const action = {
  sectionsPage: 'sections_page',
  sectionsFirst: 'sections_first',
  newSection: 'new_section',
  deleteSection: 'delete_section',
} as const
export const view = { boardSections: 'board_sections', newSection: 'new_section' } as const

/** One row each, within the 100 blocks of a form. */
export const sectionPages: PagedList = { size: 25, next: action.sectionsPage, first: action.sectionsFirst, label: 'sections' }

export type SectionsModel = {
  memory: SectionsMemory
  board: Board
  /** Whether the reader may change boards. */
  canChange: boolean
  /** The sections of the current page. */
  sections: BoardSection[]
  count: number
  banner?: Banner | undefined
}

export function sectionsView(model: SectionsModel): ModalView {
  const { memory, board, canChange, sections, count, banner } = model
  const isOwn = canChange && !board.isCollaborator
  return {
    type: 'modal',
    callback_id: view.boardSections,
    title: text('Sections', 24),
    close: text('Back', 24),
    private_metadata: sectionsMemory.write(memory),
    blocks: [
      ...bannerBlocks(banner),
      section(`*${inline(board.name)}*\n${factsOf(board)}`),
      divider(),
      section(
        count === 0 ? 'No sections.' : `*${counted(count, 'section')}*`,
        isOwn ? button({ text: 'Add a section', actionId: action.newSection }) : undefined,
      ),
      ...sections.map((each) => section(`*${inline(each.name)}*`, isOwn ? deleteButton(each) : undefined)),
      ...pageBlocks(model),
      ...whyNot(model),
      idsBlock([board, ...sections]),
    ],
  }
}

/** The ids for programs, three to an element, so that each stays within Slack's 3,000 characters. */
function idsBlock(named: readonly Pick<Board, 'id' | 'name'>[]): ContextBlock {
  const lines = Array.from({ length: Math.ceil(named.length / 3) }, (_, part) => named.slice(part * 3, part * 3 + 3))
  const written = lines.map((line) => line.map((each) => `${inline(each.name, 40)} ${idOf(each)}`).join(' · '))
  return { type: 'context', elements: written.map((words, index) => md(index === 0 ? `IDs for programs: ${words}` : words)) }
}

function deleteButton({ id, name }: BoardSection): Button {
  return {
    ...button({ text: 'Delete', actionId: action.deleteSection, value: id, style: 'danger', label: `Delete ${name}` }),
    confirm: {
      title: text('Delete section', 100),
      text: text(`Delete ${quoted(name)}? Its pins, drafts and scheduled pins move to the board itself.`, 300),
      confirm: text('Delete', 30),
      deny: text('Cancel', 30),
      style: 'danger',
    },
  }
}

function pageBlocks({ memory: { at }, count }: SectionsModel): AnyBlock[] {
  const buttons = pageButtons(sectionPages, { at, of: count })
  return buttons.length > 0 ? [actions(buttons)] : []
}

function whyNot({ board, canChange }: SectionsModel): AnyBlock[] {
  if (board.isCollaborator) return [context('Shared with you: only the board’s owner can change its sections.')]
  return canChange ? [] : [context('Only schedulers and admins can change these.')]
}

export type NewSectionModel = Refused & { memory: SectionsMemory; board: Pick<Board, 'name'>; name: string }

export const newSectionView = ({ memory, board, name, ...refused }: NewSectionModel): ModalView =>
  form({
    callbackId: view.newSection,
    title: 'Add a section',
    submit: 'Add',
    memory: sectionsMemory.write(memory),
    blocks: asRefused([section(`On *${inline(board.name)}*`), nameInput(name)], refused),
  })

/** Replaces the list when the board was deleted or cannot be read. */
export const noSectionsView = (sentence: string): ModalView => ({
  type: 'modal',
  title: text('Sections', 24),
  close: text('Back', 24),
  blocks: [section(escape(sentence))],
})

/** @param movedPosts the number of drafts and scheduled pins that were in the section */
export function sectionGoneText(name: string, movedPosts: number): string {
  const many = movedPosts === 1 ? '1' : whole(movedPosts)
  const moved = movedPosts === 0 ? '' : ` ${many} of your drafts and scheduled pins moved to the board itself.`
  return `${quoted(name)} deleted.${moved}`
}
