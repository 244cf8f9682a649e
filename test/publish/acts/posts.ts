/** What people do to a pin, as an entry point does it. */
import { requestApproval } from '../../../src/core/posts/approval/request.js'
import { approvePin, declinePin } from '../../../src/core/posts/approval/decide.js'
import { pausePublishing } from '../../../src/core/accounts/publishing.js'
import { requireAccount } from '../../../src/core/accounts/accounts.js'
import { attemptsSettle } from '../../../src/cli/attempts/settle.js'
import type { Actor } from '../../../src/core/lib/actor.js'
import { deletePost, deleteSeries } from '../../../src/core/posts/delete.js'
import { editPost, type EditPost } from '../../../src/core/posts/edit.js'
import { readPost } from '../../../src/core/posts/list.js'
import { setOutcome } from '../../../src/core/posts/publish/settle/set-outcome.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { undoChange } from '../../../src/core/posts/undo/undo.js'
import { unschedulePost, unscheduleSeries } from '../../../src/core/posts/unschedule.js'
import { changeTokens } from '../../../src/sandbox/platform/faults/token-control.js'
import { MINUTE_MS } from '../support/support.js'
import type { Act } from './act.js'
import { pinsOnPlatform, type Stage } from './stage.js'

const refOf = ({ accountId, pin }: Stage) => ({ accountId, postId: pin.id })
const soon = ({ clock }: Stage, minutes: number) => ({
  kind: 'at' as const,
  at: new Date(clock.now.getTime() + minutes * MINUTE_MS),
})

const edit = (stage: Stage, changes: EditPost['changes']) => editPost(stage.deps, stage.actor, { ...refOf(stage), changes })
export const scheduleIn = (stage: Stage, minutes: number) =>
  schedulePost(stage.deps, stage.actor, { ...refOf(stage), when: soon(stage, minutes) })
const undoLast = async (stage: Stage, version: number) => undoChange(stage.deps, stage.actor, { ...refOf(stage), version })

const EDIT = 'PATCH /v1/accounts/{accountId}/posts/{postId}'
const DELETE = 'DELETE /v1/accounts/{accountId}/posts/{postId}'
const SCHEDULE = 'POST /v1/accounts/{accountId}/posts/{postId}/schedule'
const UNSCHEDULE = 'DELETE /v1/accounts/{accountId}/posts/{postId}/schedule'
const OUTCOME = 'POST /v1/accounts/{accountId}/posts/{postId}/outcome'

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
    await attemptsSettle.prepare({ ...values, ...(shown ? { there: shown.id } : { 'not-there': true }) })(deps)
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

export const postActs = {
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
  'edit to the root': { does: [EDIT], run: (stage) => edit(stage, { board: { boardSectionId: null } }) },
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
  'take the series off': {
    does: ['core/posts/unschedule.ts'],
    run: ({ deps, actor, accountId, pin }) => unscheduleSeries(deps, actor, { accountId, intervalGroupId: pin.id }),
  },
  'delete the series': {
    does: ['core/posts/delete.ts'],
    run: ({ deps, actor, accountId, pin }) => deleteSeries(deps, actor, { accountId, intervalGroupId: pin.id }),
  },
  'say what is there': {
    does: [OUTCOME, 'core/posts/publish/settle/set-outcome.ts'],
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
    does: ['core/posts/approval/request.ts', 'core/posts/approval/decide.ts'],
    async run(stage) {
      const { approval, version } = await ask(stage)
      await approvePin(stage.deps, stage.actor, { accountId: stage.accountId, approvalId: approval.id, version })
    },
  },
  'turn it down': {
    does: ['core/posts/approval/request.ts', 'core/posts/approval/decide.ts', 'core/posts/approval/follow.ts'],
    async run(stage) {
      const { approval } = await ask(stage)
      const ref = { accountId: stage.accountId, approvalId: approval.id }
      await declinePin(stage.deps, stage.actor, { ...ref, kind: 'rejected', reason: 'Not now' })
    },
  },
} satisfies Record<string, Act>
