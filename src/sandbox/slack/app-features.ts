/** The parts of manifest.yml that Slack's client uses: known commands and listed shortcuts. */
import { command, shortcut } from '../../../blocks/ids.js'

export type AppFeatures = {
  /** `shouldEscape`: Slack marks up links and mentions in the text after the command. */
  commands: { command: string; shouldEscape: boolean }[]
  shortcuts: { type: 'global' | 'message'; name: string; callbackId: string }[]
}

/** What the client of this person offers of the app: nothing where their own workspace has not installed it. */
export const featuresFor = ({ teamId }: { teamId: string | null }, features: AppFeatures): AppFeatures =>
  teamId === null ? features : { commands: [], shortcuts: [] }

export const appFeatures: AppFeatures = {
  commands: [{ command: command.pin, shouldEscape: false }],
  shortcuts: [
    { type: 'global', name: 'New pin', callbackId: shortcut.newPin },
    { type: 'message', name: 'New pin', callbackId: shortcut.makePin },
    { type: 'message', name: 'New pins', callbackId: shortcut.makePins },
  ],
}
