/** What the app announces in manifest.yml, as Slack's client needs it: commands to complete, shortcuts to list. */
import { command, shortcut } from '../../../blocks/ids.js'
import { verbs } from '../../slack/verbs.js'

export type AppFeatures = {
  commands: { command: string; verbs: { verb: string; hint: string }[] }[]
  shortcuts: { type: 'global' | 'message'; name: string; callbackId: string }[]
}

export const appFeatures: AppFeatures = {
  commands: [
    {
      command: command.pin,
      verbs: Object.entries(verbs).map(([verb, { does }]) => ({ verb, hint: does })),
    },
  ],
  shortcuts: [
    { type: 'global', name: 'New pin', callbackId: shortcut.newPin },
    { type: 'message', name: 'Make a pin', callbackId: shortcut.makePin },
  ],
}
