/** Finds the line that is meant by a word that is no verb: a part of a verb, a synonym, a typo, or an action on one pin. */
import { distance, nearest } from '../../core/lib/prose/nearest.js'

/** Synonyms in lower case, each with its line. */
const ALSO: Record<string, string> = {
  'create make add compose write post upload': 'new',
  'many import imports csv tsv excel xlsx spreadsheet batch photos': 'new many',
  'export exports download': 'queue',
  'feed rss sitemap': 'feeds',
  'schedule scheduled calendar planned upcoming list agenda': 'queue',
  'draft unfinished unscheduled': 'pins drafts',
  'sent live posted done history archive': 'pins published',
  'failure failures errors problems': 'pins failed',
  'approve reject approval pending waiting': 'approvals',
  yesterday: 'queue yesterday',
  'open free gaps empty': 'next',
  'slot timeslot timeslots time times hours': 'slots',
  'view see details info pin status': 'show',
  'search look lookup where': 'find',
  'recycle repeat loop repost again': 'evergreen',
  'board section sections folders': 'boards',
  'fits score scores scoring relevance relevant match matches matching rate grade': 'ideas fit',
  'idea inspire inspirations recommend recommended recommends recommendation recommendations suggestions discover': 'ideas',
  'stat statistics analytics numbers metrics insights impressions views': 'stats',
  'planner planning': 'plan',
  'trend trending searches searched seasons seasonal season keywords': 'ideas trends',
  'best winners popular ranking': 'stats top',
  'summary summaries weekly overview recap digests': 'stats digest',
  'setting setup configure config preferences options pause resume stop start timezone zone channel spacing roles role team':
    'settings',
  'key token tokens api apikey apikeys': 'keys',
  'account accounts connection reconnect login signin pinterest disconnect': 'connect',
  'bug problem issue broken error complain staff support': 'help report',
  'feature features wish suggest suggestion feedback missing capability': 'help request',
  'commands verbs usage manual ? h how': 'help',
}

/** Verbs that read the words behind them; for the queue, see `runsAtOnce`. */
const READS_WORDS = new Set([
  'new',
  'show',
  'find',
  'boards',
  'ideas',
  'ideas fit',
  'ideas trends',
  'help report',
  'help request',
])

/** Actions on one pin, by the buttons beside it. With a number the pin is shown; without one it is searched for. */
const ACTS =
  'edit move change reschedule unschedule delete remove undo cancel publish swap duplicate copy approve reject approval'

/** Other things that people search for, and where they are. */
const ELSEWHERE: Record<string, string> = {
  'undo revert back': 'Undo is a button on the answer to each change, for 10 minutes.',
}
const NOTES: Record<string, string> = { 'export exports download': '“Export CSV” is below every list of pins.' }

const eachWord = <Value>(table: Record<string, Value>): [string, Value][] =>
  Object.entries(table).flatMap(([words, value]) => words.split(' ').map((word): [string, Value] => [word, value]))
const OTHER_WORDS = new Map(eachWord(ALSO))
const PLACES = new Map(eachWord(ELSEWHERE))
const REMARKS = new Map(eachWord(NOTES))
const ACTS_OF_A_PIN = new Set(ACTS.split(' '))
const [FIRST_WORD = '', ...MORE_WORDS] = OTHER_WORDS.keys()

/** The least letters by which a verb is recognised from its beginning. */
const BEGINNING = 2
/** The number of letters that may be mistyped: a short word has few to recognise it by. */
const mostWrong = (word: string): number => (word.length < 6 ? 1 : 2)

/**
 * `line`: the command without /pin; undefined: none is meant. `place`: where the searched thing is; `runs`: nothing else can be
 * meant, so it runs at once; `remark`: shown with the result.
 */
export type Meant = { line: string | undefined; place?: string | undefined; runs: boolean; remark?: string | undefined }

/** @param rest the words after it @param verbs the existing verbs @param isDays true when the words name a week or a day */
export function meantBy(
  typed: string,
  rest: string,
  { verbs, isDays }: { verbs: readonly [string, ...string[]]; isDays: (words: string) => boolean },
): Meant {
  const wanted = typed.toLowerCase()
  const words = rest.trim()
  const with_ = (line: string | undefined, runs = false): Meant => ({
    line: line && `${line} ${words}`.trim(),
    place: PLACES.get(wanted),
    remark: REMARKS.get(wanted),
    runs: runs && !PLACES.has(wanted),
  })
  const runsAtOnce = (line: string) => words === '' || READS_WORDS.has(line) || (line === 'queue' && isDays(words))
  if (ACTS_OF_A_PIN.has(wanted))
    return with_(/^#?\d+$/.test(words) ? 'show' : words === '' ? (OTHER_WORDS.get(wanted) ?? 'queue') : 'find', true)
  const other = OTHER_WORDS.get(wanted)
  if (other !== undefined) return with_(other, runsAtOnce(other))
  if (PLACES.has(wanted)) return with_(undefined)
  const begun = wanted.length >= BEGINNING ? verbs.find((verb) => verb.startsWith(wanted)) : undefined
  if (begun !== undefined) return with_(begun)
  const verb = nearest(wanted, verbs)
  const alike = nearest(wanted, [FIRST_WORD, ...MORE_WORDS])
  const [toVerb, toOther] = [distance(wanted, verb), distance(wanted, alike)]
  if (Math.min(toVerb, toOther) > mostWrong(wanted)) return with_(undefined)
  return with_(toOther < toVerb ? OTHER_WORDS.get(alike) : verb)
}
