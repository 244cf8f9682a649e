/** The refusals that somebody waits for. @see test/platform/error-rows.md */
import { aSentPost } from '../../support/factories.js'
import * as asked from './error-requests.js'
import type { Asked } from './error-requests.js'
import { OF_RELEVANCE } from './error-rows-relevance.js'
import { OF_TRENDS } from './error-rows-trends.js'
import { fault, has, says, type Sends } from './error-sends.js'
import type { ErrorStack } from './error-stack.js'
import {
  DONE,
  UNAUTHORIZED,
  APP_REFUSED,
  BOARD_REFUSED,
  NO_NUMBERS,
  NOT_FOUND,
  INVALID,
  LIMITED,
  NO_ANSWER,
  RECONNECT,
  NOT_LET,
  NO_PINNER_DATA,
  WAIT,
  NO_BUSINESS,
  NOT_CHANGED,
  NOT_OURS,
  notAccepted,
  ALERT,
  LOST,
  LACKS,
} from './error-text.js'

export type RequestRow = {
  case: string
  sends: Sends
  asked: Asked
  /** Status, code and reason. */
  v1: string
  /** Part of what is read in Slack; absent: it is as if nothing had happened, or Slack has no such question. */
  says?: string
  /** Part of the message in the account's channel, and to the staff; absent: none. */
  tells?: { pins?: string; staff?: string }
}

const TAKEN = 'Try a different name. You already have a board with this name!'
const noBusiness = has(({ db: { sql } }) => sql`update sim_users set account_type = 'PINNER'`)
const nothing: Sends = {} // it refuses by itself

async function ourPin({ team }: ErrorStack): Promise<void> {
  const { id } = await aSentPost(team.current)
  await team.current.deps.db.sql`update posts set pin_id = '7777' where id = ${id}`
}

const OF_THE_TOKEN: RequestRow[] = [
  { case: 'token expired, and renewed', sends: fault('list_sections', 'unauthorized', 1), asked: asked.readSections, v1: DONE },
  {
    case: 'token revoked, and the renewal refused',
    sends: has(({ db: { sql } }) => sql`update sim_tokens set revoked_at = '2026-03-01'`),
    asked: asked.readSections,
    v1: UNAUTHORIZED,
    says: RECONNECT,
    tells: LOST,
  },
  {
    case: 'token expired, and our own id or secret refused',
    sends: {
      says: [
        { method: 'GET', path: /\/sections/, status: 401, code: 2, message: 'Authentication failed.' },
        { method: 'POST', path: /\/oauth\/token/, status: 401, code: 2, message: 'Authentication failed.' },
      ],
    },
    asked: asked.readSections,
    v1: APP_REFUSED,
    says: NOT_LET,
    tells: ALERT,
  },
  {
    case: 'scope missing',
    sends: fault('account_analytics', 'scope_missing'),
    asked: asked.accountAnalytics,
    v1: UNAUTHORIZED,
    says: RECONNECT,
    tells: LACKS,
  },
  {
    case: 'app not approved',
    sends: fault('create_board', 'app_not_approved'),
    asked: asked.createBoard,
    v1: APP_REFUSED,
    says: NOT_LET,
    tells: ALERT,
  },
  {
    case: 'app lacks feature',
    sends: fault('update_board', 'restricted_feature'),
    asked: asked.renameBoard,
    v1: APP_REFUSED,
    says: NOT_LET,
    tells: ALERT,
  },
  {
    case: 'personal accounts denied to the app',
    sends: fault('list_sections', 'pinner_data_denied'),
    asked: asked.readSections,
    v1: APP_REFUSED,
    says: NO_PINNER_DATA,
    tells: ALERT,
  },
]

const OF_BOARDS: RequestRow[] = [
  {
    case: 'no rights',
    sends: fault('update_board', 'forbidden'),
    asked: asked.renameBoard,
    v1: BOARD_REFUSED,
    says: `${NOT_OURS} rename it.`,
  },
  {
    case: 'no rights, as the specification has it',
    sends: says('PATCH', /\/boards\/102/, 403, 403, 'Not authorized to update the board.'),
    asked: asked.renameBoard,
    v1: BOARD_REFUSED,
    says: `${NOT_OURS} rename it.`,
  },
  {
    case: 'board missing',
    sends: has(({ db: { sql } }) => sql`delete from sim_boards where id = '102'`),
    asked: asked.readSections,
    v1: NOT_FOUND,
    says: 'This board was deleted',
  },
  {
    case: 'board name taken',
    sends: nothing,
    asked: asked.createTakenBoard,
    v1: INVALID,
    says: 'Name is taken: the account already has a board with this name.',
  },
  {
    case: 'board name taken, told as a conflict',
    sends: says('POST', /\/boards$/, 409, 58, TAKEN),
    asked: asked.createBoard,
    v1: INVALID,
    says: 'Name is taken: the account already has a board with this name.',
  },
  {
    case: 'board name invalid, as the specification has it',
    sends: says('POST', /\/boards$/, 400, 400, 'The board name is invalid or duplicated.'),
    asked: asked.createBoard,
    v1: INVALID,
    says: notAccepted('The board name is invalid or duplicated.'),
  },
  {
    case: 'section parameters invalid',
    sends: says('POST', /\/sections$/, 400, 400, 'Invalid board section parameters.'),
    asked: asked.createSection,
    v1: INVALID,
    says: notAccepted('Invalid board section parameters.'),
  },
  {
    case: 'section write refused',
    sends: says('DELETE', /\/sections\//, 403, 403, 'Not authorized to delete board section.'),
    asked: asked.deleteSection,
    v1: BOARD_REFUSED,
    says: `${NOT_OURS} delete its sections.`,
  },
  {
    case: 'section missing, one that was known: it is deleted by now',
    sends: says('DELETE', /\/sections\//, 404, 404, 'Board section not found.'),
    asked: asked.deleteSection,
    v1: DONE,
    says: '“Lamps” deleted.',
  },
  { case: 'section missing, one that nobody knows', sends: nothing, asked: asked.deleteUnknownSection, v1: NOT_FOUND },
  {
    case: 'section lock',
    sends: fault('create_section', 'section_conflict'),
    asked: asked.createSection,
    v1: LIMITED,
    says: `${WAIT} Try again in 5 seconds.`,
  },
  {
    case: 'section not created',
    sends: says('POST', /\/sections$/, 500, 500, 'Could not create a new board section.'),
    asked: asked.createSection,
    v1: NO_ANSWER,
    says: 'we don’t know if the section was added',
  },
]

const OF_NUMBERS: RequestRow[] = [
  { case: 'analytics refused', sends: noBusiness, asked: asked.accountAnalytics, v1: NO_NUMBERS, says: NO_BUSINESS },
  { case: 'top pins refused', sends: noBusiness, asked: asked.topPins, v1: NO_NUMBERS, says: NO_BUSINESS },
  {
    case: 'account analytics, bad parameters',
    sends: says('GET', /\/user_account\/analytics/, 400, 400, 'Invalid user accounts analytics parameters.'),
    asked: asked.accountAnalytics,
    v1: INVALID,
    says: notAccepted('Invalid user accounts analytics parameters.'),
  },
  {
    case: 'pin analytics refused, of one of ours',
    sends: { has: ourPin, ...says('GET', /\/pins\/.*analytics/, 403, 403, 'Not authorized to access board or Pin.') },
    asked: asked.pinAnalytics,
    v1: NO_NUMBERS,
  },
  { case: 'pin missing, one of ours', sends: { has: ourPin }, asked: asked.pinAnalytics, v1: NOT_FOUND },
  { case: 'pin missing, one that nobody knows', sends: nothing, asked: asked.pinAnalytics, v1: NOT_FOUND },
  {
    case: 'pin of somebody else',
    sends: says('GET', /\/pins\//, 403, 29, 'You are not permitted to access that resource.'),
    asked: asked.pinAnalytics,
    v1: NOT_FOUND,
  },
  {
    case: 'pin analytics, bad parameters',
    sends: { has: ourPin, ...says('GET', /\/pins\/.*analytics/, 400, 400, 'Invalid pins analytics parameters.') },
    asked: asked.pinAnalytics,
    v1: INVALID,
  },
]

const OF_LIMITS: RequestRow[] = [
  {
    case: 'rate limit, a read',
    sends: fault('account_analytics', 'rate_limited'),
    asked: asked.accountAnalytics,
    v1: LIMITED,
    says: `${WAIT} Try again in 30 seconds.`,
  },
  {
    case: 'rate limit, a write',
    sends: fault('create_board', 'rate_limited'),
    asked: asked.createBoard,
    v1: LIMITED,
    says: `${WAIT} Try again in 30 seconds.`,
  },
  {
    case: 'spam block',
    sends: fault('create_board', 'spam'),
    asked: asked.createBoard,
    v1: '403 FORBIDDEN',
    says: 'Pinterest blocked this as spam.',
  },
  {
    case: 'account suspended',
    sends: fault('create_board', 'suspended'),
    asked: asked.createBoard,
    v1: '403 FORBIDDEN',
    says: 'Pinterest takes nothing from this account now.',
  },
  {
    case: 'it fails, a read',
    sends: fault('list_sections', 'fail_500'),
    asked: asked.readSections,
    v1: NO_ANSWER,
    says: NOT_CHANGED,
  },
  {
    case: 'it does not answer, a read',
    sends: fault('list_sections', 'hang'),
    asked: asked.readSections,
    v1: NO_ANSWER,
    says: NOT_CHANGED,
  },
  {
    case: 'it fails, a write',
    sends: fault('update_board', 'fail_500'),
    asked: asked.renameBoard,
    v1: NO_ANSWER,
    says: 'we don’t know if this was saved. Saving again is safe.',
  },
  {
    case: 'it does not answer, a write that it did',
    sends: fault('create_board', 'commit_then_hang'),
    asked: asked.createBoard,
    v1: NO_ANSWER,
    says: 'Try again: you won’t get a second one.',
  },
  {
    case: 'its answer cannot be read, a write that it did',
    sends: fault('delete_section', 'commit_then_truncated', 1),
    asked: asked.deleteSection,
    v1: DONE,
    says: '“Lamps” deleted.',
  },
]

export const REQUEST_ROWS: RequestRow[] = [
  ...OF_THE_TOKEN,
  ...OF_BOARDS,
  ...OF_NUMBERS,
  ...OF_RELEVANCE,
  ...OF_TRENDS,
  ...OF_LIMITS,
]
