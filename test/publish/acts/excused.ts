const WHERE_EVENTS_GO = 'says where events are sent; posts are written whether somebody is told or not'

const OF_A_PAGE = 'is about a page, whose drafts are posts of their own by batches'

const OF_A_FEED = 'is about a feed, whose drafts are posts of their own by generations'

/** What can be done to the service and is not done beside an attempt, each with the reason. What is not here and not in the table is missing. */
export const EXCUSED: Record<string, string> = {
  'POST /v1/accounts/{accountId}/posts':
    'makes posts of its own; that a board takes one at a time is so in each plan, by the pin beside',
  'POST /v1/accounts/{accountId}/posts/batch': 'makes posts of its own',
  'POST /v1/accounts/{accountId}/imports': 'keeps a file of pins, which become posts of their own by batches',
  'POST /v1/accounts/{accountId}/feeds': OF_A_FEED,
  'PATCH /v1/accounts/{accountId}/feeds/{feedId}': OF_A_FEED,
  'POST /v1/accounts/{accountId}/feeds/{feedId}/look': OF_A_FEED,
  'DELETE /v1/accounts/{accountId}/feeds/{feedId}': OF_A_FEED,
  'POST /v1/accounts/{accountId}/generations': OF_A_PAGE,
  'POST /v1/accounts/{accountId}/generations/{generationId}/cancel': OF_A_PAGE,
  'POST /v1/accounts/{accountId}/batches/{batchId}/undo':
    'is the act that undoes, of several posts: one that was taken meanwhile refuses it, test/core/posts/batch/races.test.ts',
  'POST /v1/media/uploads': 'gives a place for bytes; no post has them yet',
  'POST /v1/connect-links': 'makes a link; what follows from it is "connect again"',
  'POST /v1/issue-reports': 'is a message to the staff',
  'POST /v1/capability-requests': 'is a message to the staff',
  'POST /v1/accounts/{accountId}/calendar-link': 'makes an address that only reads',
  'DELETE /v1/accounts/{accountId}/calendar-link': 'ends an address that only reads',
  'POST /v1/webhooks': WHERE_EVENTS_GO,
  'PATCH /v1/webhooks/{webhookId}': WHERE_EVENTS_GO,
  'DELETE /v1/webhooks/{webhookId}': WHERE_EVENTS_GO,
  'POST /v1/webhooks/{webhookId}/rotate-secret': WHERE_EVENTS_GO,
  'POST /v1/webhooks/{webhookId}/deliveries/{deliveryId}/replay': 'sends an event again',
  'POST /v1/webhooks/{webhookId}/replay': 'sends events again',
  'POST /v1/webhooks/{webhookId}/test': 'sends an event that says nothing happened',

  'tick days': 'reads numbers of the platform into tables that nothing of publishing reads',
  'tick preflight': 'reads pins and writes what it found beside them, in a table of its own',
  'tick results': 'reads numbers of the platform into tables that nothing of publishing reads',
  'tick digests': 'writes messages',
  'tick trends': 'reads what people search for into tables that nothing of publishing reads',
  'tick nudges': 'writes messages',

  'tick deletions': 'takes whole accounts with their posts: nothing is left that could be published, or judged here',
  'account delete': 'takes a whole account with its posts: nothing is left that could be published, or judged here',
  'org delete': 'takes all accounts with their posts: nothing is left that could be published, or judged here',
  'org export': 'reads',

  'org create': 'makes an organization without accounts',
  'org add-workspace': 'adds a place that hears messages',
  'key list': 'reads',
  'account connect': 'makes a link; what follows from it is "connect again"',
  'secrets rotate': 'writes the same tokens under another key: test/cli/secrets-rotate.test.ts runs it beside renewals',
  attempts: 'reads',
  'attempts show': 'reads',
  outbox: 'reads',
  'outbox retry': 'sends a message again',
  audit: 'reads',

  'core/posts/create.ts': 'makes posts of its own',
  'core/posts/store.ts': 'is what creating a post writes',
  'core/imports/create.ts': 'keeps a file of pins, which become posts of their own by batches',
  'core/feeds/create.ts': OF_A_FEED,
  'core/feeds/change.ts': OF_A_FEED,
  'core/generations/create.ts': OF_A_PAGE,
  'core/generations/cancel.ts': OF_A_PAGE,
  'core/posts/batch/write.ts': 'makes posts of its own',
  'core/posts/batch/drafts.ts': 'schedules drafts by the same function as the act that schedules one: test/core/posts/batch/',
  'core/posts/evergreen/copy.ts': 'makes posts of its own: test/publish/evergreen.test.ts',
  'core/posts/evergreen/pool.ts': 'says which published pins go out again, as posts of their own',
  'core/slots/calendar/link.ts': 'makes an address that only reads',
  'core/relevance/board/board-relevance.ts':
    'charges credits for a score; that each post is paid for once is judged here all the same',
  'core/reports/staff.ts': 'is about messages to the staff',
  'core/reports/issue-report.ts': 'is a message to the staff',
  'core/accounts/workspaces/organizations.ts': 'makes an organization without accounts, or adds a place that hears messages',
  'core/accounts/workspaces/home-workspace.ts': 'says whose people of an enterprise are members',
  'core/accounts/workspaces/install.ts': 'adds a place that hears messages',
  'core/analytics/digest-on-request.ts': 'writes a message',
  'core/deletion/begin.ts': 'takes whole accounts with their posts: nothing is left that could be published, or judged here',
  'core/webhooks/change.ts': WHERE_EVENTS_GO,
  'core/webhooks/create.ts': WHERE_EVENTS_GO,
  'core/webhooks/deliveries.ts': 'sends events again',
  'core/outbox/dead-letters.ts': 'sends a message again',
  'slack/install/refresh-store.ts': 'renews tokens of Slack, by which messages are sent',
}
