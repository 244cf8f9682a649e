/** What is done to an account, its organization and its schedule. */
import { createApiKey } from '../../../src/core/accounts/keys/create.js'
import { revokeApiKey } from '../../../src/core/accounts/keys/revoke.js'
import { setApprovalPolicy } from '../../../src/core/accounts/approval-policy.js'
import { setAccountRole } from '../../../src/core/accounts/people/account-roles.js'
import { setDefaultRole } from '../../../src/core/accounts/people/assign-roles.js'
import { addAccount } from '../../../src/core/connections/connect.js'
import { disconnectAccount } from '../../../src/core/connections/disconnect.js'
import { setDigestSettings, DEFAULT_CHOICES } from '../../../src/core/accounts/digest-settings.js'
import { resumeHold } from '../../../src/core/accounts/hold.js'
import { pausePublishing, resumePublishing } from '../../../src/core/accounts/publishing.js'
import {
  changeAccount,
  setHoldDeadLinks,
  setNotifyChannel,
  setTimezone,
  setWhilePaused,
} from '../../../src/core/accounts/settings.js'
import { setPlan } from '../../../src/core/billing/plan.js'
import { NO_UTM } from '../../../src/core/links/utm.js'
import { deleteUtmRule, putUtmRule } from '../../../src/core/links/utm-rules.js'
import { rebuildTimeslots } from '../../../src/core/slots/week/rebuild.js'
import { deleteSpacingRule, putSpacingRule } from '../../../src/core/slots/spacing-rules.js'
import { createTimeslot, deleteTimeslot, editTimeslot } from '../../../src/core/slots/week/timeslots.js'
import { addUser } from '../../../src/sandbox/platform/seed-api.js'
import { changeTokens } from '../../../src/sandbox/platform/faults/token-control.js'
import { revokeInstallation } from '../../../src/slack/install/installations.js'
import { TICKS } from '../../../src/jobs/ticks.js'
import { START } from '../../support/world.js'
import type { Act } from './act.js'
import type { Stage } from './stage.js'

const ACCOUNT = '/v1/accounts/{accountId}'
const idOf = ({ accountId }: Stage) => ({ accountId })

export const revoke = ({ deps, username, clock }: Stage) => changeTokens(deps.db.sql, { username, do: 'revoke' }, clock.now)

export const resume = (stage: Stage) => resumePublishing(stage.deps, stage.actor, idOf(stage))
const pause = (stage: Stage, whilePaused: 'wait' | 'fail') =>
  pausePublishing(stage.deps, stage.actor, { ...idOf(stage), whilePaused })

/** With new tokens; the old ones end. */
export async function reconnect({ deps, actor, userId, username }: Stage): Promise<void> {
  await deps.db.sql`delete from sim_tokens where user_id = ${userId}`
  const tokens = await addUser(deps.db.sql, { id: userId, username, displayName: 'A maker', isBusiness: true, createdAt: START })
  await addAccount(deps, actor, { ...tokens, timezone: null })
}

/** Somebody else's account of the platform, in the same organization. */
async function connectAnother({ deps, actor, organizationId }: Stage): Promise<void> {
  const user = { username: `another-${organizationId}`, displayName: 'Another', isBusiness: true, createdAt: START }
  await addAccount(deps, actor, { ...(await addUser(deps.db.sql, user)), timezone: null })
}

const removeWorkspace = ({ deps, organizationId }: Stage) => {
  const place = { teamId: `T${organizationId}`, enterpriseId: undefined, isEnterpriseInstall: false }
  return revokeInstallation(deps, { ...place, removedAt: null })
}

export const accountActs = {
  pause: {
    does: [`POST ${ACCOUNT}/publishing/pause`, 'core/accounts/publishing.ts'],
    weight: 3,
    run: (stage) => pause(stage, 'wait'),
  },
  'end a hold': {
    does: [`POST ${ACCOUNT}/guard/resume`, 'core/accounts/hold.ts'],
    weight: 2,
    run: (stage) => resumeHold(stage.deps, stage.actor, idOf(stage)),
  },
  'pause and let fail': { does: [`POST ${ACCOUNT}/publishing/pause`], weight: 3, run: (stage) => pause(stage, 'fail') },
  'pause and resume': {
    does: [`POST ${ACCOUNT}/publishing/pause`, `POST ${ACCOUNT}/publishing/resume`],
    async run(stage) {
      await pause(stage, 'wait')
      await resume(stage)
    },
  },
  'withdraw the tokens': { does: [], weight: 3, run: revoke },
  'withdraw the tokens and connect again': {
    does: ['account add', 'core/connections/connect.ts'],
    weight: 3,
    async run(stage) {
      await revoke(stage)
      await reconnect(stage)
    },
  },
  disconnect: {
    does: [`DELETE ${ACCOUNT}/connection`, 'account disconnect', 'core/connections/disconnect.ts'],
    weight: 3,
    run: ({ deps, actor, accountId }) => disconnectAccount(deps, actor, { accountId }),
  },
  'disconnect and connect again': {
    does: [`DELETE ${ACCOUNT}/connection`],
    weight: 3,
    async run(stage) {
      await disconnectAccount(stage.deps, stage.actor, idOf(stage))
      await reconnect(stage)
    },
  },
  'connect again': { does: ['account add'], run: reconnect },
  'connect another account': { does: ['account add'], run: connectAnother },
  'withdraw the tokens and connect another account': {
    does: ['account add'],
    async run(stage) {
      await revoke(stage)
      await connectAnother(stage)
    },
  },
  'change the settings': {
    does: [
      `PATCH ${ACCOUNT}`,
      'core/accounts/settings.ts',
      'core/accounts/digest-settings.ts',
      'core/accounts/approval-policy.ts',
    ],
    async run(stage) {
      const { deps, actor } = stage
      await setTimezone(deps, actor, { ...idOf(stage), timezone: 'Pacific/Auckland' })
      await setWhilePaused(deps, actor, { ...idOf(stage), whilePaused: 'fail' })
      await setNotifyChannel(deps, actor, { ...idOf(stage), channelId: 'C0TEAM' })
      await changeAccount(deps, actor, { ...idOf(stage), publishedPins: 'each' })
      await setHoldDeadLinks(deps, actor, { ...idOf(stage), holdDeadLinks: true })
      await changeAccount(deps, actor, { ...idOf(stage), trendInterests: ['home_decor'] })
      await setDigestSettings(deps, actor, { ...idOf(stage), ...DEFAULT_CHOICES, digest: false })
      await setApprovalPolicy(deps, actor, { ...idOf(stage), policy: 'required', channelId: 'C0TEAM' })
    },
  },
  'change the roles': {
    does: ['core/accounts/people/assign-roles.ts'],
    weight: 1,
    run: ({ deps, actor }) => setDefaultRole(deps, actor, { role: 'viewer' }),
  },
  'change the roles on the account': {
    does: ['core/accounts/people/account-roles.ts'],
    weight: 1,
    run: ({ deps, actor, accountId, organizationId }) =>
      setAccountRole(deps, actor, { accountId, teamId: `T${organizationId}`, holder: 'U0ADA', handle: null, role: 'none' }),
  },
  'make and revoke a key': {
    does: [
      'key create',
      'key revoke',
      'core/accounts/keys/create.ts',
      'core/accounts/keys/revoke.ts',
      'POST /v1/keys',
      'DELETE /v1/keys/{keyId}',
    ],
    weight: 1,
    async run({ deps, actor }) {
      const { apiKey } = await createApiKey(deps, actor, { name: 'A key' })
      await revokeApiKey(deps, actor, { apiKeyId: apiKey.id })
    },
  },
  'take the access away': {
    does: ['plan set', 'core/billing/plan.ts'],
    run: ({ deps, actor, accountId }) => setPlan(deps, actor, { accountId, change: { access: 'none', credits: 0 } }),
  },
  'change the plan': {
    does: ['plan set'],
    run: ({ deps, actor }) => setPlan(deps, actor, { accountId: null, change: { billingSystem: 'legacy', postLimit: 1 } }),
  },
  'remove the workspace': {
    does: ['slack/install/installations.ts'],
    run: removeWorkspace,
  },
  'remove the workspace and stop for it': {
    does: ['tick unused', 'core/accounts/workspaces/suspend.ts'],
    async run(stage) {
      await removeWorkspace(stage)
      await TICKS.find(({ job }) => job === 'unused')!.run(stage.deps) // that it is there is a test's to say
    },
  },
  'change the slots': {
    does: [
      `POST ${ACCOUNT}/timeslots`,
      `PATCH ${ACCOUNT}/timeslots/{timeslotId}`,
      `DELETE ${ACCOUNT}/timeslots/{timeslotId}`,
      `POST ${ACCOUNT}/evergreen/slots`,
      `PATCH ${ACCOUNT}/evergreen/slots/{timeslotId}`,
      `DELETE ${ACCOUNT}/evergreen/slots/{timeslotId}`,
      'core/slots/week/writes.ts',
    ],
    async run({ deps, actor, accountId, pin }) {
      const at = pin.sendAt!
      const time = at.toISOString().slice(11, 16)
      const { id } = await createTimeslot(deps, actor, { accountId, day: at.getUTCDay(), time, timezone: 'UTC' })
      await editTimeslot(deps, actor, { accountId, timeslotId: id, time: '23:45' })
      await deleteTimeslot(deps, actor, { accountId, timeslotId: id })
    },
  },
  'rebuild the slots': {
    does: [`POST ${ACCOUNT}/timeslots/rebuild`, 'core/slots/week/rebuild.ts'],
    run: ({ deps, actor, accountId }) =>
      rebuildTimeslots(deps, actor, { accountId, pinsPerDay: 24, timezone: 'UTC', preview: false }),
  },
  'change the spacing': {
    does: [`PUT ${ACCOUNT}/spacing-rules`, `DELETE ${ACCOUNT}/spacing-rules`, 'core/slots/spacing-rules.ts'],
    weight: 1,
    async run({ deps, actor, accountId }) {
      await putSpacingRule(deps, actor, { accountId, type: 'DEFAULT', url: null, days: 30 })
      await deleteSpacingRule(deps, actor, { accountId, type: 'DEFAULT', url: null })
      await putSpacingRule(deps, actor, { accountId, type: 'DEFAULT', url: null, days: 7 })
    },
  },
  'change the UTM parameters': {
    does: [`PUT ${ACCOUNT}/utm-rules`, `DELETE ${ACCOUNT}/utm-rules`, 'core/links/utm-rules.ts'],
    weight: 1,
    async run({ deps, actor, accountId }) {
      await putUtmRule(deps, actor, { accountId, ...NO_UTM, boardId: null, source: 'pinterest', campaign: '{board}' })
      await deleteUtmRule(deps, actor, { accountId, boardId: null })
      await putUtmRule(deps, actor, { accountId, ...NO_UTM, boardId: null, source: 'other' })
    },
  },
} satisfies Record<string, Act>
