/** "Edit" of a board: the form of its name, description and default link, and its submission. */
import { type BoardsMemory, type RenameMemory, renameMemory } from '../../../../blocks/boards/memory.js'
import { createHash } from 'node:crypto'
import type { ModalView } from '@slack/types'
import { view, renameBoardView, type RenameModel } from '../../../../blocks/boards/forms.js'
import { quoted } from '../../../../blocks/boards/text.js'
import { field } from '../../../../blocks/ids.js'
import { clip } from '../../../../blocks/kit/kit.js'
import { done } from '../../../../blocks/kit/banner.js'
import type { Member } from '../../../core/accounts/people/members.js'
import type { Board } from '../../../core/boards/board.js'
import { updateBoard, type BoardEdit } from '../../../core/boards/update-board.js'
import { connectsFor, isFixableHere } from '../../accounts.js'
import { typed, typedAddress } from '../../forms/values.js'
import { onView, type SlackDeps } from '../../listener.js'
import { refreshBoardList } from './boards.js'
import { boardErrorText } from './errors.js'
import { lateSentence, slowForm } from '../../forms/slow-form.js'
import { refreshHome } from '../home/home.js'

/** Returns the form of a board from the cache. */
export function renameFormOf(board: Board, below: BoardsMemory): ModalView {
  const values = {
    name: oneLine(board.name),
    description: clip(lines(board.description ?? ''), 3000),
    defaultLink: board.defaultLink ?? '',
  }
  return renameBoardView({ memory: { boardId: board.id, seen: fingerprintsOf(values), below }, values })
}

type Words = RenameModel['values']
const oneLine = (words: string) => words.replace(/\s+/g, ' ').trim()
const lines = (words: string) => words.replace(/\r\n?/g, '\n').trim()
const digest = (words: string) => createHash('sha256').update(words).digest('base64url').slice(0, 12)
/** Returns fingerprints that are equal when a person could see no difference. */
const fingerprintsOf = ({ name, description, defaultLink }: Words): RenameMemory['seen'] => ({
  name: digest(oneLine(name)),
  description: digest(lines(description)),
  defaultLink: digest(defaultLink),
})

/** Sends only changed fields. Each sets a value, so that sending the form twice changes nothing. */
onView(view.renameBoard, async (deps, args) => {
  const { view, client, context, ack } = args
  const { member, slackUserId } = context
  const memory = renameMemory.read(view)
  const { below, boardId } = memory
  const values = {
    name: typed(view, field.name),
    description: typed(view, field.description),
    defaultLink: typedAddress(view, field.defaultLink),
  }
  const changes = changesIn(values, memory)
  if (Object.keys(changes).length === 0) return ack()
  await slowForm(deps, args, {
    work: () => renamed(deps, member, { accountId: below.accountId, boardId, ...changes }),
    working: 'Saving on Pinterest…',
    late: lateSentence(view, savedText),
    notDone: `${quoted(values.name)} wasn’t saved.`,
    again: async (problem, error) =>
      renameBoardView({ memory, values, problem, connects: await connectsFor(deps, member, below, error) }),
    needsForm: (error) => isFixableHere(error, member, below.accountId),
    after: async (board) => {
      await refreshBoardList(deps, client, {
        context,
        viewId: view.previous_view_id,
        memory: below,
        banner: done(savedText(board)),
        showing: board.id,
      })
      await refreshHome(deps, client, { member, slackUserId }) // Home lists pins with their boards
    },
  })
})

const savedText = ({ name }: Board) => `Saved: ${quoted(name)}.`

function changesIn(values: Words, { seen }: RenameMemory): Pick<BoardEdit, keyof Words> {
  const now = fingerprintsOf(values)
  return {
    ...(now.name !== seen.name && { name: values.name }),
    ...(now.description !== seen.description && { description: values.description }),
    ...(now.defaultLink !== seen.defaultLink && { defaultLink: values.defaultLink || null }),
  }
}

const renamed = (deps: SlackDeps, { actor }: Member, edit: BoardEdit): Promise<Board> =>
  updateBoard(deps, actor, edit).catch((error: unknown) => {
    throw boardErrorText(error, 'renameBoard')
  })
