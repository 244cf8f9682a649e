/** The verbs of /pin: reads as their specification. */
import { helpMessage, type VerbButton, type VerbHelp } from '../../blocks/home/help.js'
import { action, command } from '../../blocks/ids.js'
import { clip } from '../../blocks/kit/kit.js'
import { openBoards } from './features/boards/boards.js'
import { connectByCommand } from './features/admin/connect.js'
import { showByCommand } from './features/pins/details.js'
import { openEvergreen } from './features/evergreen/evergreen.js'
import { findByCommand } from './features/pins/find.js'
import { showFit } from './features/relevance/fit.js'
import { showIdeas } from './features/relevance/ideas.js'
import { openKeys } from './features/admin/keys.js'
import { linkIn, unescape } from './features/composer/message-content.js'
import { composeByCommand } from './features/composer/open.js'
import { showOpenSlots, showQueue } from './features/pins/queue.js'
import { openReportByCommand, openRequestByCommand } from './features/reports/report.js'
import { openSlots } from './features/slots/slots.js'
import { openSettings } from './features/settings/settings.js'
import { showStats } from './features/stats/stats.js'
import { showTop } from './features/stats/top.js'
import type { ActionArgs, CommandArgs, Listeners, SlackDeps } from './listener.js'
import { nearestVerb } from './input/nearest-verb.js'
import { valueOf } from './features/pins/click.js'
import { unquoted } from './input/quotes.js'

type Verb = Omit<VerbHelp, 'verb'> & {
  /** `typed`: the words with their quotes. */
  run: (deps: SlackDeps, args: CommandArgs, words: string, typed: string) => Promise<void>
}

export const verbs = {
  new: {
    usage: '/pin new [link]',
    does: 'create a pin (or just /pin)',
    example: '/pin new https://example.com/shelves',
    group: 'pins',
    label: 'New pin',
    run: composeByCommand,
  },
  queue: {
    usage: '/pin queue [WEEK]',
    does: 'see your queue, for all days, a week or a day',
    example: '/pin queue next week',
    group: 'pins',
    label: 'Queue',
    run: showQueue,
  },
  next: {
    usage: '/pin next',
    does: 'see the next open slots',
    example: '/pin next',
    group: 'schedule',
    label: 'Open slots',
    run: showOpenSlots,
  },
  slots: {
    usage: '/pin slots',
    does: 'manage your weekly posting times',
    example: '/pin slots',
    group: 'schedule',
    label: 'Slots',
    run: openSlots,
  },
  show: {
    usage: '/pin show ID',
    does: 'see everything about one pin',
    example: '/pin show 12',
    group: 'pins',
    label: 'Show',
    run: showByCommand,
  },
  find: {
    usage: '/pin find WORDS',
    does: 'search drafts and scheduled pins',
    example: '/pin find kitchen shelf',
    group: 'pins',
    label: 'Find',
    run: findByCommand,
  },
  evergreen: {
    usage: '/pin evergreen',
    does: 'republish your best pins automatically',
    example: '/pin evergreen',
    group: 'schedule',
    label: 'Evergreen',
    run: openEvergreen,
  },
  boards: {
    usage: '/pin boards [WORDS]',
    does: 'see, create and rename boards and sections',
    example: '/pin boards kitchen',
    group: 'boards',
    label: 'Boards',
    run: openBoards,
  },
  fit: {
    usage: '/pin fit BOARD KEYWORD',
    does: 'check how well a board matches a keyword (1 credit)',
    example: '/pin fit "kitchen ideas" small shelves',
    group: 'boards',
    label: 'Score a board',
    run: showFit,
  },
  ideas: {
    usage: '/pin ideas BOARD KEYWORD',
    does: 'find ideas from public pins',
    example: '/pin ideas "kitchen ideas" small shelves',
    group: 'boards',
    label: 'Ideas',
    run: showIdeas,
  },
  stats: {
    usage: '/pin stats [7|30|90]',
    does: 'see your stats compared with the previous period',
    example: '/pin stats 90',
    group: 'boards',
    label: 'Stats',
    run: showStats,
  },
  top: {
    usage: '/pin top [METRIC]',
    does: 'see your top pins by engagement, saves, impressions or clicks',
    example: '/pin top saves',
    group: 'boards',
    label: 'Top pins',
    run: showTop,
  },
  settings: {
    usage: '/pin settings',
    does: 'change time zone, channel, digest, approval, pause, spacing, calendar link and roles',
    example: '/pin settings',
    group: 'account',
    label: 'Settings',
    run: openSettings,
  },
  keys: {
    usage: '/pin keys',
    does: 'create and revoke API keys (admins)',
    example: '/pin keys',
    group: 'account',
    label: 'Keys',
    run: openKeys,
  },
  connect: {
    usage: '/pin connect [NAME]',
    does: 'connect or reconnect a Pinterest account',
    example: '/pin connect',
    group: 'account',
    label: 'Connect',
    run: connectByCommand,
  },
  report: {
    usage: '/pin report',
    does: 'report a problem',
    example: '/pin report',
    group: 'help',
    label: 'Report',
    run: openReportByCommand,
  },
  request: {
    usage: '/pin request',
    does: 'request a feature',
    example: '/pin request',
    group: 'help',
    label: 'Request',
    run: openRequestByCommand,
  },
  help: { usage: '/pin help', does: 'see this list', example: '/pin help', group: 'help', run: showHelp },
} satisfies Record<string, Verb>

const names = Object.keys(verbs) as [keyof typeof verbs, ...(keyof typeof verbs)[]] // of the object just above
const isVerb = (word: string): word is keyof typeof verbs => Object.hasOwn(verbs, word)

/** The first word says what to do; none, or a link, opens the composer, a wrong one gets the nearest. */
const pinCommand = (deps: SlackDeps, args: CommandArgs): Promise<void> => run(deps, args, unescape(args.command.text))

async function run(deps: SlackDeps, args: CommandArgs, text: string): Promise<void> {
  const [, typed = '', rest = ''] = /^\s*(\S*)\s*([\s\S]*)$/.exec(text) ?? []
  const verb = typed.toLowerCase()
  if (verb === '') return composeByCommand(deps, args, '')
  if (isVerb(verb)) return verbs[verb].run(deps, args, unquoted(rest), rest)
  if (linkIn(typed) !== undefined) return composeByCommand(deps, args, typed)
  const wrong = { typed: clip(typed, 40), nearest: nearestVerb(verb, names), rest: rest.trim() }
  await args.respond({ response_type: 'ephemeral', ...helpMessage(helped(), wrong) })
}

/** A button of the help: as if the verb were typed there, with its answer below. */
async function runVerbByButton(deps: SlackDeps, args: ActionArgs): Promise<void> {
  const { verb, words } = valueOf<VerbButton>(args)
  const { body, context, client, respond } = args
  const { trigger_id, response_url } = body
  const asTyped = {
    ...{ context, client },
    command: { command: command.pin, trigger_id, response_url },
    respond: (message: object) => respond({ replace_original: false, ...message }),
  } as unknown as CommandArgs // all of a command that a verb reads
  await run(deps, asTyped, `${verb} ${words}`)
}

const helped = (): VerbHelp[] => Object.entries<Verb>(verbs).map(([verb, help]) => ({ ...help, verb }))

async function showHelp(_deps: SlackDeps, { respond }: CommandArgs): Promise<void> {
  await respond({ response_type: 'ephemeral', ...helpMessage(helped()) })
}

export const verbListeners = {
  commands: { [command.pin]: pinCommand },
  actions: { [action.runVerb]: runVerbByButton },
} as const satisfies Listeners
