/** The verbs of /pin with a button each, frequent ones first, and the response to a line that begins with no verb. */
import type { AnyBlock } from '@slack/types'
import { escapeSigns } from '../kit/as-typed.js'
import { command } from '../ids.js'
import { actions, button, clip, context, escape, header, inline, type Message, section } from '../kit/kit.js'

export const action = {
  /** A button of the help, which runs its verb. */
  runVerb: 'run_verb',
  searchInstead: 'search_instead',
  helpInstead: 'help_instead',
  report: 'open_report',
  request: 'open_request',
} as const

export const GROUPS = {
  pins: 'Pins',
  schedule: 'Schedule',
  boards: 'Boards and stats',
  account: 'Account',
  help: 'Help',
} as const
export type Group = keyof typeof GROUPS

/** `label`: the text of the verb's button; undefined: no button. `isDaily`: a frequent verb, shown first. */
export type VerbHelp = {
  verb: string
  usage: string
  does: string
  example: string
  group: Group
  label?: string
  isDaily?: boolean
}

/** The value of a verb's button. */
export type VerbButton = { verb: string; words: string }

/** `line`: the likely intention, without /pin; undefined: no verb. `place`: where to find what the person wants. */
export type WrongLine = { typed: string; line: string | undefined; place?: string | undefined }

/** The word after `/pin help` that lists the rarer verbs. */
export const EVERYTHING = 'all'

/** Keeps a button's value within its 2,000 characters of JSON; no accepted name or link is longer. */
const MOST_WORDS = 800

/** @param noMessages the address at which the workspace can let the app read what people send it, if it does not yet */
export const helpMessage = (verbs: VerbHelp[], noMessages?: string): Message =>
  said(
    `What ${command.pin} can do`,
    verbs.filter(({ isDaily }) => isDaily),
    (daily) => [
      section(
        noMessages === undefined
          ? `*Drop photos in my messages*: each becomes a draft for you to review. \`${command.pin} new many\` is the same, with links and CSV files.`
          : `*${command.pin} new many*: photos, links and CSV files become drafts for you to review. To drop photos in my messages instead, an admin has to <${noMessages}|allow \`im:history\`>.`,
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

/** The verbs that helpMessage() leaves out. */
export const moreHelpMessage = (verbs: VerbHelp[]): Message =>
  said(
    'Everything else',
    verbs.filter(({ isDaily }) => !isDaily),
    (others) => [
      ...(Object.keys(GROUPS) as Group[]).flatMap((group) => groupBlocks(others, group)), // keys of the object above
      context(`Add @account anywhere in a line to use another account: \`${command.pin} queue @account\`.`),
    ],
  )

/** The variants of one verb. */
export const partsMessage = (title: string, parts: VerbHelp[]): Message => said(title, parts, (rows) => rows.map(verbRow))

const said = (headline: string, verbs: VerbHelp[], blocksOf: (verbs: VerbHelp[]) => AnyBlock[]): Message => ({
  text: `${escape(headline)}\n${verbs.map(({ usage, does }) => escape(`${usage}: ${does}`)).join('\n')}`,
  blocks: [header(headline), ...blocksOf(verbs)],
})

/** Offers the likely verb and a search for the words, and nothing below, so that both are visible. */
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

/** Names the command that a line without a verb ran, below its result. @param place where to find what the person wants */
export const ranMessage = (line: string, place?: string): Message & { blocks: AnyBlock[] } => {
  const words = `${place === undefined ? '' : `${place} `}This is ${command.pin} ${clip(line, 60)}.`
  return { text: escape(words), blocks: [context(inline(words, 400))] }
}

/** Adds the help button below the response to a line without a verb. */
export const withHelp = <M extends object>(message: M): M => ({
  ...message,
  ...('blocks' in message &&
    Array.isArray(message.blocks) && {
      blocks: [...(message.blocks as AnyBlock[]), actions([runButton('Help', 'help', '', action.helpInstead)])],
    }), // the messages are the app's own
})

function runButton(text: string, verb: string, rest: string, actionId: string = action.runVerb) {
  const value = JSON.stringify({ verb, words: clip(rest, MOST_WORDS) } satisfies VerbButton)
  return button({ text, actionId, value, label: text })
}

function groupBlocks(verbs: VerbHelp[], group: Group): AnyBlock[] {
  const own = verbs.filter((verb) => verb.group === group)
  return own.length === 0 ? [] : [context(`*${GROUPS[group]}*`), ...own.map(verbRow)]
}

/** Shows the example only if it differs from the usage. */
function verbRow({ verb, usage, does, example, label }: VerbHelp): AnyBlock {
  const shown = example === usage ? '' : `\n      \`${escapeSigns(example)}\``
  return section(`*${escape(usage)}*: ${escape(does)}${shown}`, label === undefined ? undefined : runButton(label, verb, ''))
}
