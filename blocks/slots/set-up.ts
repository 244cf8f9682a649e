/** “Set up” after an account was connected: the form, its short version in a message and on Home, and the result. */
import type { AnyBlock, Button, ModalView } from '@slack/types'
import type { SetUpChoice, SetUpDue } from '../../src/core/slots/set-up.js'
import { shared, field } from '../ids.js'
import { channelInput } from '../kit/channel-input.js'
import { actions, button, escape, form, inline, input, type Message, option, section, text } from '../kit/kit.js'
import { counted } from '../kit/numbers.js'
import { slackDate, type Locale, placeOf } from '../kit/times.js'
import { zoneInput } from '../kit/zone-input.js'
import { addPostingTimes } from './add-times.js'
import { setUpMemory } from './memory.js'
import { shortTimes } from './text.js'

export const action = { useSetUp: 'use_set_up', changeSetUp: 'change_set_up', putOffSetUp: 'put_off_set_up' } as const
export const view = { setUp: 'set_up_account' } as const

/** `hours`: the times of every day, by pins a day. */
export type SetUpModel = {
  due: SetUpDue
  hours: Readonly<Record<number, readonly number[]>>
  reader: { timezone: string | null; locale: Locale }
}
/** The value of "Use these": the choices as shown. */
export type SetUpRef = { accountId: string } & SetUpChoice

const refOf = ({ due: { account, timezone, pinsPerDay, channelId } }: SetUpModel): SetUpRef => ({
  accountId: account.id,
  timezone,
  pinsPerDay,
  channelId,
})

function timesText({ due: { slots }, hours, reader: { locale } }: SetUpModel, pinsPerDay: number): string {
  if (slots > 0) return `The ${counted(slots, 'weekly slot')} you have`
  const minutes = (hours[pinsPerDay] ?? []).map((hour) => hour * 60)
  return minutes.length === 0 ? 'I’ll set them' : `${pinsPerDay} a day, ${shortTimes(minutes, locale, ' and ')}`
}

/** Shown in a message, and on Home until the set-up is done; one line remains if it was put off. */
export function setUpBlocks(model: SetUpModel): AnyBlock[] {
  const { due, reader } = model
  const { account, timezone, pinsPerDay, channelId, isPutOff } = due
  const name = inline(account.username)
  const change = (words: string): Button =>
    button({ text: words, actionId: action.changeSetUp, value: account.id, label: `${words} ${account.username}` })
  if (isPutOff) return [section(`${name} isn’t set up yet.`, change('Set up'))]
  const lines = [
    `*Set up ${name}*`,
    `Time zone: ${inline(placeOf(timezone))}${timezone === reader.timezone ? ' (yours)' : ''}`,
    `Posting times: ${timesText(model, pinsPerDay)}`,
    `Alerts go to: ${channelId === null ? 'no channel yet' : `<#${escape(channelId)}>`}`,
  ]
  const value = JSON.stringify(refOf(model))
  return [
    section(lines.join('\n')),
    actions([
      button({
        text: 'Use these',
        actionId: action.useSetUp,
        value,
        style: 'primary',
        label: `Use these for ${account.username}`,
      }),
      change('Change'),
      button({ text: 'Later', actionId: action.putOffSetUp, value: account.id, label: `Later: set up ${account.username}` }),
    ]),
  ]
}

/** @param head blocks about the connected account */
export function setUpView(model: SetUpModel, head: AnyBlock[] = []): ModalView {
  const { due, hours } = model
  const options = (due.slots > 0 ? [due.pinsPerDay] : [...Object.keys(hours).map(Number).filter(Boolean), 0]).map((count) =>
    option(timesText(model, count), String(count)),
  )
  const chosen = options.find(({ value }) => value === String(due.pinsPerDay))
  return {
    ...form({
      callbackId: view.setUp,
      title: 'Set up',
      submit: 'Use these',
      memory: setUpMemory.write({ accountId: due.account.id }),
      tellsClosed: true,
      blocks: [
        ...(head.length > 0 ? head : [section(`*Set up ${inline(due.account.username)}*`)]),
        zoneInput({ chosen: due.timezone, hint: 'Posting times are in this zone.' }),
        input({
          blockId: field.pinsPerDay,
          label: 'Posting times',
          element: {
            type: 'static_select',
            action_id: shared.value,
            options,
            ...(chosen && { initial_option: chosen }),
          },
        }),
        channelInput({
          blockId: field.channel,
          label: 'Alerts go to',
          chosen: due.channelId,
          hint: 'Invite Pinslot there: type /invite @Pinslot.',
        }),
      ],
    }),
    close: text('Later', 24),
  }
}

export type SetUpEnd = {
  account: { id: string; username: string; timezone: string | null; notifyChannelId: string | null }
  /** False if another person had already set it up. */
  isFirst: boolean
  slots: number
  next: Date | null
  /** The chosen channel, if Pinslot cannot post there. */
  closedChannelId: string | null
}

export function setUpDoneMessage({ account, isFirst, slots, next, closedChannelId }: SetUpEnd): Message {
  const channel = account.notifyChannelId === null ? 'no channel for alerts' : `alerts in <#${escape(account.notifyChannelId)}>`
  const already = `${inline(account.username)} is set up already: ${inline(placeOf(account.timezone ?? 'UTC'))} time, ${counted(slots, 'weekly slot')}, ${channel}.`
  const filled = next ? `Your next open slot is ${slackDate(next)}.` : 'All slots are filled.'
  const closed =
    closedChannelId === null
      ? ''
      : ` Pinslot isn’t in <#${escape(closedChannelId)}>: type /invite @Pinslot there, then choose it in Settings.`
  const words = `${isFirst ? 'Ready.' : already} ${slots === 0 ? 'It has no posting times yet.' : filled}${closed}`
  const settings = button({
    text: 'Settings',
    actionId: shared.digestSettings,
    value: account.id,
    label: 'Settings of the account',
  })
  return {
    text: words,
    blocks: [
      section(`:white_check_mark: ${words}`),
      actions([
        ...(slots === 0 ? [addPostingTimes(account.id)] : []),
        button({ text: 'New pin', actionId: shared.newPin, value: account.id, style: 'primary' }),
        ...(closed === '' ? [] : [settings]),
      ]),
    ],
  }
}
