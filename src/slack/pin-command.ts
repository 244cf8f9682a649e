/** Reads a line behind /pin, typed or behind a button: which verb it means, and for which account. */
import { action as homeAction } from '../../blocks/home/view.js'
import type { AnyBlock } from '@slack/types'
import { action as helpAction, ranMessage, type VerbButton, withHelp, wrongLineMessage } from '../../blocks/home/help.js'
import { command } from '../../blocks/ids.js'
import type { Message } from '../../blocks/kit/kit.js'
import { listRefOf, listView } from '../../blocks/pin/lists.js'
import { listAccounts } from '../core/accounts/accounts.js'
import { composeByCommand } from './features/composer/open.js'
import { showByCommand } from './features/pins/details.js'
import { valueOf } from './features/cards/pressed.js'
import { showQueue } from './features/pins/queue.js'
import { emptyHomeMenu } from './features/home/home.js'
import { pageIn, pinsFromLink } from './features/review/from-link.js'
import { namedAccount, namesAccount } from './input/named-account.js'
import { meantBy } from './input/nearest-verb.js'
import { windowIn } from './input/queue-window.js'
import { unquoted } from './input/quotes.js'
import { readCommandText } from './input/slack-text.js'
import { onAction, type ActionArgs, type CommandArgs, type SlackDeps } from './listener.js'
import { rememberLine } from './people/last-line.js'
import { isPart, isVerb, parts, partIn, verbs } from './verbs.js'

const names = [...Object.keys(verbs), ...Object.keys(parts)] as [string, ...string[]] // from the tables themselves

/**
 * Runs a line by its first word: none opens the composer, a link makes drafts, a day or week shows the queue, a number its pin.
 * A synonym runs its verb, and words near no verb are searched.
 */
export async function pinCommand(deps: SlackDeps, args: CommandArgs): Promise<void> {
  const line = readCommandText(args.command.text)
  if (!ABOUT_HELP.test(line)) rememberLine(deps, args.context.member.actor.userId, `${command.pin} ${line}`.trim())
  await run(deps, args, line)
}

/** Lines that do not count as the person's last line: a report is about the line before it. */
const ABOUT_HELP = /^\s*(?:help|report|request|bug|problem)\b/i

async function run(deps: SlackDeps, given: CommandArgs, line: string): Promise<void> {
  const { args, text, named } = await withNamedAccount(deps, given, line)
  const { verb, rest } = firstWord(text)
  if (verb === '') return composeByCommand(deps, args, '')
  if (isDays(deps, args, text)) return showQueue(deps, args, text.trim()) // before the verbs: "next week" is no "next"
  if (isVerb(verb)) {
    const part = firstWord(rest)
    const ofPart = partIn(verb, part.verb)
    return ofPart ? ofPart(deps, args, unquoted(part.rest), part.rest) : verbs[verb].run(deps, args, unquoted(rest), rest)
  }
  if (isPart(verb)) return parts[verb].run(deps, args, unquoted(rest), rest)
  if (pageIn(text)) return pinsFromLink(deps, args, text)
  if (/^#?\d+$/.test(text.trim())) return showByCommand(deps, args, text.trim())
  const also = (words: string) => `${words.trim()}${named}` // the buttons of the answer are about that account, too
  const meant = meantBy(verb, rest, { verbs: names, isDays: (words) => isDays(deps, args, words) })
  if (meant.line === undefined && meant.place === undefined) return searchFor(deps, args, text)
  if (meant.runs && meant.line !== undefined) return runInstead(deps, args, meant.line, meant.remark)
  const guess = meant.line === undefined ? undefined : also(meant.line)
  await args.respond({ response_type: 'ephemeral', ...wrongLineMessage({ typed: also(text), line: guess, place: meant.place }) })
}

function firstWord(line: string): { verb: string; rest: string } {
  const [, first = '', rest = ''] = /^\s*(\S*)\s*([\s\S]*)/.exec(line) ?? []
  return { verb: first.toLowerCase(), rest }
}

/** The most blocks that Slack accepts in a message. */
const MOST_BLOCKS = 50

/** Runs the line that a synonym means, and says so below its answer, or beside the form that it opened. */
async function runInstead(deps: SlackDeps, args: CommandArgs, line: string, remark: string | undefined): Promise<void> {
  const ran = ranMessage(line, remark)
  let isAnswered = false
  const respond: CommandArgs['respond'] = (message) => {
    isAnswered = true
    if (typeof message === 'string' || !('blocks' in message)) return args.respond(message)
    const blocks = message.blocks as AnyBlock[] // a message of ours
    return args.respond({ ...message, blocks: blocks.length < MOST_BLOCKS ? [...blocks, ...ran.blocks] : blocks })
  }
  await run(deps, { ...args, respond }, line)
  if (!isAnswered) await args.respond({ response_type: 'ephemeral', ...ran })
}

/** Searches for words that are no verb. The answer also has a button for the verbs, in case something else was meant. */
async function searchFor(deps: SlackDeps, args: CommandArgs, text: string): Promise<void> {
  const respond: CommandArgs['respond'] = (message) => args.respond(typeof message === 'string' ? message : withHelp(message))
  await verbs.find.run(deps, { ...args, respond }, unquoted(text))
}

/** True for words that name days of the queue, such as "today", "next week" or "friday". */
function isDays({ clock }: SlackDeps, { context }: CommandArgs, text: string): boolean {
  return windowIn(text, { now: clock(), timezone: context.member.timezone ?? 'UTC' }) != null
}

/** `text`: the line without the account; `named`: the account, to be appended to another line, or ''. */
type ReadLine = { args: CommandArgs; text: string; named: string }

/** Switches to the account that the line names, for this line alone. @throws BAD_REQUEST no such account */
async function withNamedAccount(deps: SlackDeps, args: CommandArgs, line: string): Promise<ReadLine> {
  const isOfOthers = /^\s*(?:connect|(?:settings\s+)?away)(?:\s|$)/i.test(line) // its names are of people, or of accounts that do not exist yet
  if (isOfOthers || !namesAccount(line)) return { args, text: line, named: '' }
  const { member } = args.context
  const { account, rest } = namedAccount(line, await listAccounts(deps, member.actor))
  const currentAccountId = account?.id ?? member.currentAccountId
  const asNamed = { ...args, context: { ...args.context, member: { ...member, currentAccountId } } }
  return { args: asNamed, text: rest, named: account ? ` @${account.username}` : '' }
}

/** Runs the verb of a help button as if it had been typed, with the answer below. */
onAction([helpAction.runVerb, helpAction.searchInstead, helpAction.helpInstead], async (deps, args) => {
  const { verb, words } = valueOf<VerbButton>(args)
  await run(deps, asTyped(args, args.body.view ? 'push' : undefined), `${verb} ${words}`)
})

/** Runs a choice of Home's menu, and empties the menu again. */
onAction(homeAction.homeMore, async (deps, args) => {
  const { action: chosen } = args
  if (chosen.type !== 'static_select') return
  await run(deps, asTyped(args, 'open'), chosen.selected_option.value)
  await emptyHomeMenu(deps, args)
})

/** @param how set when the button is in a view: then the answer is a form, and forms of the verb open the same way */
function asTyped({ body, context, client, respond }: ActionArgs, how: 'open' | 'push' | undefined): CommandArgs {
  const { trigger_id, response_url } = body
  const beside = (message: object) => respond({ replace_original: false, ...message })
  const over = how && inList(client, { triggerId: trigger_id, how })
  const laying = how === 'push' ? { ...client.views, open: client.views.push } : client.views
  return {
    context,
    client: Object.assign(Object.create(client) as typeof client, { views: laying }),
    command: { command: command.pin, trigger_id, ...(response_url && { response_url }) },
    respond: over ?? beside,
  } as unknown as CommandArgs // everything that a verb reads of a command
}

/** Shows a message as a form whose pins can be clicked as in the message; a second message replaces the first. */
function inList(client: ActionArgs['client'], { triggerId, how }: { triggerId: string; how: 'open' | 'push' }) {
  let viewId: string | undefined
  return async ({ blocks }: Message): Promise<void> => {
    const kind = blocks.flatMap(({ block_id: id }) => listRefOf(id) ?? []).at(0)?.kind
    const view = listView(kind, { blocks }, {})
    if (viewId === undefined) viewId = (await client.views[how]({ trigger_id: triggerId, view })).view?.id
    else await client.views.update({ view_id: viewId, view })
  }
}
