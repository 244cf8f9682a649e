/** "Sections" of a board: reading them again from the platform, page by page; adding and deleting one. */
import { boardsMemory, type SectionsMemory, sectionsMemory } from '../../../../blocks/boards/memory.js'
import type { ModalView } from '@slack/types'
import { action, view, newSectionView, noSectionsView, sectionGoneText } from '../../../../blocks/boards/sections.js'
import { quoted } from '../../../../blocks/boards/text.js'
import { field } from '../../../../blocks/ids.js'
import { done, notDone, type Banner } from '../../../../blocks/kit/banner.js'
import type { Member } from '../../../core/accounts/people/members.js'
import type { Actor } from '../../../core/lib/actor.js'
import type { BoardSection } from '../../../core/boards/board.js'
import { listSections } from '../../../core/boards/boards.js'
import { createSection, deleteSection, readSections } from '../../../core/boards/sections.js'
import { DomainError } from '../../../core/lib/errors.js'
import { connectsFor, isFixableHere } from '../../accounts.js'
import { typed } from '../../forms/values.js'
import { explain } from '../../reply/errors.js'
import { onAction, type ActionArgs, type SlackDeps, type ViewArgs, onView } from '../../listener.js'
import { openInTime } from '../../forms/open.js'
import { showBelow } from '../../forms/show-below.js'
import { submitOnce } from '../../forms/submit-once.js'
import { refreshBoardList } from './boards.js'
import { BOARD_GONE, boardErrorText, isBoardGone } from './errors.js'
import { lateSentence, slowButton, slowForm } from '../../forms/slow-form.js'
import { findBoard, sectionsNow } from './sections-view.js'

const title = 'Sections'

const placeOf = ({ below, boardId }: SectionsMemory) => ({ accountId: below.accountId, boardId })

/** Opens the sections over the list of boards. */
export async function openSections(deps: SlackDeps, { body, client, context }: ActionArgs, boardId: string): Promise<void> {
  const list = body.view
  if (!list) return
  const { member } = context
  const memory: SectionsMemory = { boardId, at: 0, below: boardsMemory.read(list) }
  await openInTime(deps, { client, triggerId: body.trigger_id, how: 'push', title }, async () => {
    try {
      return await reread(deps, member, memory)
    } catch (error) {
      if (!isBoardGone(error)) throw error
      await refreshBoardList(deps, client, { context, viewId: list.id, memory: memory.below, banner: notDone(BOARD_GONE) })
      return noSectionsView(BOARD_GONE)
    }
  })
}

/** Reads the sections again; if that fails, shows the known ones with the reason. @throws NOT_FOUND board */
async function reread(deps: SlackDeps, member: Member, memory: SectionsMemory): Promise<ModalView> {
  try {
    await readSections(deps, member.actor, placeOf(memory))
  } catch (error) {
    if (isBoardGone(error) || !(error instanceof DomainError)) throw error
    const { sentence } = explain(deps, boardErrorText(error, 'readSections'), {})
    return sectionsNow(deps, member, memory, { banner: notDone(`${sentence} This list may be out of date.`) })
  }
  return sectionsNow(deps, member, memory)
}

onAction(action.newSection, async (deps, { body, client, context }) => {
  if (!body.view) return
  const memory = sectionsMemory.read(body.view)
  const board = await findBoard(deps, context.member.actor, placeOf(memory))
  await client.views.push({ trigger_id: body.trigger_id, view: newSectionView({ memory, board, name: '' }) })
})

/** Creates one section, however often the form is sent. */
onView(view.newSection, async (deps, args) => {
  const { view, client, context } = args
  const { member } = context
  const memory = sectionsMemory.read(view)
  const name = typed(view, field.name)
  await slowForm(deps, args, {
    work: () => addedOnce(deps, args, { ...placeOf(memory), name }),
    working: 'Adding the section…',
    late: lateSentence(view, addedText),
    notDone: `${quoted(name)} wasn’t added.`,
    again: async (problem, error) => {
      const board = await findBoard(deps, member.actor, placeOf(memory)).catch(() => ({ name: '' }))
      return newSectionView({ memory, board, name, problem, connects: await connectsFor(deps, member, placeOf(memory), error) })
    },
    needsForm: (error) => isFixableHere(error, member, placeOf(memory).accountId),
    after: async (added) => {
      // the section exists, even if the list cannot be read
      const now = await sectionsNow(deps, member, memory, { banner: done(addedText(added)), showing: added.id }).catch(
        (error: unknown) => deps.log.warn({ err: error }, 'the sections of a board were not refreshed'),
      )
      if (now) await showBelow(deps, client, view.previous_view_id, now)
    },
  })
})

const addedText = ({ name }: BoardSection) => `Added: ${quoted(name)}.`

async function addedOnce(
  deps: SlackDeps,
  { view, context }: ViewArgs,
  input: { accountId: string; boardId: string; name: string },
): Promise<BoardSection> {
  const { actor } = context.member
  const { data } = await submitOnce(
    deps,
    { actor, viewId: view.id, callbackId: view.callback_id, input },
    (beforeCommit) => createSection(deps, actor, input, beforeCommit),
    ({ id, name }: BoardSection) => ({ id, name }),
  ).catch((error: unknown) => {
    throw boardErrorText(error, 'addSection')
  })
  return data
}

/** Deletes the section after the confirmation. Slow work shows progress. */
onAction(action.deleteSection, async (deps, args) => {
  const { action, body, context } = args
  if (!body.view || action.type !== 'button') return
  const { member } = context
  const memory = sectionsMemory.read(body.view)
  await slowButton(deps, args, {
    work: deleted(deps, member.actor, { ...placeOf(memory), sectionId: action.value ?? '' }),
    working: 'Deleting the section…',
    result: async (banner) => {
      const view = await sectionsNow(deps, member, memory, { banner }).catch((error: unknown) => {
        if (isBoardGone(error)) return noSectionsView(banner.sentence)
        throw error
      })
      return { view, sentence: banner.sentence }
    },
  })
})

type Doomed = { accountId: string; boardId: string; sectionId: string }
async function deleted(deps: SlackDeps, actor: Actor, section: Doomed): Promise<Banner> {
  const known = await listSections(deps, actor, section, { timeoutMs: 0 }).catch(() => []) // for its name, if that is known
  const name = known.find(({ id }) => id === section.sectionId)?.name ?? 'The section'
  try {
    const { movedPosts } = await deleteSection(deps, actor, section)
    return done(sectionGoneText(name, movedPosts))
  } catch (error) {
    return notDone(explain(deps, boardErrorText(error, 'deleteSection'), { actionId: 'delete_section' }).sentence)
  }
}
