/** What the app announces in manifest.yml, as Slack's client needs it: commands to know, shortcuts to list. */
import { command, shortcut } from '../../../blocks/ids.js'

export type AppFeatures = {
  /** `shouldEscape`: Slack marks up links and mentions in what is typed behind it. */
  commands: { command: string; shouldEscape: boolean }[]
  shortcuts: { type: 'global' | 'message'; name: string; callbackId: string }[]
}

export const appFeatures: AppFeatures = {
  commands: [{ command: command.pin, shouldEscape: false }],
  shortcuts: [
    { type: 'global', name: 'New pin', callbackId: shortcut.newPin },
    { type: 'message', name: 'Make a pin', callbackId: shortcut.makePin },
    { type: 'message', name: 'Make pins', callbackId: shortcut.makePins },
  ],
}
