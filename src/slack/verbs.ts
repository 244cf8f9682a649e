/** The verbs of /pin, as their specification. */
import { EVERYTHING, helpMessage, moreHelpMessage, partsMessage, type VerbHelp } from '../../blocks/home/help.js'
import { findBoards } from '../core/boards/cache.js'
import { NoAccount, chosenAccount } from './accounts.js'
import { openBoards } from './features/boards/boards.js'
import { signInByCommand } from './features/admin/agents.js'
import { connectByCommand } from './features/admin/connect.js'
import { showByCommand } from './features/pins/details.js'
import { openEvergreen } from './features/evergreen/evergreen.js'
import { findByCommand } from './features/pins/find.js'
import { openFeeds } from './features/feeds/feeds.js'
import { showFit } from './features/relevance/fit.js'
import { showIdeas } from './features/relevance/ideas.js'
import { openKeys } from './features/admin/keys.js'
import { composeByCommand } from './features/composer/open.js'
import { showSomePins } from './features/pins/some-pins.js'
import { showOpenSlots, showQueue } from './features/pins/queue.js'
import { showRequests } from './features/pins/lists/requests.js'
import { pinsFromLink } from './features/review/from-link.js'
import { bulkByCommand } from './features/review/open.js'
import { openReportByCommand, openRequestByCommand } from './features/reports/report.js'
import { saveByCommand } from './features/saves/save.js'
import { openSlots } from './features/slots/slots.js'
import { awayByCommand } from './features/settings/away.js'
import { openSettings } from './features/settings/settings.js'
import { showDigest } from './features/stats/digest.js'
import { showStats } from './features/stats/stats.js'
import { showTop } from './features/stats/top.js'
import { showPlan } from './features/trends/plan.js'
import { showTrends } from './features/trends/trends.js'
import { lacksRight } from './install/granted.js'
import type { CommandArgs, SlackDeps } from './listener.js'

type Run = (deps: SlackDeps, args: CommandArgs, words: string, typed: string) => Promise<void>
type Verb = Omit<VerbHelp, 'verb'> & {
  /** `typed`: the words with their quotes. */
  run: Run
}

export const verbs = {
  new: {
    usage: '/pin new [TITLE] [LINK]',
    does: 'create a pin (or just /pin)',
    example: '/pin new https://example.com/shelves',
    group: 'pins',
    label: 'New pin',
    isDaily: true,
    run: (deps, args, words) => (isMany(words) ? bulkByCommand(deps, args) : composeByCommand(deps, args, words)),
  },
  queue: {
    usage: '/pin queue [WEEK]',
    does: 'see what goes out and what went out, in a week or on a day',
    example: '/pin queue next week',
    group: 'pins',
    label: 'Queue',
    isDaily: true,
    run: showQueue,
  },
  pins: {
    usage: '/pin pins [drafts|published|failed|approvals]',
    does: 'see all drafts, published or failed pins, or requests for approval',
    example: '/pin pins failed',
    group: 'pins',
    label: 'Pins',
    isDaily: true,
    run: showSomePins('drafts'),
  },
  find: {
    usage: '/pin find WORDS',
    does: 'search all pins (/pin 12 shows pin 12)',
    example: '/pin find kitchen shelf',
    group: 'pins',
    label: 'Find',
    isDaily: true,
    run: findByCommand,
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
  evergreen: {
    usage: '/pin evergreen',
    does: 'republish your best pins automatically',
    example: '/pin evergreen',
    group: 'schedule',
    label: 'Evergreen',
    run: openEvergreen,
  },
  feeds: {
    usage: '/pin feeds',
    does: 'make drafts from new pages on your website: RSS, sitemap or products',
    example: '/pin feeds',
    group: 'pins',
    label: 'Feeds',
    run: openFeeds,
  },
  boards: {
    usage: '/pin boards [WORDS]',
    does: 'see, create and rename boards and sections',
    example: '/pin boards BOARD',
    group: 'boards',
    label: 'Boards',
    run: openBoards,
  },
  ideas: {
    usage: '/pin ideas [BOARD KEYWORD]',
    does: 'trends, other people’s pins, how well a board fits a keyword',
    example: '/pin ideas "BOARD" small shelves',
    group: 'boards',
    label: 'Ideas',
    run: (deps, args, words, typed) => (words.trim() === '' ? showIdeaParts(deps, args) : showIdeas(deps, args, words, typed)),
  },
  stats: {
    usage: '/pin stats [7|30|90|top|digest]',
    does: 'see your stats, top pins and weekly digest',
    example: '/pin stats top saves',
    group: 'boards',
    label: 'Stats',
    isDaily: true,
    run: showStats,
  },
  settings: {
    usage: '/pin settings',
    does: 'change time zone, channel, digest, trends, approval, pause, spacing, calendar link and roles; /pin away names a deputy',
    example: '/pin settings',
    group: 'account',
    label: 'Settings',
    run: openSettings,
  },
  keys: {
    usage: '/pin keys',
    does: 'create and revoke API keys (your own, or all for admins); /pin agent signs a program in',
    example: '/pin keys',
    group: 'account',
    label: 'Keys',
    run: openKeys,
  },
  connect: {
    usage: '/pin connect [NAME]',
    does: 'connect or reconnect a Pinterest account',
    example: '/pin connect my_shop',
    group: 'account',
    label: 'Connect',
    run: connectByCommand,
  },
  help: { usage: '/pin help', does: 'see all commands', example: '/pin help', group: 'help', run: showHelp },
} satisfies Record<string, Verb>

export type VerbName = keyof typeof verbs
export const isVerb = (word: string): word is VerbName => Object.hasOwn(verbs, word)

/** `of`: the verb that it may follow, as in `/pin pins failed`; each runs on its own, too, as `/pin failed`. */
type Within = 'new' | 'pins' | 'find' | 'ideas' | 'stats' | 'settings' | 'keys' | 'help'
type Part = { of: Within; run: Run } & Partial<Pick<VerbHelp, 'usage' | 'does' | 'example' | 'label'>>

/** Second words of verbs, and the verbs of earlier versions. */
export const parts = {
  bulk: { of: 'new', run: bulkByCommand },
  from: { of: 'new', run: (deps, args, _words, typed) => pinsFromLink(deps, args, typed) },
  drafts: { of: 'pins', run: showSomePins('drafts') },
  published: { of: 'pins', run: showSomePins('published') },
  failed: { of: 'pins', run: showSomePins('failed') },
  approvals: { of: 'pins', run: showRequests },
  show: { of: 'find', run: showByCommand },
  trends: {
    of: 'ideas',
    usage: '/pin ideas trends [BOARD|WORDS]',
    does: 'what people search for on Pinterest, and when to pin for it',
    example: '/pin ideas trends BOARD',
    label: 'Trends',
    run: showTrends,
  },
  plan: {
    of: 'ideas',
    usage: '/pin plan',
    does: 'what will be searched soon, your pins for it, and drafts of what waits',
    example: '/pin plan',
    label: 'Plan',
    run: showPlan,
  },
  inspiration: {
    of: 'ideas',
    usage: '/pin ideas BOARD KEYWORD',
    does: 'other people’s public pins, for inspiration',
    example: '/pin ideas "BOARD" small shelves',
    label: 'Public pins',
    run: showIdeas,
  },
  fit: {
    of: 'ideas',
    usage: '/pin ideas fit BOARD KEYWORD',
    does: 'how well a board matches a keyword (1 credit)',
    example: '/pin ideas fit "BOARD" small shelves',
    label: 'Score a board',
    run: showFit,
  },
  save: {
    of: 'ideas',
    usage: '/pin ideas save LINK',
    does: 'save someone else’s public pin to one of your boards',
    example: '/pin ideas save https://www.pinterest.com/pin/123/',
    run: saveByCommand,
  },
  top: { of: 'stats', run: showTop },
  digest: { of: 'stats', run: showDigest },
  away: { of: 'settings', run: awayByCommand },
  agent: { of: 'keys', run: signInByCommand },
  report: { of: 'help', run: openReportByCommand },
  request: { of: 'help', run: openRequestByCommand },
} satisfies Record<string, Part>

type PartName = keyof typeof parts
export const isPart = (word: string): word is PartName => Object.hasOwn(parts, word)

/** Verbs followed by free text: a title may begin with “from”, and a search with “show”. */
const FREE: readonly VerbName[] = ['new', 'find']
/** Returns the part of the verb that the words begin with. */
export const partIn = (verb: VerbName, word: string): Run | undefined =>
  isPart(word) && parts[word].of === verb && !FREE.includes(verb) ? parts[word].run : undefined

const isMany = (words: string): boolean => words.trim().toLowerCase() === 'many'

const helped = (board: string): VerbHelp[] =>
  Object.entries<Verb>(verbs).map(([verb, help]) => ({ ...help, verb, example: withBoard(help.example, board) }))
const withBoard = (example: string, board: string): string => example.replace('BOARD', () => board)

/** Returns a board of the person's account, as people can type it. */
async function exampleBoard(deps: SlackDeps, { context: { member } }: CommandArgs): Promise<string> {
  const boards = await chosenAccount(deps, member)
    .then(({ account }) => findBoards(deps.db.sql, account))
    .catch((error: unknown) => {
      if (error instanceof NoAccount) return []
      throw error
    })
  return boards[0]?.name.replaceAll('"', '') ?? 'Kitchen ideas'
}

async function showHelp(deps: SlackDeps, args: CommandArgs, words: string): Promise<void> {
  const all = helped(await exampleBoard(deps, args))
  if (words.trim() === EVERYTHING) return void (await args.respond({ response_type: 'ephemeral', ...moreHelpMessage(all) }))
  const isDeaf = await lacksRight(deps.db.sql, args.context, 'im:history')
  const message = helpMessage(all, isDeaf ? `${deps.settings.publicUrl}/slack/install` : undefined)
  await args.respond({ response_type: 'ephemeral', ...message })
}

/** Lists the parts of `ideas`, each with its button. */
async function showIdeaParts(deps: SlackDeps, args: CommandArgs): Promise<void> {
  const board = await exampleBoard(deps, args)
  const rows = Object.entries<Part>(parts).flatMap(([verb, { of, usage = '', does = '', example = '', label }]) =>
    of === 'ideas'
      ? [{ verb, usage, does, example: withBoard(example, board), group: 'boards' as const, ...(label && { label }) }]
      : [],
  )
  await args.respond({ response_type: 'ephemeral', ...partsMessage('Ideas', rows) })
}
