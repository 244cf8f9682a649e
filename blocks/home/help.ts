/** The verbs of /pin with a button each: those of every day, then everything else; and what a line that begins with no verb is answered with. */
import type { AnyBlock } from '@slack/types'
import { escapeSigns } from '../kit/as-typed.js'
import { action, command } from '../ids.js'
import { actions, button, clip, context, escape, header, inline, type Message, section } from '../kit/kit.js'

export const GROUPS = {
  pins: 'Pins',
  schedule: 'Schedule',
  boards: 'Boards and stats',
  account: 'Account',
  help: 'Help',
} as const
export type Group = keyof typeof GROUPS

/** `label`: of its button; without one there is none. `isDaily`: shown first. */
export type VerbHelp = {
  verb: string
  usage: string
  does: string
  example: string
  group: Group
  label?: string
  isDaily?: boolean
}

/** What its button carries. */
export type VerbButton = { verb: string; words: string }

/** `line`: what was probably meant, without its /pin; undefined: no verb. `place`: where what they look for is. */
export type WrongLine = { typed: string; line: string | undefined; place?: string | undefined }

/** The words behind `/pin help` that ask for the verbs of other days. */
export const EVERYTHING = 'all'

/** Of a button's value, which holds 2,000 characters as JSON; longer words are no name and no link that we take. */
const MOST_WORDS = 800

export const helpMessage = (verbs: VerbHelp[]): Message =>
  said(
    `What ${command.pin} can do`,
    verbs.filter(({ isDaily }) => isDaily),
    (daily) => [
      section(
        `*Drop photos in my messages*: each becomes a draft for you to review. \`${command.pin} new many\` is the same, with links and CSV files.`,
        runButton('New pins', 'new', 'many'),
      ),
      section(
        `*${command.pin} LINK*: make drafts from that page\n      \`${command.pin} https://shop.example.com/open-shelves\``,
      ),
      ...daily.map(verbRow),
      actions([
        runButton('Everything else', 'help', EVERYTHING),
        button({ text: 'Report a problem', actionId: action.report }),
        button({ text: 'Request a feature', actionId: action.request }),
      ]),
      context('Also: “New pin” among the shortcuts and in any message’s menu, and this app’s Home.'),
    ],
  )

/** What `helpMessage` leaves out. */
export const moreHelpMessage = (verbs: VerbHelp[]): Message =>
  said(
    'Everything else',
    verbs.filter(({ isDaily }) => !isDaily),
    (others) => [
      ...(Object.keys(GROUPS) as Group[]).flatMap((group) => groupBlocks(others, group)), // keys of the object above
      context(`Add @account anywhere in a line to use another account: \`${command.pin} queue @account\`.`),
    ],
  )

/** What belongs to one verb. */
export const partsMessage = (title: string, parts: VerbHelp[]): Message => said(title, parts, (rows) => rows.map(verbRow))

const said = (headline: string, verbs: VerbHelp[], blocksOf: (verbs: VerbHelp[]) => AnyBlock[]): Message => ({
  text: `${escape(headline)}\n${verbs.map(({ usage, does }) => escape(`${usage}: ${does}`)).join('\n')}`,
  blocks: [header(headline), ...blocksOf(verbs)],
})

/** The guess, and a search for the words: nothing below them, so that both are in sight. */
export function wrongLineMessage({ typed, line, place }: WrongLine): Message {
  const meant = line === undefined ? undefined : `${command.pin} ${clip(line, 60)}`
  const first = clip(typed.split(/\s/)[0] ?? '', 40)
  const guess = meant === undefined ? ' Do you want to search for it?' : ` Did you mean ${meant}?`
  const headline = place ?? `There is no ${command.pin} ${first}.${guess}`
  const [verb = '', ...rest] = (line ?? '').split(' ')
  const search = clip(`Search for “${typed}”`, 75)
  return {
    text: escape(headline),
    blocks: [
      section(`:mag: ${inline(headline, 400)}`),
      actions([
        ...(meant === undefined ? [] : [{ ...runButton(meant, verb, rest.join(' ')), style: 'primary' as const }]),
        ...(verb === 'find' ? [] : [runButton(search, 'find', typed, action.searchInstead)]),
        runButton('Help', 'help', '', action.helpInstead),
      ]),
    ],
  }
}

/** Names what another word ran, on the last line of its answer. @param place where what they look for is */
export const ranMessage = (line: string, place?: string): Message & { blocks: AnyBlock[] } => {
  const words = `${place === undefined ? '' : `${place} `}This is ${command.pin} ${clip(line, 60)}.`
  return { text: escape(words), blocks: [context(inline(words, 400))] }
}

/** Below what a line without a verb was answered with. */
export const withHelp = <M extends object>(message: M): M => ({
  ...message,
  ...('blocks' in message &&
    Array.isArray(message.blocks) && {
      blocks: [...(message.blocks as AnyBlock[]), actions([runButton('Help', 'help', '', action.helpInstead)])],
    }), // a message of ours
})

function runButton(text: string, verb: string, rest: string, actionId: string = action.runVerb) {
  const value = JSON.stringify({ verb, words: clip(rest, MOST_WORDS) } satisfies VerbButton)
  return button({ text, actionId, value, label: text })
}

function groupBlocks(verbs: VerbHelp[], group: Group): AnyBlock[] {
  const own = verbs.filter((verb) => verb.group === group)
  return own.length === 0 ? [] : [context(`*${GROUPS[group]}*`), ...own.map(verbRow)]
}

/** An example only where it says more than the line above it. */
function verbRow({ verb, usage, does, example, label }: VerbHelp): AnyBlock {
  const shown = example === usage ? '' : `\n      \`${escapeSigns(example)}\``
  return section(`*${escape(usage)}*: ${escape(does)}${shown}`, label === undefined ? undefined : runButton(label, verb, ''))
}
