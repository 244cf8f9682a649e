/** What can be done to the service and is not done beside an attempt, each with the reason. What is not here and not in the table is missing. */
export const EXCUSED: Record<string, string> = {
  'POST /v1/accounts/{accountId}/posts':
    'makes posts of its own; that a board takes one at a time is so in each plan, by the pin beside',
  'POST /v1/media/uploads': 'gives a place for bytes; no post has them yet',
  'POST /v1/connect-links': 'makes a link; what follows from it is "connect again"',
  'POST /v1/issue-reports': 'is a message to the staff',
  'POST /v1/capability-requests': 'is a message to the staff',
  'POST /v1/accounts/{accountId}/calendar-link': 'makes an address that only reads',
  'DELETE /v1/accounts/{accountId}/calendar-link': 'ends an address that only reads',

  'tick days': 'reads numbers of the platform into tables that nothing of publishing reads',
  'tick results': 'reads numbers of the platform into tables that nothing of publishing reads',
  'tick digests': 'writes messages',
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
  'core/outbox/dead-letters.ts': 'sends a message again',
  'slack/install/refresh-store.ts': 'renews tokens of Slack, by which messages are sent',
}
