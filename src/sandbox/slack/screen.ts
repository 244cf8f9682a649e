/** The content of a person's screen, as data. */
import { type Block, interactives, type Value, type Values, wordsOf } from './block-kit.js'
import type { Workspace } from './context.js'
import { listEntered, viewPlace } from './views/values.js'
import type { Who } from './ids.js'
import { listMessages } from './messages/messages.js'
import { type Channel, findChannel, listChannels, requirePerson } from './people.js'
import { chosenOptions, isStateful, stateValues, valueKey } from './state.js'
import { findHome, listModals, type OpenView } from './views/views.js'

export type ScreenMessage = {
  ts: string
  from: string
  text: string
  ephemeral: boolean
  threadTs: string | null
  /** A reply that is also sent to the channel. */
  broadcast: boolean
  blocks: Block[]
  files: string[]
}
export type ScreenField = { label: string; value: unknown; error: string | null; type: string; options?: string[] }
export type ScreenModal = {
  title: string
  fields: ScreenField[]
  buttons: string[]
  /** Slack's own message about a failed submission. */
  alert: string | null
  /** The position in the stack, from 1. */
  depth: number
  callbackId: string
  blocks: Block[]
}
export type Screen = {
  channel: string
  messages: ScreenMessage[]
  modal: ScreenModal | null
  home: { blocks: Block[]; buttons: string[] } | null
  alert: string | null
}

export async function readScreen({ db }: Workspace, who: Who): Promise<Screen> {
  const { sql } = db
  const user = await requirePerson(sql, who)
  const channel = await findChannel(sql, user.channelId)
  const messages = await listMessages(sql, user.channelId, user.id)
  const modals = await listModals(sql, user.id)
  const top = modals.at(-1)
  const home = user.onHome ? await findHome(sql, user.id) : undefined
  return {
    channel: channel ? channelLabel(channel) : '',
    messages: messages.map((message) => ({
      ts: message.ts,
      from: message.userId,
      text: message.text,
      ephemeral: message.ephemeralTo !== null,
      threadTs: message.threadTs,
      broadcast: message.isBroadcast,
      blocks: message.blocks,
      files: message.fileIds,
    })),
    modal: top ? modalScreen(top, await listEntered(sql, user.id, viewPlace(top.id)), await listChannels(sql, user)) : null,
    home: home ? { blocks: home.view.blocks, buttons: buttonsOf(home.view.blocks) } : null,
    alert: user.alert,
  }
}

/** The DM with the app has the app's name. */
export const channelLabel = ({ name, imUserId }: { name: string; imUserId: string | null }): string =>
  imUserId === null ? name : 'Pinslot'

function modalScreen(open: OpenView, entered: Values, channels: readonly Channel[]): ScreenModal {
  const { view } = open
  const values = stateValues(view.blocks, entered)
  const fields = interactives(view.blocks)
    .filter(({ element }) => isStateful(element))
    .map(({ block, element, blockId, actionId }): ScreenField => {
      const options = (element.options ?? element.option_groups?.flatMap((group) => group.options))?.map((option) =>
        wordsOf(option.text),
      )
      return {
        label: wordsOf(block.label) || wordsOf(block.text) || element.placeholder?.text || actionId,
        value: shownValue(valueKey(element), values[blockId]?.[actionId], channels),
        error: open.errors[blockId] ?? null,
        type: element.type,
        ...(options ? { options } : {}),
      }
    })
  const frame = [view.submit, view.close].map(wordsOf).filter((word) => word !== '')
  return {
    title: wordsOf(view.title),
    fields,
    buttons: [...buttonsOf(view.blocks), ...frame],
    alert: open.alert,
    depth: open.position,
    callbackId: view.callback_id ?? '',
    blocks: view.blocks,
  }
}

/** A value as a person reads it: the text of the chosen option, the names of channels and files, the typed words. */
export function shownValue(key: string, value: Value | undefined, channels: readonly Channel[]): unknown {
  if (!value) return null
  if (key === 'selected_conversation' || key === 'selected_channel') {
    const chosen = channels.find(({ id }) => id === value[key])
    return chosen ? channelLabel(chosen) : (value[key] ?? null)
  }
  if (key === 'selected_option') return chosenOptions(value)[0]?.text.text ?? null
  if (key === 'selected_options') return chosenOptions(value).map((option) => option.text.text)
  if (key === 'selected_date_time') {
    const seconds = value[key]
    return typeof seconds === 'number' ? new Date(seconds * 1000).toISOString() : null
  }
  if (key === 'files') return (value[key] as { name: string }[]).map(({ name }) => name) // written by fileWire
  return value[key] ?? null
}

export const buttonsOf = (blocks: readonly Block[]): string[] =>
  interactives(blocks)
    .filter(({ element }) => element.type === 'button')
    .map(({ element }) => wordsOf(element.text))
