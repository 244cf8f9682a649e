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
const AFTERWARDS = ['tags_state', 'tags_due_at', 'tags_tries', 'results_read_at']

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
