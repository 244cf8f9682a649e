/** A person's own reminders of approvals: the buttons that turn them off and on. */
import type { AnyBlock, Button } from '@slack/types'
import { button, type Message, section } from '../kit/kit.js'

export const action = { stopReminders: 'stop_reminders', startReminders: 'start_reminders' } as const

export const stopRemindersButton: Button = button({
  text: 'Stop reminders',
  actionId: action.stopReminders,
  label: 'Stop reminders for me',
})
const startButton: Button = button({ text: 'Turn on', actionId: action.startReminders, label: 'Turn on: reminders for me' })

/** The result of the press in a message. */
export const remindersMessage = (isOn: boolean): Message => {
  const words = isOn ? 'We’ll remind you of pins that wait for your approval.' : 'You get no reminders any more.'
  return { text: words, blocks: [section(words, isOn ? undefined : startButton)] }
}

/** The reader's own reminders, in the settings. */
export function ownRemindersPart(isOn: boolean): AnyBlock[] {
  const off = button({ text: 'Turn off', actionId: action.stopReminders, label: 'Turn off: reminders for me' })
  const words = isOn ? 'On: one message in your morning with the pins that wait for you.' : 'Off.'
  return [section(`*Your reminders of approvals*\n${words}`, isOn ? off : startButton)]
}
