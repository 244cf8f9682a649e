/** Every write beside the posts leaves exactly one act that names who did it through which channel; a refused one leaves none. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createApiKey } from '../../../src/core/accounts/keys/create.js'
import { revokeApiKey } from '../../../src/core/accounts/keys/revoke.js'
import { setClients } from '../../../src/core/posts/review-links/people.js'
import { putApprovalRules } from '../../../src/core/posts/approval/rules/rules.js'
import { setApprovalPolicy } from '../../../src/core/accounts/approval-policy.js'
import { setAccountRole } from '../../../src/core/accounts/people/account-roles.js'
import { assignRole, setDefaultRole, setGroupRole } from '../../../src/core/accounts/people/assign-roles.js'
import { addAccount } from '../../../src/core/connections/connect.js'
import { disconnectAccount } from '../../../src/core/connections/disconnect.js'
import { setDigestSettings } from '../../../src/core/accounts/digest-settings.js'
import { createOrganization } from '../../../src/core/accounts/workspaces/organizations.js'
import { noteRefused, resumeHold } from '../../../src/core/accounts/hold.js'
import { pausePublishing, resumePublishing } from '../../../src/core/accounts/publishing.js'
import {
  changeAccount,
  setHoldDeadLinks,
  setNotifyChannel,
  setTimezone,
  setWhilePaused,
} from '../../../src/core/accounts/settings.js'
import type { Actor } from '../../../src/core/lib/actor.js'
import { setPlan } from '../../../src/core/billing/plan.js'
import { createBoardList, deleteBoardList, replaceBoardList } from '../../../src/core/boards/board-lists.js'
import { createBoard } from '../../../src/core/boards/create-board.js'
import { createSection, deleteSection } from '../../../src/core/boards/sections.js'
import { updateBoard } from '../../../src/core/boards/update-board.js'
import { duplicatePost } from '../../../src/core/posts/create/duplicate.js'
import { endTwin, pairTwins } from '../../../src/core/insight/twins/twins.js'
import { addToEvergreen, keepEvergreen, removeFromEvergreen, setEvergreen } from '../../../src/core/posts/evergreen/pool.js'
import { readBoardRelevance } from '../../../src/core/insight/relevance/board-relevance.js'
import { reportIssue, requestCapability } from '../../../src/core/reports/issue-report.js'
import { NO_UTM } from '../../../src/core/links/utm.js'
import { deleteUtmRule, putUtmRule } from '../../../src/core/links/utm-rules.js'
import { makeCalendarLink, removeCalendarLink } from '../../../src/core/slots/calendar-link.js'
import { createEvergreenSlot, deleteEvergreenSlot, editEvergreenSlot } from '../../../src/core/slots/evergreen-slots.js'
import { changeGuard } from '../../../src/core/slots/guard-settings.js'
import { putOffSetUp, setUpAccount } from '../../../src/core/slots/set-up.js'
import { rebuildTimeslots } from '../../../src/core/slots/week/rebuild.js'
import { deleteSpacingRule, putSpacingRule } from '../../../src/core/slots/spacing-rules.js'
import { takeSuggestion } from '../../../src/core/slots/week/suggestions.js'
import { createTimeslot, deleteTimeslot, editTimeslot } from '../../../src/core/slots/week/timeslots.js'
import { createReviewLink, revokeReviewLink } from '../../../src/core/posts/review-links/links.js'
import { createWebhook } from '../../../src/core/webhooks/create.js'
import { deleteWebhook, rotateWebhookSecret, updateWebhook } from '../../../src/core/webhooks/change.js'
import { replayDeliveries, replayDelivery, testWebhook } from '../../../src/core/webhooks/deliveries.js'
import { buildServer } from '../../../src/http/server.js'
import { deleteFeed, pollNow, updateFeed } from '../../../src/core/sources/feeds/change.js'
import { createFeed } from '../../../src/core/sources/feeds/create.js'
import { cancelGeneration } from '../../../src/core/sources/generations/cancel.js'
import { createGeneration } from '../../../src/core/sources/generations/create.js'
import { cancelImport } from '../../../src/core/sources/imports/cancel.js'
import { createImport } from '../../../src/core/sources/imports/create.js'
import { undoImport } from '../../../src/core/sources/imports/undo.js'
import { addManyPins } from '../../sandbox/platform/support/many-pins.js'
import { aDatabase } from '../../support/database.js'
import { aSentPost, aTimeslot } from '../../support/factories.js'
import type { World } from '../../support/world.js'
import { aBoardWorld } from '../boards/support/fixtures.js'

const { db } = await aDatabase()
const world = await aBoardWorld(db)
const { organizationId, accountId } = world

/** In this order: what one makes, a later one changes and takes away. `route`: how /v1 calls it; `anybody`: a viewer may. */
type Write = {
  name: string
  subject: RegExp | string
  route?: string
  anybody?: true
  /** What a viewer is told; left out: FORBIDDEN. */
  refusal?: 'NOT_FOUND'
  run: (world: World) => Promise<unknown>
}
const ids = new Map<string, string>()
const made = (name: string) => (row: { id: string }) => void ids.set(name, row.id)
const id = (name: string) => ids.get(name) ?? '0'
const AT_NOON = { accountId, day: 2, time: '12:00', timezone: null }
const A_FEED = { accountId, url: 'https://shop.example.com/feed.xml', kind: null, perDay: 3, boardId: null }
const A_PAGE = { accountId, url: 'https://shop.example.com/shelf', title: null, keywords: [], drafts: 1, boardId: null }
const V1 = '/v1/accounts/{accountId}'

const writes: Write[] = [
  {
    name: 'create a timeslot',
    subject: /^timeslot:/,
    route: `post ${V1}/timeslots`,
    run: ({ deps, actor }) => createTimeslot(deps, actor, AT_NOON).then(made('slot')),
  },
  {
    name: 'change a timeslot',
    subject: /^timeslot:/,
    route: `patch ${V1}/timeslots/{timeslotId}`,
    run: ({ deps, actor }) => editTimeslot(deps, actor, { accountId, timeslotId: id('slot'), time: '13:00' }),
  },
  {
    name: 'delete a timeslot',
    subject: /^timeslot:/,
    route: `delete ${V1}/timeslots/{timeslotId}`,
    run: ({ deps, actor }) => deleteTimeslot(deps, actor, { accountId, timeslotId: id('slot') }),
  },
  {
    name: 'take a suggestion',
    subject: /^timeslot:/,
    run: ({ deps, actor }) => takeSuggestion(deps, actor, { ...AT_NOON, time: `${actor.via === 'api' ? 14 : 15}:00` }),
  },
  {
    name: 'rebuild the week',
    subject: `schedule:${accountId}`,
    route: `post ${V1}/timeslots/rebuild`,
    run: ({ deps, actor }) => rebuildTimeslots(deps, actor, { accountId, pinsPerDay: 2, timezone: null, preview: false }),
  },
  {
    name: 'create an evergreen slot',
    subject: /^timeslot:/,
    route: `post ${V1}/evergreen/slots`,
    run: ({ deps, actor }) => createEvergreenSlot(deps, actor, AT_NOON).then(made('evergreen')),
  },
  {
    name: 'change an evergreen slot',
    subject: /^timeslot:/,
    route: `patch ${V1}/evergreen/slots/{timeslotId}`,
    run: ({ deps, actor }) => editEvergreenSlot(deps, actor, { accountId, timeslotId: id('evergreen'), day: 3 }),
  },
  {
    name: 'delete an evergreen slot',
    subject: /^timeslot:/,
    route: `delete ${V1}/evergreen/slots/{timeslotId}`,
    run: ({ deps, actor }) => deleteEvergreenSlot(deps, actor, { accountId, timeslotId: id('evergreen') }),
  },
  {
    name: 'create a review link',
    subject: /^review_link:/,
    route: `post ${V1}/review-links`,
    run: ({ deps, actor }) =>
      createReviewLink(deps, actor, { accountId, contactName: 'Rosa', postIds: [id('sent')] }).then(({ link }) =>
        made('link')(link),
      ),
  },
  {
    name: 'revoke a review link',
    subject: /^review_link:/,
    route: `delete ${V1}/review-links/{linkId}`,
    run: ({ deps, actor }) => revokeReviewLink(deps, actor, { accountId, linkId: id('link') }),
  },
  {
    name: 'add to evergreen',
    subject: /^evergreen_post:/,
    route: `post ${V1}/evergreen/pool/{postId}`,
    run: ({ deps, actor }) => addToEvergreen(deps, actor, { accountId, postId: id('sent') }),
  },
  {
    name: 'change the limits of an evergreen pin',
    subject: /^evergreen_post:/,
    run: ({ deps, actor }) => keepEvergreen(deps, actor, { accountId, postId: id('sent'), atMost: 3 }),
  },
  {
    name: 'remove from evergreen',
    subject: /^evergreen_post:/,
    route: `delete ${V1}/evergreen/pool/{postId}`,
    run: ({ deps, actor }) => removeFromEvergreen(deps, actor, { accountId, postId: id('sent') }),
  },
  {
    name: 'test two versions',
    subject: /^twin:/,
    run: async ({ deps, actor }) => {
      const { id: otherPostId } = await duplicatePost(deps, actor, { accountId, postId: id('sent') })
      return pairTwins(deps, actor, { accountId, postId: id('sent'), otherPostId })
    },
  },
  {
    name: 'end a test',
    subject: /^twin:/,
    run: ({ deps, actor }) => endTwin(deps, actor, { accountId, postId: id('sent') }),
  },
  {
    name: 'pause evergreen',
    subject: `schedule:${accountId}`,
    run: ({ deps, actor }) => setEvergreen(deps, actor, { accountId, state: 'paused' }),
  },
  {
    name: 'resume evergreen',
    subject: `schedule:${accountId}`,
    run: ({ deps, actor }) => setEvergreen(deps, actor, { accountId, state: 'active' }),
  },
  {
    name: 'add a feed',
    subject: /^feed:/,
    route: `post ${V1}/feeds`,
    run: ({ deps, actor }) => createFeed(deps, actor, A_FEED).then(made('feed')),
  },
  {
    name: 'change a feed',
    subject: /^feed:/,
    route: `patch ${V1}/feeds/{feedId}`,
    run: ({ deps, actor }) => updateFeed(deps, actor, { accountId, feedId: id('feed'), perDay: 5 }),
  },
  {
    name: 'look at a feed',
    subject: /^feed:/,
    route: `post ${V1}/feeds/{feedId}/look`,
    run: ({ deps, actor }) => pollNow(deps, actor, { accountId, feedId: id('feed') }),
  },
  {
    name: 'delete a feed',
    subject: /^feed:/,
    route: `delete ${V1}/feeds/{feedId}`,
    run: ({ deps, actor }) => deleteFeed(deps, actor, { accountId, feedId: id('feed') }),
  },
  {
    name: 'make drafts of a page',
    subject: /^generation:/,
    route: `post ${V1}/generations`,
    run: ({ deps, actor }) => createGeneration(deps, actor, A_PAGE).then(made('generation')),
  },
  {
    name: 'cancel the drafts of a page',
    subject: /^generation:/,
    route: `post ${V1}/generations/{generationId}/cancel`,
    run: ({ deps, actor }) => cancelGeneration(deps, actor, { accountId, generationId: id('generation') }),
  },
  {
    name: 'import a file of pins',
    subject: /^import:/,
    route: `post ${V1}/imports`,
    run: ({ deps, actor }) =>
      createImport(deps, actor, {
        accountId,
        file: { kind: 'text', text: 'Media URL,Title\n,A pin\nhttps://sample.test/one.jpg,Another pin' },
        mapping: {},
        mode: 'draft',
      }).then((one) => made('import')({ id: one.id ?? '' })),
  },
  {
    name: 'cancel an import',
    subject: /^import:/,
    route: `post ${V1}/imports/{importId}/cancel`,
    run: ({ deps, actor }) => cancelImport(deps, actor, { accountId, importId: id('import') }),
  },
  {
    name: 'undo an import',
    subject: /^import:/,
    route: `post ${V1}/imports/{importId}/undo`,
    run: ({ deps, actor }) =>
      undoImport(deps, actor, { accountId, importId: written.at(-1)?.id ?? '' }).then(() => void written.pop()),
  },
  {
    name: 'set the clients',
    subject: `clients:${accountId}`,
    route: `put ${V1}/clients`,
    run: ({ deps, actor }) =>
      setClients(deps, actor, {
        accountId,
        channelId: 'C0CLIENT1',
        contacts: [{ name: `Rosa, by ${actor.userId}`.slice(0, 80), people: [{ teamId: 'T0BAKERY1', userId: 'U0CLIENT1' }] }],
      }),
  },
  {
    name: 'set the approval rules',
    subject: `approval_rules:${accountId}`,
    route: `put ${V1}/approval-rules`,
    run: ({ deps, actor }) =>
      putApprovalRules(deps, actor, {
        accountId,
        rules: [
          {
            name: `Every pin, by ${actor.userId}`,
            steps: [{ name: 'Client', reviewers: [{ kind: 'contact', id: 'Rosa' }], rule: 'any' }],
          },
        ],
      }),
  },
  {
    name: 'put a spacing rule',
    subject: `spacing_rules:${accountId}`,
    route: `put ${V1}/spacing-rules`,
    run: ({ deps, actor }) =>
      putSpacingRule(deps, actor, { accountId, type: 'CUSTOM', url: `https://example.com/${'x'.repeat(2000)}`, days: 3 }),
  },
  {
    name: 'delete a spacing rule',
    subject: `spacing_rules:${accountId}`,
    route: `delete ${V1}/spacing-rules`,
    run: ({ deps, actor }) =>
      deleteSpacingRule(deps, actor, { accountId, type: 'CUSTOM', url: `https://example.com/${'x'.repeat(2000)}` }),
  },
  {
    name: 'set UTM parameters',
    subject: `utm_rules:${accountId}`,
    route: `put ${V1}/utm-rules`,
    run: ({ deps, actor }) => putUtmRule(deps, actor, { accountId, ...NO_UTM, boardId: '101', campaign: '{board}' }),
  },
  {
    name: 'remove UTM parameters',
    subject: `utm_rules:${accountId}`,
    route: `delete ${V1}/utm-rules`,
    run: ({ deps, actor }) => deleteUtmRule(deps, actor, { accountId, boardId: '101' }),
  },
  {
    name: 'make a calendar link',
    subject: `calendar_link:${accountId}`,
    route: `post ${V1}/calendar-link`,
    run: ({ deps, actor }) => makeCalendarLink(deps, actor, { accountId }),
  },
  {
    name: 'remove a calendar link',
    subject: `calendar_link:${accountId}`,
    route: `delete ${V1}/calendar-link`,
    run: ({ deps, actor }) => removeCalendarLink(deps, actor, { accountId }),
  },
  {
    name: 'create a board',
    subject: /^board:/,
    route: `post ${V1}/boards`,
    run: ({ deps, actor }) =>
      createBoard(deps, actor, { accountId, name: `New by ${actor.via}`, description: null, privacy: 'public' }).then(
        made('board'),
      ),
  },
  {
    name: 'change a board',
    subject: /^board:/,
    route: `patch ${V1}/boards/{boardId}`,
    run: ({ deps, actor }) => updateBoard(deps, actor, { accountId, boardId: id('board'), description: 'Other' }),
  },
  {
    name: 'score a board, which costs a credit',
    subject: 'board:102',
    route: `get ${V1}/boards/{boardId}/relevance`,
    run: ({ deps, actor }) => readBoardRelevance(deps, actor, { accountId, boardId: '102', keyword: 'lemon cake' }),
  },
  {
    name: 'create a section',
    subject: /^board_section:/,
    route: `post ${V1}/boards/{boardId}/sections`,
    run: ({ deps, actor }) =>
      createSection(deps, actor, { accountId, boardId: '102', name: `Part by ${actor.via}` }).then(made('section')),
  },
  {
    name: 'delete a section',
    subject: /^board_section:/,
    route: `delete ${V1}/boards/{boardId}/sections/{sectionId}`,
    run: ({ deps, actor }) => deleteSection(deps, actor, { accountId, boardId: '102', sectionId: id('section') }),
  },
  {
    name: 'create a board list',
    subject: /^board_list:/,
    route: `post ${V1}/board-lists`,
    run: ({ deps, actor }) => createBoardList(deps, actor, { accountId, name: 'A', boards: [{ id: '101' }] }).then(made('list')),
  },
  {
    name: 'replace a board list',
    subject: /^board_list:/,
    route: `put ${V1}/board-lists/{boardListId}`,
    run: ({ deps, actor }) => replaceBoardList(deps, actor, { accountId, boardListId: id('list'), name: 'B', boards: [] }),
  },
  {
    name: 'delete a board list',
    subject: /^board_list:/,
    route: `delete ${V1}/board-lists/{boardListId}`,
    run: ({ deps, actor }) => deleteBoardList(deps, actor, { accountId, boardListId: id('list') }),
  },
  {
    name: 'set the time zone',
    subject: `account:${accountId}`,
    run: ({ deps, actor }) =>
      setTimezone(deps, actor, { accountId, timezone: actor.via === 'api' ? 'Europe/Berlin' : 'Asia/Tokyo' }),
  },
  {
    name: 'set what happens while paused',
    subject: `account:${accountId}`,
    run: ({ deps, actor }) => setWhilePaused(deps, actor, { accountId, whilePaused: actor.via === 'api' ? 'wait' : 'fail' }),
  },
  {
    name: 'set whether dead links hold pins',
    subject: `account:${accountId}`,
    run: ({ deps, actor }) => setHoldDeadLinks(deps, actor, { accountId, holdDeadLinks: actor.via === 'slack' }),
  },
  {
    name: 'change settings of the account',
    route: 'patch /v1/accounts/{accountId}',
    subject: `account:${accountId}`,
    run: ({ deps, actor }) => changeAccount(deps, actor, { accountId, trendRegion: actor.via === 'api' ? 'DE' : 'FR' }),
  },
  {
    name: 'choose the channel',
    subject: `account:${accountId}`,
    run: ({ deps, actor }) => setNotifyChannel(deps, actor, { accountId, channelId: actor.via === 'api' ? 'C1' : 'C2' }),
  },
  {
    name: 'put the set-up off',
    subject: `account:${accountId}`,
    run: async ({ deps, actor }) => {
      await db.sql`update accounts set set_up = 'due' where id = ${accountId}`
      return putOffSetUp(deps, actor, accountId)
    },
  },
  {
    name: 'set the account up',
    subject: `account:${accountId}`,
    run: async ({ deps, actor }) => {
      await db.sql`update accounts set set_up = 'due' where id = ${accountId}`
      return setUpAccount(deps, actor, { accountId, timezone: 'UTC', pinsPerDay: 2, channelId: null })
    },
  },
  {
    name: 'set the approval policy',
    subject: `account:${accountId}`,
    run: ({ deps, actor }) =>
      setApprovalPolicy(deps, actor, { accountId, policy: 'required', channelId: actor.via === 'api' ? 'C1' : 'C2' }),
  },
  {
    name: 'set the digest',
    subject: `digest:${accountId}`,
    run: ({ deps, actor }) =>
      setDigestSettings(deps, actor, {
        accountId,
        digest: true,
        weekday: actor.via === 'api' ? 2 : 3,
        minute: 600,
        nudge: false,
      }),
  },
  {
    name: 'disconnect an account',
    subject: /^account:/,
    route: `delete ${V1}/connection`,
    run: async ({ deps, actor }) => {
      const another = `another-${randomUUID()}`
      const [{ id }] = await deps.db.sql<[{ id: string }]>`
        insert into accounts (organization_id, platform_user_id, username, display_name, created_at)
        values (${actor.organizationId}, ${another}, 'another', 'Another', ${deps.clock()})
        returning id`
      return disconnectAccount(deps, actor, { accountId: id })
    },
  },
  {
    name: 'pause publishing',
    subject: `account:${accountId}`,
    route: `post ${V1}/publishing/pause`,
    run: ({ deps, actor }) => pausePublishing(deps, actor, { accountId }),
  },
  {
    name: 'resume publishing',
    subject: `account:${accountId}`,
    route: `post ${V1}/publishing/resume`,
    run: ({ deps, actor }) => resumePublishing(deps, actor, { accountId }),
  },
  {
    name: 'change the guard',
    subject: `account:${accountId}`,
    route: `patch ${V1}/guard`,
    run: ({ deps, actor }) => changeGuard(deps, actor, { accountId, perDay: actor.via === 'api' ? 50 : 49 }),
  },
  {
    name: 'end a hold',
    subject: `account:${accountId}`,
    route: `post ${V1}/guard/resume`,
    run: async ({ deps, actor }) => {
      const standing = { holdSince: null, holdProbePostId: null, probes: 0 }
      const refusal = { reason: 'spam', message: 'Blocked.', retryAfterMs: null } as const
      const account = { organizationId: actor.organizationId, id: accountId }
      await deps.db.tx((sql) => noteRefused(sql, account, standing, { postId: '1', refusal }, deps.clock()))
      await resumeHold(deps, actor, { accountId })
    },
  },
  {
    name: 'add a webhook',
    subject: /^webhook:/,
    route: 'post /v1/webhooks',
    run: ({ deps, actor }) =>
      createWebhook(deps, actor, { url: 'https://hooks.example.com/', events: ['*'] }).then(({ webhook }) =>
        made('webhook')(webhook),
      ),
  },
  {
    name: 'change a webhook',
    subject: /^webhook:/,
    route: 'patch /v1/webhooks/{webhookId}',
    run: ({ deps, actor }) => updateWebhook(deps, actor, { webhookId: id('webhook'), events: ['post.sent'] }),
  },
  {
    name: 'give a webhook a new secret',
    subject: /^webhook:/,
    route: 'post /v1/webhooks/{webhookId}/rotate-secret',
    run: ({ deps, actor }) => rotateWebhookSecret(deps, actor, { webhookId: id('webhook') }),
  },
  {
    name: 'test a webhook',
    subject: /^webhook:/,
    route: 'post /v1/webhooks/{webhookId}/test',
    run: async ({ deps, actor }) => {
      made('delivery')(await testWebhook(deps, actor, { webhookId: id('webhook') }))
      await deps.db.sql`update webhook_deliveries set state = 'delivered', due_at = null`
      await deps.db.sql`update webhook_events set type = 'post.sent'`
    },
  },
  {
    name: 'replay a delivery',
    subject: /^webhook:/,
    route: 'post /v1/webhooks/{webhookId}/deliveries/{deliveryId}/replay',
    run: async ({ deps, actor }) => {
      await replayDelivery(deps, actor, { webhookId: id('webhook'), deliveryId: id('delivery') })
      await deps.db.sql`update webhook_deliveries set state = 'delivered', due_at = null`
    },
  },
  {
    name: 'replay a span',
    subject: /^webhook:/,
    route: 'post /v1/webhooks/{webhookId}/replay',
    run: ({ deps, actor }) => replayDeliveries(deps, actor, { webhookId: id('webhook'), from: new Date(0) }),
  },
  {
    name: 'delete a webhook',
    subject: /^webhook:/,
    route: 'delete /v1/webhooks/{webhookId}',
    run: ({ deps, actor }) => deleteWebhook(deps, actor, { webhookId: id('webhook') }),
  },
  {
    name: 'make a key',
    subject: /^api_key:/,
    route: 'post /v1/keys',
    run: ({ deps, actor }) => createApiKey(deps, actor, { name: 'K' }).then(({ apiKey }) => made('key')(apiKey)),
  },
  {
    name: 'revoke a key',
    subject: /^api_key:/,
    route: 'delete /v1/keys/{keyId}',
    refusal: 'NOT_FOUND', // as that of somebody else
    run: ({ deps, actor }) => revokeApiKey(deps, actor, { apiKeyId: id('key') }),
  },
  {
    name: 'give a person a role on an account',
    subject: 'member:T1:UX',
    run: ({ deps, actor, accountId }) =>
      setAccountRole(deps, actor, {
        accountId,
        teamId: 'T1',
        holder: 'UX',
        handle: null,
        role: actor.via === 'api' ? 'none' : 'admin',
      }),
  },
  {
    name: 'give a person a role',
    subject: 'member:T1:UX',
    run: ({ deps, actor }) =>
      assignRole(deps, actor, { teamId: 'T1', userId: 'UX', role: actor.via === 'api' ? 'viewer' : 'admin' }),
  },
  {
    name: 'give a group a role',
    subject: 'role_group:T1:S1',
    run: ({ deps, actor }) =>
      setGroupRole(deps, actor, { teamId: 'T1', groupId: 'S1', handle: 'g', role: actor.via === 'api' ? 'viewer' : 'admin' }),
  },
  {
    name: 'set the default role',
    subject: `organization:${organizationId}`,
    run: ({ deps, actor }) => setDefaultRole(deps, actor, { role: actor.via === 'api' ? 'viewer' : 'contributor' }),
  },
  {
    name: 'report a problem',
    subject: /^report:/,
    route: 'post /v1/issue-reports',
    anybody: true,
    run: ({ deps, actor }) => reportIssue(deps, actor, { description: 'Broken', tool: '/pin' }),
  },
  {
    name: 'ask for something',
    subject: /^report:/,
    route: 'post /v1/capability-requests',
    anybody: true,
    run: ({ deps, actor }) => requestCapability(deps, actor, { description: 'More' }),
  },
]

const actors: Actor[] = [
  { organizationId, via: 'slack', role: 'admin', userId: 'T1:U1' },
  { organizationId, via: 'api', role: 'admin', userId: 'key:7' },
]
const acts = () => db.sql<{ via: string; actor: string; subject: string; before: unknown; after: unknown }[]>`
  select via, actor, subject, before, after
    from audit
   where organization_id = ${organizationId} and subject not like 'post:%'
   order by id`
ids.set('sent', (await aSentPost(world, { at: new Date('2026-03-01T10:00:00Z') }).catch(() => aSentPost(world))).id)
await aTimeslot(world, { day: 1, time: '09:00' })
/** Imports that are over, one for each of them. */
const written = await db.sql<{ id: string }[]>`
  insert into imports (organization_id, account_id, status, mode, rows, created, columns, unknown_columns, actor, created_by, created_at, finished_at)
  select ${organizationId}::bigint, ${accountId}::bigint, 'success', 'draft', 1, 1, '[]', '[]', '{}', 'x', ${world.clock.now}::timestamptz, ${world.clock.now}::timestamptz
    from generate_series(1, 2)
  returning id`
await addManyPins(db.sql, { boardId: '102', count: 1, createdAt: world.clock.now })

for (const actor of actors) {
  const low: Actor = { ...actor, role: 'viewer', via: 'slack', userId: 'T1:UVIEWER' }
  test.each(writes.map((write) => [write.name, write] as const))(
    `by ${actor.via}: %s`,
    async (_name, { subject, anybody, refusal = 'FORBIDDEN', run }) => {
      const before = await acts()
      if (!anybody) await expect(run({ ...world, actor: low })).rejects.toMatchObject({ code: refusal })
      expect(await acts()).toEqual(before)
      await run({ ...world, actor })
      const since = (await acts()).slice(before.length)
      expect(since.map(({ via, actor: who }) => ({ via, who }))).toEqual([{ via: actor.via, who: actor.userId }])
      if (typeof subject === 'string') expect(since[0]?.subject).toBe(subject)
      else expect(since[0]?.subject).toMatch(subject)
    },
  )
}

test('what changes nothing leaves nothing', async () => {
  const { deps } = world
  const [, actor] = actors as [Actor, Actor]
  await resumePublishing(deps, actor, { accountId })
  await setTimezone(deps, actor, { accountId, timezone: 'Europe/Berlin' })
  await removeCalendarLink(deps, actor, { accountId })
  await rebuildTimeslots(deps, actor, { accountId, pinsPerDay: 3, timezone: null, preview: true })
  const before = await acts()
  await resumePublishing(deps, actor, { accountId })
  await setTimezone(deps, actor, { accountId, timezone: 'Europe/Berlin' })
  await setEvergreen(deps, actor, { accountId, state: 'active' })
  await removeCalendarLink(deps, actor, { accountId })
  await rebuildTimeslots(deps, actor, { accountId, pinsPerDay: 3, timezone: null, preview: true })
  expect(await acts()).toEqual(before)
})

test('no act holds a secret', async () => {
  expect(JSON.stringify(await acts())).not.toMatch(/pst_\d+_[\w-]{43}|\d_[\w-]{43}|pina_|pinr_|\.ics|"secret"|hash/)
})

test('the operator leaves acts, too: an organization, a plan, an account that is connected', async () => {
  const { deps } = world
  const organization = await createOrganization(deps, { name: 'Other', slack: { teamIds: ['TOTHER'], enterpriseId: null } })
  const operator: Actor = { organizationId: organization.id, via: 'operator', role: 'admin', userId: 'operator' }
  const account = await addAccount(deps, operator, { accessToken: 'pina_test', refreshToken: null, timezone: null })
  await setPlan(deps, operator, { accountId: account.id, change: { credits: 5 } })
  await addAccount(deps, operator, { accessToken: 'pina_test', refreshToken: null, timezone: null })
  const left = await db.sql`
    select via, actor, action, subject
      from audit
     where organization_id = ${organization.id}
     order by id`
  const by = { via: 'operator', actor: 'operator' }
  expect(left).toEqual([
    { ...by, action: 'create', subject: `organization:${organization.id}` },
    { ...by, action: 'connect', subject: `account:${account.id}` },
    { ...by, action: 'setPlan', subject: `account:${account.id}` },
    { ...by, action: 'reconnect', subject: `account:${account.id}` },
  ])
})

test('no write of /v1 is missing above', async () => {
  const app = await buildServer(world.deps)
  const { paths } = (await app.inject('/openapi.json')).json<{ paths: Record<string, Record<string, unknown>> }>()
  await app.close()
  const described = Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`))
  const ofPosts = (route: string) =>
    route.includes('/posts') || route.includes('/series/') || route.includes('/approvals/') || /\/(changes|batches)\//.test(route) // each has rows of its own, see posts-history.test.ts
  const unwritten = ['post /v1/connect-links', 'post /v1/media/uploads'] // a signed link, and a place for bytes: nothing of the organization changes
  const costly = [`get ${V1}/boards/{boardId}/relevance`]
  const isRead = (route: string) => route.startsWith('get ') && !costly.includes(route)
  const expected = described.filter((route) => !isRead(route) && !ofPosts(route) && !unwritten.includes(route))
  expect(writes.flatMap(({ route }) => route ?? []).sort()).toEqual(expected.sort())
})
