/** Every verb of /pin with an example. */
import { action, command } from './ids.js'
import { actions, button, context, escape, header, type Message, section } from './kit.js'

export type VerbHelp = { usage: string; does: string; example: string }

/** @param wrong what was typed, where it was no verb */
export function helpMessage(verbs: VerbHelp[], wrong?: { typed: string; nearest: string }): Message {
  const headline = wrong
    ? `There is no ${command.pin} ${wrong.typed}. Did you mean ${command.pin} ${wrong.nearest}?`
    : `What ${command.pin} can do`
  const lines = verbs.map(({ usage, does, example }) => `*${escape(usage)}*: ${escape(does)}\n      \`${escape(example)}\``)
  return {
    text: `${escape(headline)}\n${verbs.map(({ usage, does }) => escape(`${usage}: ${does}`)).join('\n')}`,
    blocks: [
      wrong ? section(`:mag: ${escape(headline)}`) : header(headline),
      section(lines.join('\n')),
      actions([
        button({ words: 'New pin', actionId: action.newPin, style: 'primary' }),
        button({ words: 'Report', actionId: action.report, says: 'Report a problem' }),
      ]),
      context('Also: the shortcut “New pin”, “Make a pin” in the menu of a message, and the Home of this app.'),
    ],
  }
}
