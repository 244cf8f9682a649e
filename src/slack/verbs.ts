/** The verbs of /pin: reads as their specification. */
import { EVERYTHING, helpMessage, moreHelpMessage, type VerbHelp } from '../../blocks/home/help.js'
import { openBoards } from './features/boards/boards.js'
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
import { pinsFromLink } from './features/review/from-link.js'
import { bulkByCommand } from './features/review/open.js'
import { openReportByCommand, openRequestByCommand } from './features/reports/report.js'
import { saveByCommand } from './features/saves/save.js'
import { openSlots } from './features/slots/slots.js'
import { openSettings } from './features/settings/settings.js'
import { showDigest } from './features/stats/digest.js'
import { showStats } from './features/stats/stats.js'
import { showTop } from './features/stats/top.js'
import { showTrends } from './features/trends/trends.js'
import type { CommandArgs, SlackDeps } from './listener.js'

type Verb = Omit<VerbHelp, 'verb'> & {
  /** `typed`: the words with their quotes. */
  run: (deps: SlackDeps, args: CommandArgs, words: string, typed: string) => Promise<void>
}

export const verbs = {
  new: {
    usage: '/pin new [TITLE] [LINK]',
    does: 'create a pin (or just /pin)',
    example: '/pin new https://example.com/shelves',
    group: 'pins',
    label: 'New pin',
    isDaily: true,
    run: composeByCommand,
  },
  from: {
    usage: '/pin from LINK [to BOARD]',
    does: 'make drafts from a page and review them before scheduling (or just /pin LINK)',
    example: '/pin https://shop.example.com/open-shelves',
    group: 'pins',
    label: 'From a link',
    isDaily: true,
    run: (deps, args, _words, typed) => pinsFromLink(deps, args, typed),
  },
  bulk: {
    usage: '/pin bulk',
    does: 'make many pins at once and review them before scheduling',
    example: '/pin bulk',
    group: 'pins',
    label: 'New pins',
    run: bulkByCommand,
  },
  feeds: {
    usage: '/pin feeds',
    does: 'make drafts from new pages on your website: RSS, sitemap or products',
    example: '/pin feeds',
    group: 'pins',
    label: 'Feeds',
    run: openFeeds,
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
  published: {
    usage: '/pin published',
    does: 'see what was published, newest first',
    example: '/pin published',
    group: 'pins',
    label: 'Published',
    run: showSomePins('published'),
  },
  drafts: {
    usage: '/pin drafts',
    does: 'see all drafts',
    example: '/pin drafts',
    group: 'pins',
    label: 'Drafts',
    run: showSomePins('drafts'),
  },
  failed: {
    usage: '/pin failed',
    does: 'see pins that failed, and why',
    example: '/pin failed',
    group: 'pins',
    label: 'Failed',
    run: showSomePins('failed'),
  },
  next: {
    usage: '/pin next',
    does: 'see the next open slots',
    example: '/pin next',
    group: 'schedule',
    label: 'Open slots',
    isDaily: true,
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
    does: 'search drafts, scheduled and published pins',
    example: '/pin find kitchen shelf',
    group: 'pins',
    label: 'Find',
    isDaily: true,
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
  trends: {
    usage: '/pin trends [BOARD|WORDS]',
    does: 'see what people search for on Pinterest, and when to pin for it',
    example: '/pin trends kitchen',
    group: 'boards',
    label: 'Trends',
    run: showTrends,
  },
  save: {
    usage: '/pin save LINK',
    does: 'save someone else’s public pin to one of your boards',
    example: '/pin save https://www.pinterest.com/pin/123/',
    group: 'pins',
    label: 'Save a pin',
    run: saveByCommand,
  },
  stats: {
    usage: '/pin stats [7|30|90]',
    does: 'see your stats compared with the previous period',
    example: '/pin stats 90',
    group: 'boards',
    label: 'Stats',
    isDaily: true,
    run: showStats,
  },
  digest: {
    usage: '/pin digest [all]',
    does: 'see last week and what comes next, for one account or all',
    example: '/pin digest all',
    group: 'boards',
    label: 'Digest',
    run: showDigest,
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
    does: 'change time zone, channel, digest, trends, approval, pause, spacing, calendar link and roles',
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
    example: '/pin connect my_shop',
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
  help: { usage: '/pin help', does: 'see all commands', example: '/pin help', group: 'help', run: showHelp },
} satisfies Record<string, Verb>

const helped = (): VerbHelp[] => Object.entries<Verb>(verbs).map(([verb, help]) => ({ ...help, verb }))

async function showHelp(_deps: SlackDeps, { respond }: CommandArgs, words: string): Promise<void> {
  const message = words.trim() === EVERYTHING ? moreHelpMessage(helped()) : helpMessage(helped())
  await respond({ response_type: 'ephemeral', ...message })
}
