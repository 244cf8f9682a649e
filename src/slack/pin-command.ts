/** How a line behind /pin is read, typed or behind a button: which verb is meant, of which account. */
import type { AnyBlock } from '@slack/types'
import { ranMessage, type VerbButton, withHelp, wrongLineMessage } from '../../blocks/home/help.js'
import { action, command } from '../../blocks/ids.js'
import type { Message } from '../../blocks/kit/kit.js'
import { listRefOf } from '../../blocks/pin/lists/list-ref.js'
import { listView } from '../../blocks/pin/lists/list-view.js'
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
import type { ActionArgs, CommandArgs, Listeners, SlackDeps } from './listener.js'
import { rememberLine } from './people/last-line.js'
import { isPart, isVerb, parts, partIn, verbs } from './verbs.js'

const names = [...Object.keys(verbs), ...Object.keys(parts)] as [string, ...string[]] // of the tables themselves

/**
 * The first word says what to do; none opens the composer, a link makes drafts of its page, a day or a week is the queue, a number its pin. Words
 * that are near no verb are searched for, and another word for a verb runs it.
 */
async function pinCommand(deps: SlackDeps, args: CommandArgs): Promise<void> {
  const line = readCommandText(args.command.text)
  if (!ABOUT_HELP.test(line)) rememberLine(deps, args.context.member.actor.userId, `${command.pin} ${line}`.trim())
  await run(deps, args, line)
}

/** What is reported happened before. */
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

/** Slack takes 50 blocks in a message. */
const MOST_BLOCKS = 50

/** Runs the line that another word stands for, and says so: below its answer, or beside the form that it opened. */
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
  await run(deps, asTyped(args, args.body.view ? 'push' : undefined), `${verb} ${words}`)
}

/** A choice of Home's menu, which is empty again afterwards. */
async function runVerbFromHome(deps: SlackDeps, args: ActionArgs): Promise<void> {
  const { action: chosen } = args
  if (chosen.type !== 'static_select') return
  await run(deps, asTyped(args, 'open'), chosen.selected_option.value)
  await emptyHomeMenu(deps, args)
}

/** @param how where the press was in a view: its answer is a form, and so are those that the verb opens */
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
  } as unknown as CommandArgs // all of a command that a verb reads
}

/** As a form in which a press on a pin is answered as in the message; what comes second takes the place of the first. */
function inList(client: ActionArgs['client'], { triggerId, how }: { triggerId: string; how: 'open' | 'push' }) {
  let viewId: string | undefined
  return async ({ blocks }: Message): Promise<void> => {
    const kind = blocks.flatMap(({ block_id: id }) => listRefOf(id) ?? []).at(0)?.kind
    const view = listView(kind, { blocks }, {})
    if (viewId === undefined) viewId = (await client.views[how]({ trigger_id: triggerId, view })).view?.id
    else await client.views.update({ view_id: viewId, view })
  }
}

export const pinCommandListeners = {
  commands: { [command.pin]: pinCommand },
  actions: {
    [action.homeMore]: runVerbFromHome,
    [action.runVerb]: runVerbByButton,
    [action.searchInstead]: runVerbByButton,
    [action.helpInstead]: runVerbByButton,
  },
} as const satisfies Listeners
