/** What people do to a pin, as an entry point does it. */
import { requestApproval } from '../../../src/core/posts/approval/request.js'
import { approveMany } from '../../../src/core/many/approve-many.js'
import { approvePin, declinePin } from '../../../src/core/posts/approval/decide.js'
import { pausePublishing } from '../../../src/core/accounts/publishing.js'
import { requireAccount } from '../../../src/core/accounts/accounts.js'
import { attemptsSettle } from '../../../src/cli/attempts.js'
import type { Actor } from '../../../src/core/lib/actor.js'
import { changeMany } from '../../../src/core/many/bulk/change.js'
import type { BulkAction, BulkChange } from '../../../src/core/many/bulk/model.js'
import { undoMany } from '../../../src/core/many/bulk/undo.js'
import { deletePost, deleteSeries } from '../../../src/core/posts/delete.js'
import { editPost, type EditPost } from '../../../src/core/posts/edit.js'
import { fitPostPicture } from '../../../src/core/posts/create/fit-picture.js'
import { readPost } from '../../../src/core/posts/list.js'
import { deletePublished, editPublished } from '../../../src/core/publish/published/request.js'
import { setOutcome } from '../../../src/core/publish/settle/set-outcome.js'
import { duplicatePost } from '../../../src/core/posts/create/duplicate.js'
import { moveSeries } from '../../../src/core/posts/schedule/move-series.js'
import { swapPosts } from '../../../src/core/posts/schedule/swap.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { createTimeslot } from '../../../src/core/slots/week/timeslots.js'
import { undoChange } from '../../../src/core/posts/undo/undo.js'
import { unschedulePost, unscheduleSeries } from '../../../src/core/posts/unschedule.js'
import { changeTokens } from '../../../src/sandbox/platform/faults/token-control.js'
import { anUpload } from '../../core/posts/support/create-fixtures.js'
import { MINUTE_MS } from '../support/support.js'
import type { Act } from './act.js'
import { pinsOnPlatform, type Stage } from './stage.js'

const PUBLISHED = 'POST /v1/accounts/{accountId}/posts/{postId}/published-edit'
const UNPUBLISH = 'DELETE /v1/accounts/{accountId}/posts/{postId}/published'

const refOf = ({ accountId, pin }: Stage) => ({ accountId, postId: pin.id })
const soon = ({ clock }: Stage, minutes: number) => ({
  kind: 'at' as const,
  at: new Date(clock.now.getTime() + minutes * MINUTE_MS),
})

const edit = (stage: Stage, changes: EditPost['changes']) => editPost(stage.deps, stage.actor, { ...refOf(stage), changes })
export const scheduleIn = (stage: Stage, minutes: number) =>
  schedulePost(stage.deps, stage.actor, { ...refOf(stage), when: soon(stage, minutes) })
const undoLast = async (stage: Stage, version: number) => undoChange(stage.deps, stage.actor, { ...refOf(stage), version })

const BULK = 'POST /v1/accounts/{accountId}/posts/bulk'
const UNDO = 'POST /v1/accounts/{accountId}/changes/{changeId}/undo'
const EDIT = 'PATCH /v1/accounts/{accountId}/posts/{postId}'
const MEDIA = 'PUT /v1/accounts/{accountId}/posts/{postId}/media'
const PICTURE = 'POST /v1/accounts/{accountId}/posts/{postId}/picture'
const DELETE = 'DELETE /v1/accounts/{accountId}/posts/{postId}'
const SCHEDULE = 'POST /v1/accounts/{accountId}/posts/{postId}/schedule'
const UNSCHEDULE = 'DELETE /v1/accounts/{accountId}/posts/{postId}/schedule'
const DECIDE = 'POST /v1/accounts/{accountId}/approvals/{approvalId}/decision'
const OUTCOME = 'POST /v1/accounts/{accountId}/posts/{postId}/outcome'

let colors = 0
/** A single image, whatever the pin had. */
const anotherPicture = async (stage: Stage) =>
  edit(stage, { media: [await anUpload(stage, { color: (0x100000 + 0x1357 * colors++).toString(16).slice(-6) })] })

const fit = (stage: Stage, fit: 'crop' | 'original') => fitPostPicture(stage.deps, stage.actor, { ...refOf(stage), fit })

/**
 * As a person who has checked the board reports it: the pin that is shown there, or that there is none.
 * @param asOperator by the command
 */
export async function sayWhatIsThere(stage: Stage, { asOperator = false } = {}): Promise<void> {
  const { deps, actor, organizationId, accountId, pin } = stage
  const pins = await pinsOnPlatform(stage, pin)
  const shown = pins.find(({ isShown }) => isShown)
  if (asOperator) {
    const values = { org: organizationId, account: accountId, post: pin.id }
    await attemptsSettle.prepare({ ...values, ...(shown ? { there: shown.id } : { 'not-there': true }) })(deps, () => {})
  } else {
    const outcome = shown ? ({ kind: 'there', pinId: shown.id } as const) : ({ kind: 'notThere' } as const)
    await setOutcome(deps, actor, { ...refOf(stage), outcome })
  }
  if (!shown) for (const { id } of pins) stage.deniedPins.add(id)
}

const contributor = ({ organizationId }: Stage): Actor => ({
  organizationId,
  via: 'slack',
  role: 'contributor',
  userId: `T${organizationId}:U0CONTRIBUTOR`,
})

const approver = ({ organizationId }: Stage): Actor => ({
  organizationId,
  via: 'slack',
  role: 'scheduler',
  userId: `T${organizationId}:U0APPROVER`,
})

/** For the pin as a draft of the contributor's own. */
async function ask(stage: Stage) {
  const { deps, actor, organizationId, accountId, pin } = stage
  const { userId } = contributor(stage)
  await deps.db.sql`update posts set created_by = ${userId} where organization_id = ${organizationId} and id = ${pin.id}`
  const account = await requireAccount(deps.db.sql, actor, accountId)
  const { approval } = await requestApproval(deps, contributor(stage), account, { postId: pin.id, when: soon(stage, 5) })
  if (!approval) throw new Error('no approval was opened')
  return { approval, version: (await readPost(deps, actor, refOf(stage))).version }
}

const bulk = (stage: Stage, action: BulkAction) => {
  const which = { kind: 'ids', ids: [stage.pin.id] } as const
  return changeMany(stage.deps, stage.actor, { accountId: stage.accountId, which, action, preview: false })
}
const undoBulk = async ({ deps, actor, accountId }: Stage, { changeId }: BulkChange) => {
  if (changeId !== null) await undoMany(deps, actor, { accountId, changeId })
}

export const postActs = {
  'edit among many and undo': {
    does: [BULK, UNDO, 'core/many/bulk/change.ts'],
    run: async (stage) => undoBulk(stage, await bulk(stage, { kind: 'edit', edit: { boardId: stage.places[1].boardId } })),
  },
  'unschedule among many and undo': {
    does: [BULK, UNDO],
    run: async (stage) => undoBulk(stage, await bulk(stage, { kind: 'unschedule' })),
  },
  'delete among many and undo': {
    does: [BULK, UNDO],
    run: async (stage) => undoBulk(stage, await bulk(stage, { kind: 'delete' })),
  },
  'reschedule among many': { does: [BULK], run: (stage) => bulk(stage, { kind: 'reschedule' }) },
  'edit the words': {
    does: [EDIT, 'core/posts/edit.ts'],
    run: (stage) => edit(stage, { title: `Edited  at “${stage.clock.now.getTime()}” ✨`, altText: 'Edited' }),
  },
  'edit the board': {
    does: [EDIT],
    run: (stage) => edit(stage, { board: { boardId: stage.places[1].boardId, boardSectionId: stage.places[1].sectionIds[0]! } }),
  },
  'edit the section': {
    does: [EDIT],
    run: (stage) => edit(stage, { board: { boardSectionId: stage.places[0].sectionIds[1]! } }),
  },
  'another picture': {
    does: [MEDIA],
    weight: 4,
    run: anotherPicture,
  },
  'another picture and undo': {
    does: [MEDIA, 'core/posts/undo/undo.ts'],
    weight: 4,
    run: async (stage) => undoLast(stage, (await anotherPicture(stage)).version),
  },
  'crop the picture': {
    does: [PICTURE, 'core/posts/create/fit-picture.ts'],
    weight: 4,
    run: (stage) => fit(stage, 'crop'),
  },
  'crop the picture and take it back': {
    does: [PICTURE],
    weight: 4,
    async run(stage) {
      await fit(stage, 'crop')
      await fit(stage, 'original')
    },
  },
  'edit to the root': { does: [EDIT], run: (stage) => edit(stage, { board: { boardSectionId: null } }) },
  'edit on Pinterest': {
    does: [PUBLISHED, 'core/publish/published/request.ts', 'core/publish/published/settle.ts'],
    run: (stage) =>
      editPublished(stage.deps, stage.actor, {
        ...refOf(stage),
        changes: { title: `Edited there ${stage.clock.now.getTime()}`, description: 'Words from after it went out' },
      }),
  },
  'delete from Pinterest': {
    does: [UNPUBLISH],
    weight: 1,
    run: async (stage) => {
      const { pinId } = await readPost(stage.deps, stage.actor, refOf(stage))
      return deletePublished(stage.deps, stage.actor, { ...refOf(stage), confirm: pinId ?? 'none' })
    },
  },
  delete: { does: [DELETE, 'core/posts/delete.ts'], run: (stage) => deletePost(stage.deps, stage.actor, refOf(stage)) },
  'delete and restore': {
    does: [DELETE, 'core/posts/undo/undo.ts'],
    weight: 4,
    async run(stage) {
      const { version } = await deletePost(stage.deps, stage.actor, refOf(stage))
      await undoLast(stage, version)
    },
  },
  'undo the last change': {
    does: ['core/posts/undo/undo.ts'],
    weight: 4,
    run: async (stage) => undoLast(stage, (await readPost(stage.deps, stage.actor, refOf(stage))).version),
  },
  schedule: { does: [SCHEDULE, 'core/posts/schedule.ts'], weight: 4, run: (stage) => scheduleIn(stage, 3) },
  'schedule for tomorrow': { does: [SCHEDULE], run: (stage) => scheduleIn(stage, 26 * 60) },
  'schedule on another board': {
    does: [SCHEDULE],
    run: (stage) =>
      schedulePost(stage.deps, stage.actor, {
        ...refOf(stage),
        when: soon(stage, 4),
        board: { boardId: stage.places[1].boardId, boardSectionId: null },
      }),
  },
  'publish now': {
    does: [SCHEDULE],
    weight: 4,
    run: (stage) => schedulePost(stage.deps, stage.actor, { ...refOf(stage), when: { kind: 'now' } }),
  },
  'publish now twice': {
    does: [SCHEDULE],
    async run(stage) {
      const work = () => schedulePost(stage.deps, stage.actor, { ...refOf(stage), when: { kind: 'now' } })
      const [once, again] = await Promise.allSettled([work(), work()])
      for (const one of [once, again]) if (one.status === 'rejected') throw one.reason
    },
  },
  'publish now and undo': {
    does: [SCHEDULE, 'core/posts/undo/undo.ts'],
    run: async (stage) =>
      undoLast(stage, (await schedulePost(stage.deps, stage.actor, { ...refOf(stage), when: { kind: 'now' } })).version),
  },
  'move to the slots beside': {
    does: [SCHEDULE],
    async run(stage) {
      const { deps, actor, accountId, clock } = stage
      const tomorrow = new Date(clock.now.getTime() + 26 * 60 * MINUTE_MS)
      const time = tomorrow.toISOString().slice(11, 16)
      await createTimeslot(deps, actor, { accountId, day: tomorrow.getUTCDay(), time, timezone: 'UTC' })
      await schedulePost(deps, actor, { ...refOf(stage), when: { kind: 'later' } })
      await schedulePost(deps, actor, { ...refOf(stage), when: { kind: 'earlier' } })
      await scheduleIn(stage, 3)
    },
  },
  'schedule and undo': {
    does: [SCHEDULE, 'core/posts/undo/undo.ts'],
    run: async (stage) => undoLast(stage, (await scheduleIn(stage, 5)).version),
  },
  'schedule and unschedule': {
    does: [SCHEDULE, UNSCHEDULE],
    async run(stage) {
      await scheduleIn(stage, 5)
      await unschedulePost(stage.deps, stage.actor, refOf(stage))
    },
  },
  'schedule and delete': {
    does: [SCHEDULE, DELETE],
    async run(stage) {
      await scheduleIn(stage, 5)
      await deletePost(stage.deps, stage.actor, refOf(stage))
    },
  },
  'schedule into a pause that lets it fail': {
    does: [SCHEDULE],
    async run(stage) {
      await scheduleIn(stage, 5)
      await pausePublishing(stage.deps, stage.actor, { accountId: stage.accountId, whilePaused: 'fail' })
    },
  },
  'schedule and withdraw the tokens': {
    does: [SCHEDULE],
    async run(stage) {
      await scheduleIn(stage, 5)
      await changeTokens(stage.deps.db.sql, { username: stage.username, do: 'revoke' }, stage.clock.now)
    },
  },
  unschedule: {
    does: [UNSCHEDULE, 'core/posts/unschedule.ts'],
    run: (stage) => unschedulePost(stage.deps, stage.actor, refOf(stage)),
  },
  'swap with the pin beside': {
    does: ['POST /v1/accounts/{accountId}/posts/{postId}/swap', 'core/posts/schedule/swap.ts'],
    run: (stage) => swapPosts(stage.deps, stage.actor, { ...refOf(stage), otherPostId: stage.beside.id }),
  },
  'swap and undo': {
    does: ['POST /v1/accounts/{accountId}/posts/{postId}/swap', 'core/posts/undo/undo.ts'],
    async run(stage) {
      const { post } = await swapPosts(stage.deps, stage.actor, { ...refOf(stage), otherPostId: stage.beside.id })
      await undoLast(stage, post.version)
    },
  },
  'move the series': {
    does: ['POST /v1/accounts/{accountId}/series/{intervalGroupId}/move', 'core/posts/schedule/move-series.ts'],
    run: ({ deps, actor, accountId, pin, clock }) =>
      moveSeries(deps, actor, {
        accountId,
        intervalGroupId: pin.id,
        move: { kind: 'to', at: new Date(clock.now.getTime() + 4 * MINUTE_MS) },
      }),
  },
  'move the series by a day': {
    does: ['POST /v1/accounts/{accountId}/series/{intervalGroupId}/move'],
    run: ({ deps, actor, accountId, pin }) =>
      moveSeries(deps, actor, { accountId, intervalGroupId: pin.id, move: { kind: 'days', days: 1 } }),
  },
  duplicate: {
    does: ['POST /v1/accounts/{accountId}/posts/{postId}/duplicate'],
    async run(stage) {
      const copy = await duplicatePost(stage.deps, stage.actor, refOf(stage))
      const url = `https://example.com/copy-${copy.id}` // the judge tells pins apart by their links
      await editPost(stage.deps, stage.actor, { accountId: stage.accountId, postId: copy.id, changes: { url } })
    },
  },
  'take the series off': {
    does: ['core/posts/unschedule.ts'],
    run: ({ deps, actor, accountId, pin }) => unscheduleSeries(deps, actor, { accountId, intervalGroupId: pin.id }),
  },
  'delete the series': {
    does: ['core/posts/delete.ts'],
    run: ({ deps, actor, accountId, pin }) => deleteSeries(deps, actor, { accountId, intervalGroupId: pin.id }),
  },
  'say what is there': {
    does: [OUTCOME, 'core/publish/settle/set-outcome.ts'],
    weight: 4,
    run: (stage) => sayWhatIsThere(stage),
  },
  'settle as the operator': { does: ['attempts settle'], weight: 4, run: (stage) => sayWhatIsThere(stage, { asOperator: true }) },
  'say it twice': {
    does: [OUTCOME],
    async run(stage) {
      const said = await Promise.allSettled([sayWhatIsThere(stage), sayWhatIsThere(stage, { asOperator: true })])
      const failed = said.find((one) => one.status === 'rejected')
      if (failed) throw failed.reason
    },
  },
  'ask for approval': { does: ['core/posts/approval/request.ts'], run: ask },
  'approve it': {
    does: ['core/posts/approval/request.ts', 'core/posts/approval/decide.ts', DECIDE],
    async run(stage) {
      const { approval, version } = await ask(stage)
      await approvePin(stage.deps, approver(stage), { accountId: stage.accountId, approvalId: approval.id, version })
    },
  },
  'approve it and undo': {
    does: ['core/posts/approval/reopen.ts', UNDO],
    async run(stage) {
      const { approval, version } = await ask(stage)
      await approvePin(stage.deps, approver(stage), { accountId: stage.accountId, approvalId: approval.id, version })
      const ref = refOf(stage)
      const approved = await readPost(stage.deps, stage.actor, ref)
      await undoChange(stage.deps, approver(stage), { ...ref, version: approved.version })
    },
  },
  'approve it with others': {
    does: ['core/many/approve-many.ts'],
    async run(stage) {
      const { approval, version } = await ask(stage)
      const approvals = [{ approvalId: approval.id, version }]
      const { results } = await approveMany(stage.deps, approver(stage), { accountId: stage.accountId, approvals })
      for (const { error } of results) if (error) throw error
    },
  },
  'turn it down': {
    does: ['core/posts/approval/request.ts', 'core/posts/approval/decide.ts', 'core/posts/approval/follow.ts'],
    async run(stage) {
      const { approval } = await ask(stage)
      const ref = { accountId: stage.accountId, approvalId: approval.id }
      await declinePin(stage.deps, approver(stage), { ...ref, kind: 'rejected', reason: 'Not now' })
    },
  },
} satisfies Record<string, Act>
