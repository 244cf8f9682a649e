/** What a new column of `posts` must not be forgotten in: the image that undo and the audit read, and the export of an organization. */
import { expect, test } from 'vitest'
import { exportOrganization } from '../../../src/core/care/deletion/export.js'
import { postImage } from '../../../src/core/posts/row.js'
import { aDatabase } from '../../support/database.js'
import { aDraft } from '../../support/factories.js'
import { aWorld } from '../../support/world.js'

const { db } = await aDatabase()

const KEYS = ['organization_id', 'id', 'account_id']
const ORIGIN = [
  'created_via',
  'created_by',
  'created_at',
  'source_post_id',
  'generation_id',
  'interval_group_id',
  'interval_position',
  'saved_pin_id',
  'saved_pin_picture',
]
const PUBLISHING = ['due_at', 'lease_until', 'attempt_number', 'tries', 'late_told', 'delayed_by', 'pin_id', 'sent_at']
const AFTERWARDS = ['tags_state', 'tags_due_at', 'tags_tries', 'results_read_at', 'pin_deleted_at']

/** Columns without a place in the image: no write of a person changes them, or they follow from another one. */
const NOT_IN_THE_IMAGE = [...KEYS, ...ORIGIN, ...PUBLISHING, ...AFTERWARDS, 'url_key', 'updated_at']

const OF_A_TABLE_BESIDE = 'media_ids'

/** Columns that the export leaves out: how the publisher works, and what follows from another one. */
const NOT_EXPORTED = [
  ...['organization_id', 'url_key', 'timeslot_id', 'due_at', 'lease_until', 'charge_number', 'attempt_number', 'tries'],
  ...[
    'late_told',
    'version',
    'updated_at',
    'interval_position',
    'tags_state',
    'tags_due_at',
    'tags_tries',

    'results_read_at',
  ],
]

/** Caches of what Pinterest and websites said, queues, tokens, and what makes room for the next write. */
const TABLES_NOT_EXPORTED = [
  ...[
    'analytics_cache',
    'board_sections',
    'keyword_searches',
    'live_links',
    'link_holds',
    'media_prints',
    'trend_refusals',
    'host_lines',
  ],
  ...[
    'account_jobs',
    'board_creations',
    'comparisons',
    'media_to_check',
    'outbox',
    'outbox_places',
    'patrolled_pins',
    'patrols',
    'preflights',
    'publish_attempts',
  ],
  ...[
    'publish_lanes',
    'review_codes',
    'video_jobs',
    'webhook_deliveries',
    'webhook_events',
    'work_turns',
    'evergreen_runs',
    'freed_instants',
  ],
  ...[
    'connections',
    'calendar_links',
    'slack_installations',
    'idempotency_keys',
    'entitlements',
    'organization_periods',
    'model_days',
  ],
  ...['api_key_days', 'homes', 'pin_cards', 'slack_files', 'slack_messages', 'last_boards', 'uploads', 'deleted_posts'],
  ...['feed_known', 'feed_notices', 'workflow_steps', 'agent_sign_ins'],
]

async function columnsOfPosts(): Promise<string[]> {
  const rows = await db.sql<{ name: string }[]>`
    select column_name as name from information_schema.columns where table_schema = 'public' and table_name = 'posts'`
  return rows.map(({ name }) => name).sort()
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

test('each column of a post is in the image of a change, or no change of a person touches it', async () => {
  const world = await aWorld(db)
  const { id } = await aDraft(world)
  const [row] = await db.sql<
    { image: object }[]
  >`select ${postImage(db.sql, world.organizationId)} as image from posts p where p.organization_id = ${world.organizationId} and p.id = ${id}`
  const inImage = Object.keys(row!.image).map(snakeCase)
  expect(inImage).toContain(OF_A_TABLE_BESIDE)
  expect([...inImage.filter((name) => name !== OF_A_TABLE_BESIDE), ...NOT_IN_THE_IMAGE].sort()).toEqual(await columnsOfPosts())
})

test('each column of a post is in the export of its organization, or says nothing to a person', async () => {
  const world = await aWorld(db)
  await aDraft(world)
  let text = ''
  for await (const piece of exportOrganization(world.deps, world.actor)) text += piece
  const { posts } = JSON.parse(text) as { posts: object[] } // the export is JSON by its own test
  expect([...Object.keys(posts[0]!), ...NOT_EXPORTED].sort()).toEqual(await columnsOfPosts())
})

test('each table of organizations is in their export, or holds nothing that a person made', async () => {
  const world = await aWorld(db)
  let text = ''
  for await (const piece of exportOrganization(world.deps, world.actor)) text += piece
  const rows = await db.sql<{ name: string }[]>`
    select table_name as name
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and column_name = 'organization_id' and table_type = 'BASE TABLE'`
  const exported = Object.keys(JSON.parse(text) as object).filter((name) => name !== 'organization') // the export is JSON by its own test
  expect([...exported, ...TABLES_NOT_EXPORTED].sort()).toEqual(rows.map(({ name }) => name).sort())
})
