/** Notices about connections: lost, made, and what the platform refuses the app itself. */
import type { Account } from '../../src/core/accounts/account.js'
import type { AppRefusal } from '../../src/core/ports/platform.js'
import { connectAgain } from './connect.js'
import { action } from '../ids.js'
import { actions, button, context, inline, type Message, section } from '../kit/kit.js'

/** With a token that lives only something is missing: a scope that was taken away, or that we ask for since. */
export function reconnectMessage(account: Pick<Account, 'id' | 'username' | 'tokenStatus'>): Message {
  const name = inline(account.username)
  const sentence =
    account.tokenStatus === 'unauthorized'
      ? `${name} has to be connected again: the platform takes no more pins for it. Its queue waits for up to a day.`
      : `${name} has to be connected again: Pinslot may not do all that it needs for it. Until then some of what you ask for is refused.`
  return {
    text: `${sentence} An admin connects it by /pin connect.`,
    blocks: [
      section(`:warning: ${sentence}`),
      actions([connectAgain(account, 'primary')]),
      context(`For admins: Pinterest asks in the browser. Sign in there as ${name}.`),
    ],
  }
}

/** Posted in a channel when it is chosen. */
export function channelChosenMessage({ username }: Pick<Account, 'username'>): Message {
  const words = `Here I tell of ${inline(username)} from now on: what could not be published, what is late, when its connection is lost, and once a week what came of it.`
  return { text: words, blocks: [section(`:wave: ${words}`)] }
}

export type Connected = {
  isNew: boolean
  /** Pins that fell due while it was not connected; `isMore`: there are more than were counted. */
  overdue: { count: number; isMore: boolean }
  /** Whether any pin is on the schedule. */
  hasQueue: boolean
  hasOtherAccounts: boolean
}

type Live = Pick<Account, 'username' | 'publishing' | 'timezone'>

export function connectedMessage(account: Live, connected: Connected): Message {
  const { isNew } = connected
  const name = `*${inline(account.username)}*`
  const head = `${name} is connected${isNew ? '' : ' again'}.`
  const text = `${inline(account.username)} is connected${isNew ? '' : ' again'}.`
  if (!isNew) {
    const queue = queueText(account, connected)
    return { text: `${text} ${queue}`, blocks: [section(`:white_check_mark: ${head} ${queue}`)] }
  }
  return {
    text: `${text} Next: /pin settings, /pin slots, /pin new.`,
    blocks: [section(`:white_check_mark: ${head} Its boards are being read.`), ...nextSteps(account, connected)],
  }
}

/** What becomes of pins that waited. @see docs/contract.md#late-pins */
function queueText({ publishing }: Live, { overdue: { count, isMore }, hasQueue }: Connected): string {
  if (!hasQueue) return 'Nothing of it is scheduled.'
  if (publishing === 'paused') return 'Publishing is paused: its pins wait until someone resumes it.'
  if (count === 0) return 'Its pins go out at their times.'
  const pins = isMore ? `More than ${count} pins` : count === 1 ? 'One pin' : `${count} pins`
  return `${pins} fell due meanwhile and ${count === 1 && !isMore ? 'goes' : 'go'} out now: late ones one a minute, none that is more than a day late.`
}

/** Forms are about the account that a person works with: with others beside it, it is chosen first. */
function nextSteps({ username, timezone }: Live, { hasOtherAccounts }: Connected): Message['blocks'] {
  const zone = timezone === null ? 'none yet' : `now ${inline(timezone)}`
  const steps = [
    ...(hasOtherAccounts
      ? [`Choose *${inline(username)}* on the Home of this app: what follows is about the account chosen there.`]
      : []),
    `\`/pin settings\`: its time zone (${zone}), and the channel that hears of its pins.`,
    '`/pin slots`: the times of the week at which pins go out.',
    '`/pin new`: its first pin.',
  ]
  const forms = actions([
    button({ words: 'Settings', actionId: action.openSettings, says: 'Settings of the account' }),
    button({ words: 'Slots', actionId: action.openSlots, says: 'Slots of the week' }),
    button({ words: 'New pin', actionId: action.newPin }),
  ])
  return [
    section(`*Next steps*\n${steps.map((step, index) => `${index + 1}. ${step}`).join('\n')}`),
    ...(hasOtherAccounts ? [] : [forms]),
  ]
}

/** What it means that the platform refuses the app, and what to do. */
const MEANINGS = {
  consumer_type: 'The app is not approved for what was asked. Look at its access level and its state.',
  restricted_feature: 'The app has no access to this feature. Ask Pinterest for it, or for a higher access level.',
  trial_access: 'The app has Trial access: it may not make pins in production. Ask for Standard access.',
  credentials:
    'The app’s own id or secret is wrong. Compare PLATFORM_CLIENT_ID and PLATFORM_CLIENT_SECRET with the app, then restart.',
  other: 'It does not let the app do what was asked. Look at its access level and its state.',
} satisfies Record<AppRefusal, string>

/** To the staff: no account holder can fix it. @param platformText the platform's message */
export function operatorAlertMessage(organization: string, platformText: string, refusal: AppRefusal = 'other'): Message {
  const means = MEANINGS[refusal]
  const headline = 'Pinterest refuses this app'
  return {
    text: `${headline}: ${inline(platformText, 500)}`,
    blocks: [
      section(`:rotating_light: *${headline}.* ${means}\n>${inline(platformText, 500)}`),
      context(
        `Where to look: <https://developers.pinterest.com/apps/|the app at Pinterest>, and our log. No account has to be connected again, and nothing a team does helps: what was asked is tried again, or refused, until the app is mended.`,
      ),
      context(`Seen for ${inline(organization)}. Told once a day for each cause.`),
    ],
  }
}

/** To the staff. @param words what is stuck, since when, and the command that shows more */
export function stuckMessage(organization: string, words: string): Message {
  const headline = 'Something is stuck, and does not free itself'
  return {
    text: `${headline}: ${inline(words, 500)}`,
    blocks: [
      section(`:rotating_light: *${headline}.*\n>${inline(words, 500)}`),
      context(`Seen for ${inline(organization)}. Told once a day for each cause.`),
    ],
  }
}
