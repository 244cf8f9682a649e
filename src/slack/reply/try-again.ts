/** The button that repeats a request: Slack opens a form only for a click that is at most three seconds old. */
import type { Again } from '../../../blocks/kit/too-late.js'
import { shared, command as commands, shortcut } from '../../../blocks/ids.js'
import { clip } from '../../../blocks/kit/kit.js'
import { action, type VerbButton } from '../../../blocks/home/help.js'
import { readCommandText } from '../input/slack-text.js'

export type Retried = {
  type?: string
  command?: string
  text?: string
  callback_id?: string
  view?: { type: string }
  actions?: { type?: string; action_id: string; value?: string; selected_option?: { value: string } }[]
}

/** The most characters of words in the button: a value holds 2,000 characters of JSON. */
const MOST_WORDS = 800

/** Returns the request to repeat; undefined: the original control is still there to click. */
export function againOf({ type, command, text = '', callback_id: callbackId, view, actions }: Retried): Again | undefined {
  if (command === commands.pin) {
    const [, verb = '', words = ''] = /^\s*(\S*)\s*([\s\S]*)/.exec(readCommandText(text)) ?? []
    return { actionId: action.runVerb, value: JSON.stringify({ verb, words: clip(words, MOST_WORDS) } satisfies VerbButton) }
  }
  if (type === 'shortcut' && callbackId === shortcut.newPin) return { actionId: shared.newPin }
  const clicked = actions?.[0]
  if (!clicked || view?.type === 'modal') return undefined
  if (clicked.type === 'overflow' && clicked.selected_option)
    return { actionId: clicked.action_id, value: clicked.selected_option.value }
  if (clicked.type !== 'button') return undefined
  return { actionId: clicked.action_id, ...(clicked.value !== undefined && { value: clicked.value }) }
}
