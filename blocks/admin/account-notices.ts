/** Notices about connections that were lost or made, and about refusals of the app itself. */
import type { Account } from '../../src/core/accounts/account.js'
import type { AppRefusal } from '../../src/core/ports/answer-about.js'
import { connectAgain } from './connect.js'
import { setUpBlocks, type SetUpModel } from '../slots/set-up.js'
import { actions, context, inline, type Message, section } from '../kit/kit.js'

/** An account whose token is valid lacks a scope: it was revoked, or is required only since an update. */
export function reconnectMessage(account: Pick<Account, 'id' | 'username' | 'tokenStatus'>): Message {
  const name = inline(account.username)
  const sentence =
    account.tokenStatus === 'unauthorized'
      ? `${name} is disconnected. Scheduled pins wait for up to 24 hours. Admins can reconnect it.`
      : `${name} needs new permissions. Until an admin reconnects it, some actions won’t work.`
  return {
    text: `${sentence} Use /pin connect.`,
    blocks: [
      section(`:warning: ${sentence}`),
      actions([connectAgain(account, 'primary')]),
      context(`Admins: sign in to Pinterest as ${name}.`),
    ],
  }
}

/** Posted in a channel when it is chosen, which proves that Pinslot can post there. */
export function channelChosenMessage({ username }: Pick<Account, 'username'>): Message {
  const words = `Alerts and the weekly digest for ${inline(username)} come here.`
  return { text: words, blocks: [section(`:wave: ${words}`)] }
}

export type Connected = {
  isNew: boolean
  /** Pins that fell due while the account was disconnected; `isMore`: there are more than were counted. */
  overdue: { count: number; isMore: boolean }
  /** Whether any pin is scheduled. */
  hasQueue: boolean
  /** True if Pinterest does not let the app read the account's boards. */
  isDenied?: boolean
  /** The remaining set-up, if the reader may do it. */
  setUp?: SetUpModel
}

type Live = Pick<Account, 'username' | 'publishing'>

const DENIED =
  'Pinterest doesn’t let Pinslot read this account’s boards and pins. Pins still go out, but we can’t check whether they’re on the board. Make it a business account on Pinterest, or ask your Pinslot operator.'

export function connectedMessage(account: Live, connected: Connected): Message {
  const { isNew, isDenied = false, setUp } = connected
  const denied = isDenied ? [section(`:warning: ${DENIED}`)] : []
  const state = isNew ? (isDenied ? '' : ' We’re loading its boards.') : ` ${queueText(account, connected)}`
  const said = (name: string) => `${name} is connected${isNew ? '' : ' again'}.${state}`
  const steps = setUp ? setUpBlocks({ ...setUp, due: { ...setUp.due, isPutOff: false } }) : []
  return {
    text: said(inline(account.username)),
    blocks: [section(`:white_check_mark: ${said(`*${inline(account.username)}*`)}`), ...denied, ...steps],
  }
}

/** What happens to pins that waited. @see docs/contract.md#late-pins */
function queueText({ publishing }: Live, { overdue: { count, isMore }, hasQueue }: Connected): string {
  if (!hasQueue) return 'No pins are scheduled.'
  if (publishing === 'paused') return 'Publishing is paused: its pins wait until it resumes.'
  if (count === 0) return 'Scheduled pins go out on time.'
  const pins = isMore ? `More than ${count} overdue pins are` : count === 1 ? '1 overdue pin is' : `${count} overdue pins are`
  return `${pins} going out now, one a minute. Pins more than a day late become drafts.`
}

/** The meaning of each refusal of the app, with its remedy. */
const MEANINGS = {
  consumer_type: 'The app isn’t approved for this. Check its access level and status.',
  restricted_feature: 'The app has no access to this feature. Ask Pinterest for the feature or for a higher access level.',
  trial_access: 'The app has Trial access, so it can’t create pins in production. Ask for Standard access.',
  pinner_data:
    'The app can read boards and pins of business accounts only. Ask Pinterest for access to personal accounts, or have people switch to a business account.',
  ai_disclosures:
    'The app can’t declare AI. Set PLATFORM_AI_DISCLOSURES=false and restart: pins then go out without the disclosure, also those that wait.',
  credentials:
    'The app’s id or secret is wrong. Compare PLATFORM_CLIENT_ID and PLATFORM_CLIENT_SECRET with the app, then restart.',
  other: 'Pinterest doesn’t allow this. Check the app’s access level and status.',
} satisfies Record<AppRefusal, string>

/** Alerts the staff, because no account holder can fix a refusal of the app. @param platformText Pinterest's message */
export function operatorAlertMessage(organization: string, platformText: string, refusal: AppRefusal = 'other'): Message {
  const means = MEANINGS[refusal]
  const headline = 'Pinterest refuses this app'
  return {
    text: `${headline}: ${inline(platformText, 500)}`,
    blocks: [
      section(`:rotating_light: *${headline}.* ${means}\n>${inline(platformText, 500)}`),
      context(
        `Check <https://developers.pinterest.com/apps/|the app at Pinterest> and our log. Reconnecting accounts won’t help: requests are retried or refused until the app is fixed.`,
      ),
      context(`Seen for ${inline(organization)}. We report each cause once a day.`),
    ],
  }
}

/** Alerts the staff. @param words what is stuck, since when, and the command that shows more */
export function stuckMessage(organization: string, words: string): Message {
  const headline = 'Something is stuck and needs your attention'
  return {
    text: `${headline}: ${inline(words, 500)}`,
    blocks: [
      section(`:rotating_light: *${headline}.*\n>${inline(words, 500)}`),
      context(`Seen for ${inline(organization)}. We report each cause once a day.`),
    ],
  }
}
