/** Every verb of /pin with an example and a button that does it, and what a verb that is none is answered with. */
import type { AnyBlock } from '@slack/types'
import { escapeSigns } from '../kit/as-typed.js'
import { action, command } from '../ids.js'
import { actions, button, clip, context, escape, header, type Message, section } from '../kit/kit.js'

export const GROUPS = {
  pins: 'Pins',
  schedule: 'Schedule',
  boards: 'Boards and stats',
  account: 'Account',
  help: 'Help',
} as const
export type Group = keyof typeof GROUPS

/** `label`: of its button; without one there is none. */
export type VerbHelp = { verb: string; usage: string; does: string; example: string; group: Group; label?: string }

/** What its button carries. */
export type VerbButton = { verb: string; words: string }

/** `rest`: what stood behind the wrong verb. */
export type WrongVerb = { typed: string; nearest: string; rest: string }

/** Of a button's value, which holds 2,000 characters as JSON; longer words are no name and no link that we take. */
const MOST_WORDS = 800

export function helpMessage(verbs: VerbHelp[], wrong?: WrongVerb): Message {
  const headline = wrong
    ? `There is no ${command.pin} ${wrong.typed}. Did you mean ${command.pin} ${wrong.nearest}?`
    : `What ${command.pin} can do`
  return {
    text: `${escape(headline)}\n${verbs.map(({ usage, does }) => escape(`${usage}: ${does}`)).join('\n')}`,
    blocks: [
      ...(wrong ? [section(`:mag: ${escape(headline)}`), actions([meantButton(wrong)])] : [header(headline)]),
      ...(Object.keys(GROUPS) as Group[]).flatMap((group) => groupBlocks(verbs, group)), // keys of the object above
      context('Also: the “New pin” shortcut, “Make a pin” in any message’s menu, and this app’s Home.'),
    ],
  }
}

function meantButton({ nearest, rest }: WrongVerb) {
  const words = clip(rest, MOST_WORDS)
  const whole = `${command.pin} ${nearest}${words === '' ? '' : ` ${words}`}`
  return button({ words: whole, actionId: action.runVerb, value: valueOf(nearest, words), style: 'primary', says: whole })
}

const valueOf = (verb: string, words: string) => JSON.stringify({ verb, words } satisfies VerbButton)

function groupBlocks(verbs: VerbHelp[], group: Group): AnyBlock[] {
  const own = verbs.filter((verb) => verb.group === group)
  return own.length === 0 ? [] : [context(`*${GROUPS[group]}*`), ...own.map(verbRow)]
}

function verbRow({ verb, usage, does, example, label }: VerbHelp): AnyBlock {
  const words = `*${escape(usage)}*: ${escape(does)}\n      \`${escapeSigns(example)}\``
  const run = label === undefined ? undefined : button({ words: label, actionId: action.runVerb, value: valueOf(verb, '') })
  return section(words, run)
}
