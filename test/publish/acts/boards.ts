/** Actions on boards and their sections: by us, and by people on the platform. */
import { createBoard } from '../../../src/core/boards/create-board.js'
import { createBoardList, deleteBoardList, replaceBoardList } from '../../../src/core/boards/board-lists.js'
import { refreshBoards } from '../../../src/core/boards/refresh.js'
import { requireAccount } from '../../../src/core/accounts/accounts.js'
import { createSection, deleteSection, readSections } from '../../../src/core/boards/sections.js'
import { updateBoard } from '../../../src/core/boards/update-board.js'
import { addFault } from '../../../src/sandbox/platform/faults/faults.js'
import type { Act } from './act.js'
import { deleteBoardThere, deleteSectionThere, type Stage } from './stage.js'

const BOARD = '/v1/accounts/{accountId}/boards/{boardId}'
const SECTIONS = `${BOARD}/sections`

const boardOf = ({ accountId, places: [{ boardId }] }: Stage) => ({ accountId, boardId })

/** The section that the pin is in, when it is in one. What may have taken effect is noted, whatever the answer is. */
async function deletePinsSection(stage: Stage): Promise<void> {
  const [{ sectionIds }] = stage.places
  const sectionId = sectionIds[0]!
  stage.goneSections.add(sectionId)
  await deleteSection(stage.deps, stage.actor, { ...boardOf(stage), sectionId })
}

const readBoards = async ({ deps, actor, accountId }: Stage) =>
  refreshBoards(deps, await requireAccount(deps.db.sql, actor, accountId))

export const boardActs = {
  'delete the section': {
    does: [`DELETE ${SECTIONS}/{sectionId}`, 'core/boards/sections.ts', 'core/posts/leave-section.ts'],
    weight: 6,
    run: deletePinsSection,
  },
  'delete the section without an answer': {
    does: [`DELETE ${SECTIONS}/{sectionId}`],
    weight: 3,
    async run(stage) {
      await addFault(stage.deps.db.sql, { operation: 'delete_section', fault: 'commit_then_500' })
      await deletePinsSection(stage)
    },
  },
  'delete the other section': {
    does: [`DELETE ${SECTIONS}/{sectionId}`],
    run: ({ deps, actor, places: [{ sectionIds }], ...stage }) =>
      deleteSection(deps, actor, { accountId: stage.accountId, boardId: stage.pin.boardId!, sectionId: sectionIds[1]! }),
  },
  'make a section': {
    does: [`POST ${SECTIONS}`, 'core/boards/sections.ts'],
    run: (stage) => createSection(stage.deps, stage.actor, { ...boardOf(stage), name: 'Another' }),
  },
  'read the sections': {
    does: ['core/boards/sections.ts'],
    run: (stage) => readSections(stage.deps, stage.actor, boardOf(stage)),
  },
  'rename the board': {
    does: [`PATCH ${BOARD}`, 'core/boards/update-board.ts'],
    run: (stage) => updateBoard(stage.deps, stage.actor, { ...boardOf(stage), name: `Renamed ${stage.clock.now.getTime()}` }),
  },
  'make a board': {
    does: ['POST /v1/accounts/{accountId}/boards', 'core/boards/create-board.ts'],
    run: ({ deps, actor, accountId }) =>
      createBoard(deps, actor, { accountId, name: 'New', description: null, privacy: 'public' }),
  },
  'list the board': {
    does: [
      'POST /v1/accounts/{accountId}/board-lists',
      'PUT /v1/accounts/{accountId}/board-lists/{boardListId}',
      'DELETE /v1/accounts/{accountId}/board-lists/{boardListId}',
      'core/boards/board-lists.ts',
    ],
    weight: 1,
    async run({ deps, actor, accountId, places: [{ boardId }] }) {
      const { id: boardListId } = await createBoardList(deps, actor, { accountId, name: 'Mine', boards: [{ id: boardId }] })
      await replaceBoardList(deps, actor, { accountId, boardListId, name: 'Ours', boards: [] })
      await deleteBoardList(deps, actor, { accountId, boardListId })
    },
  },
  'read the boards': { does: [], run: readBoards },
  'the board is deleted there': { does: [], weight: 4, run: (stage) => deleteBoardThere(stage, stage.places[0]) },
  'the board is deleted there and found gone': {
    does: [],
    weight: 3,
    async run(stage) {
      await deleteBoardThere(stage, stage.places[0])
      await readBoards(stage)
    },
  },
  'the section is deleted there': {
    does: [],
    weight: 4,
    run: (stage) => deleteSectionThere(stage, stage.places[0].sectionIds[0]!),
  },
  'the section is deleted there and found gone': {
    does: [],
    weight: 3,
    async run(stage) {
      await deleteSectionThere(stage, stage.places[0].sectionIds[0]!)
      await readSections(stage.deps, stage.actor, boardOf(stage))
    },
  },
} satisfies Record<string, Act>
