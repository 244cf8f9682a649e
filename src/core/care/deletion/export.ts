/** Exports everything that an organization has as data, for teams that leave. It contains no secret. */
import { requireOrganization } from '../../accounts/workspaces/organizations.js'
import { requireOrganizationAdmin } from '../../accounts/people/roles.js'
import type { Actor } from '../../lib/actor.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { CONTENT_COLUMNS } from '../../posts/content.js'

/** What people made or did, and its results; without caches, queues, tokens, hashes and secret addresses. */
const EXPORTED: Record<string, string[]> = {
  accounts: [
    'id',
    'platform_user_id',
    'username',
    'display_name',
    'timezone',
    'is_business',
    'domain',
    'publishing',
    'paused_until',
    'holds_dead_links',
    'default_link',
    'trend_region',
    'trend_interests',
    'clients_channel_id',
    'created_at',
  ],
  posts: [
    ...['id', 'account_id', 'status', 'media_type', ...CONTENT_COLUMNS, 'board_id', 'board_section_id'],
    ...[
      'interval_group_id',
      'source_post_id',
      'generation_id',
      'saved_pin_id',
      'saved_pin_picture',
      'send_at',
      'sent_at',
      'pin_id',
      'pin_deleted_at',
      'delayed_by',
      'failure',
      'created_via',
      'created_by',
      'created_at',
    ],
  ],
  post_media: ['post_id', 'position', 'media_id'],
  media: ['id', 'media_type', 'content_type', 'bytes', 'width', 'height', 'duration_ms', 'codec', 'created_at'],
  boards: ['id', 'account_id', 'name', 'description', 'privacy', 'default_link'],
  board_lists: ['id', 'account_id', 'name', 'boards', 'created_at'],
  timeslots: ['id', 'account_id', 'day', 'minute', 'timezone', 'type', 'created_at'],
  schedules: ['account_id', 'evergreen', 'per_day', 'blackouts', 'same_picture_per_month'],
  spacing_rules: ['*'],
  utm_rules: ['*'],
  evergreen_posts: ['*'],
  twins: ['*'],
  digests: ['account_id', 'digest_on', 'weekday', 'minute', 'nudge_on'],
  members: ['slack_team_id', 'slack_user_id', 'role', 'assigned_role', 'timezone', 'seen_at'],
  role_groups: ['slack_team_id', 'slack_group_id', 'handle', 'role'],
  deputies: ['*'],
  account_roles: ['account_id', 'slack_team_id', 'holder', 'handle', 'role'],
  approvals: ['*'],
  approval_decisions: ['*'],
  approval_rules: ['*'],
  post_comments: ['*'],
  review_links: [
    ...[
      'id',
      'account_id',
      'contact_name',
      'email',
      'created_by',
      'created_at',
      'expires_at',
      'revoked_at',
      'name_given',
      'name_given_at',
    ],
  ],
  review_link_posts: ['*'],
  client_people: ['*'],
  review_openings: ['*'],
  pin_edits: [
    ...[
      'id',
      'account_id',
      'post_id',
      'pin_id',
      'kind',
      'state',
      'before',
      'after',
      'reason',
      'platform_message',
      'actor',
      'requested_at',
    ],
    'settled_at',
  ],
  receipts: ['post_id', 'account_id', 'signed', 'issued_at'],
  reviews: ['*'],
  review_items: ['*'],
  imports: [
    'id',
    'account_id',
    'status',
    'mode',
    'rows',
    'created',
    'failed',
    'errors',
    'stopped_because',
    'created_by',
    'created_at',
  ],
  import_chunks: ['import_id', 'number', 'rows'],
  generations: [
    ...[
      'id',
      'account_id',
      'url',
      'title',
      'keywords',
      'board_id',
      'drafts',
      'status',
      'failure_code',
      'written_by',
      'warnings',
      'post_ids',
    ],
    ...['created_by', 'created_at', 'finished_at', 'feed_id', 'useful'],
  ],
  feeds: [
    ...['id', 'account_id', 'url', 'kind', 'title', 'per_day', 'board_id', 'state', 'created_by', 'created_at', 'looked_at'],
    ...['error_code', 'error_at'],
  ],
  feed_entries: [
    ...['id', 'account_id', 'feed_id', 'url', 'title', 'published_at', 'state', 'generation_id', 'failure_code', 'found_at'],
    'settled_at',
  ],
  batches: ['id', 'account_id', 'mode', 'created_by', 'created_at'],
  batch_rows: ['batch_id', 'position', 'post_id', 'send_at', 'error'],
  issue_reports: ['*'],
  api_keys: ['id', 'name', 'prefix', 'most_role', 'agent_host', 'created_at', 'expires_at', 'revoked_at', 'last_used_at'],
  api_key_accounts: ['api_key_id', 'account_id'],
  webhooks: ['id', 'url', 'events', 'state', 'created_by', 'created_at'],
  webhook_accounts: ['webhook_id', 'account_id'],
  credit_ledger: ['*'],
  account_days: ['*'],
  pin_days: ['*'],
  audit: ['*'],
}
const AT_A_TIME = 500

/**
 * Yields one JSON object in pieces: `organization`, then a list for each table. Rows written meanwhile may or may not be
 * included.
 * @throws FORBIDDEN not an admin · NOT_FOUND
 */
export async function* exportOrganization({ db: { sql } }: Pick<Deps, 'db'>, actor: Actor): AsyncGenerator<string> {
  requireOrganizationAdmin(actor)
  const organization = await requireOrganization(sql, actor)
  yield `{"organization":${JSON.stringify(organization)}`
  for (const [table, columns] of Object.entries(EXPORTED)) {
    yield `,\n${JSON.stringify(table)}:[`
    let isFirst = true
    for await (const rows of rowsOf(sql, actor, table, columns)) {
      yield (isFirst ? '' : ',') + rows.map((row) => `\n${JSON.stringify(row)}`).join(',')
      isFirst = false
    }
    yield ']'
  }
  yield '}\n'
}

/** Bigints are text, as everywhere outside. */
function rowsOf(sql: Sql, { organizationId }: Actor, table: string, columns: string[]): AsyncIterable<object[]> {
  const chosen = columns[0] === '*' ? sql`*` : sql(columns)
  return sql<object[]>`
    select ${chosen}
      from ${sql(table)}
     where organization_id = ${organizationId}`.cursor(AT_A_TIME)
}
