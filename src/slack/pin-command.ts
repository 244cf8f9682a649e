/** How a line behind /pin is read, typed or behind a button: which verb is meant, of which account. */
import { type VerbButton, withHelp, wrongLineMessage } from '../../blocks/home/help.js'
import { action, command } from '../../blocks/ids.js'
import { listAccounts } from '../core/accounts/accounts.js'
import { composeByCommand } from './features/composer/open.js'
import { showByCommand } from './features/pins/details.js'
import { valueOf } from './features/pins/pressed.js'
import { showQueue } from './features/pins/queue.js'
import { pageIn, pinsFromLink } from './features/review/from-link.js'
import { namedAccount, namesAccount } from './input/named-account.js'
import { meantBy } from './input/nearest-verb.js'
import { windowIn } from './input/queue-window.js'
import { unquoted } from './input/quotes.js'
import { readCommandText } from './input/slack-text.js'
import type { ActionArgs, CommandArgs, Listeners, SlackDeps } from './listener.js'
import { verbs } from './verbs.js'

const names = Object.keys(verbs) as [keyof typeof verbs, ...(keyof typeof verbs)[]] // of the table itself
const isVerb = (word: string): word is keyof typeof verbs => Object.hasOwn(verbs, word)

/**
 * The first word says what to do; none opens the composer, a link makes drafts of its page, a day or a week is the queue, a number its pin. Words
 * that are near no verb are searched for.
 */
const pinCommand = (deps: SlackDeps, args: CommandArgs): Promise<void> => run(deps, args, readCommandText(args.command.text))

async function run(deps: SlackDeps, given: CommandArgs, line: string): Promise<void> {
  const { args, text, named } = await withNamedAccount(deps, given, line)
  const [, typed = '', rest = ''] = /^\s*(\S*)\s*([\s\S]*)/.exec(text) ?? []
  const verb = typed.toLowerCase()
  if (verb === '') return composeByCommand(deps, args, '')
  if (isDays(deps, args, text)) return showQueue(deps, args, text.trim()) // before the verbs: "next week" is no "next"
  if (isVerb(verb)) return verbs[verb].run(deps, args, unquoted(rest), rest)
  if (pageIn(text)) return pinsFromLink(deps, args, text)
  if (/^#?\d+$/.test(text.trim())) return showByCommand(deps, args, text.trim())
  const also = (words: string) => `${words.trim()}${named}` // the buttons of the answer are about that account, too
  const meant = meantBy(typed, also(rest), names)
  if (meant.line === undefined && meant.place === undefined) return searchFor(deps, args, text)
  await args.respond({ response_type: 'ephemeral', ...wrongLineMessage({ typed: also(text), ...meant }) })
}

/** Harmless where something else was meant: the verbs are one click away, below what was found. */
async function searchFor(deps: SlackDeps, args: CommandArgs, text: string): Promise<void> {
  const respond: CommandArgs['respond'] = (message) => args.respond(typeof message === 'string' ? message : withHelp(message))
  await verbs.find.run(deps, { ...args, respond }, unquoted(text))
}

/** `today`, `next week`, `friday`: what can be asked of the queue. */
function isDays({ clock }: SlackDeps, { context }: CommandArgs, text: string): boolean {
  return windowIn(text, { now: clock(), timezone: context.member.timezone ?? 'UTC' }) != null
}

/** `text`: the line without the account; `named`: that, as it can stand behind another line, or ''. */
type ReadLine = { args: CommandArgs; text: string; named: string }

/** For this line alone, whatever the verb: the account that is named in it is the one worked with. @throws BAD_REQUEST no such account */
async function withNamedAccount(deps: SlackDeps, args: CommandArgs, line: string): Promise<ReadLine> {
  const isOfConnect = /^\s*connect(?:\s|$)/i.test(line) // it takes names of its own, of accounts that are to be
  if (isOfConnect || !namesAccount(line)) return { args, text: line, named: '' }
  const { member } = args.context
  const { account, rest } = namedAccount(line, await listAccounts(deps, member.actor))
  const currentAccountId = account?.id ?? member.currentAccountId
  const asNamed = { ...args, context: { ...args.context, member: { ...member, currentAccountId } } }
  return { args: asNamed, text: rest, named: account ? ` @${account.username}` : '' }
}

/** A button of the help: as if the verb were typed there, with its answer below. */
async function runVerbByButton(deps: SlackDeps, args: ActionArgs): Promise<void> {
  const { verb, words } = valueOf<VerbButton>(args)
  const { body, context, client, respond } = args
  const { trigger_id, response_url } = body
  const asTyped = {
    context,
    client,
    command: { command: command.pin, trigger_id, response_url },
    respond: (message: object) => respond({ replace_original: false, ...message }),
  } as unknown as CommandArgs // all of a command that a verb reads
  await run(deps, asTyped, `${verb} ${words}`)
}

export const pinCommandListeners = {
  commands: { [command.pin]: pinCommand },
  actions: {
    [action.runVerb]: runVerbByButton,
    [action.searchInstead]: runVerbByButton,
    [action.helpInstead]: runVerbByButton,
  },
} as const satisfies Listeners
