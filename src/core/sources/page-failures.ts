/** The default number of drafts of a page, and why none could be made. */
export const DEFAULT_DRAFTS = 3

export const FAILURE_CODES = [
  'unreachable',
  'not_html',
  'too_large',
  'unreadable',
  'blocked_by_robots',
  'nopin',
  'no_picture',
  'no_content',
  'private_address',
  'timeout',
  'cancelled',
  'not_allowed',
  'internal_error',
] as const
export type FailureCode = (typeof FAILURE_CODES)[number]

/** The texts of the failures for people: what happened, then what to do. */
export const FAILURES: Readonly<Record<FailureCode, string>> = {
  unreachable: 'The page did not load, or returned an error. Open it in a browser and check the URL.',
  not_html: 'The URL leads to a file, not a page. Use the URL of a web page.',
  too_large: 'The page has more than 5 MB of HTML. Use another page.',
  unreadable: 'Reading the page takes too much time or memory. Use another page, or write the pin yourself.',
  blocked_by_robots: 'The website’s robots.txt does not let programs read this page. Write the pin yourself.',
  nopin: 'The page asks not to be saved to Pinterest. Use another page.',
  no_picture: 'The page has no image that can be used for a pin. Add one to the page, or write the pin yourself.',
  no_content:
    'The page shows too little text of its own, or only a notice or a login. Use another page, or write the pin yourself.',
  private_address: 'The page is at a private address that nobody else can open. Use a public page.',
  timeout: 'The page took too long to respond. Try again later.',
  cancelled: 'It was cancelled before the page was read.',
  not_allowed: 'Whoever started this may no longer add pins to this account. Start it again.',
  internal_error: 'Something went wrong on our side, more than once. Try again later, or write the pin yourself.',
}
