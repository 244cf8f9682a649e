/** The line that was meant by a word that is no verb: a part of one, another word for one, one mistyped, or about one pin. */
import { distance, nearest } from '../../core/lib/words/nearest.js'

/** Other words that people use, each with the line it stands for; the first one whose verb there is. In lower case. */
const ALSO: Record<string, readonly [string, ...string[]]> = {
  'create make add compose write post save upload': ['new'],
  'import imports csv tsv excel xlsx spreadsheet many batch photos': ['bulk'],
  'export exports download': ['queue'],
  'feed rss sitemap': ['feeds'],
  'schedule scheduled calendar plan planned planner upcoming list pins agenda': ['queue'],
  'draft drafts unfinished unscheduled': ['drafts', 'find'],
  'published sent live posted done history archive': ['published', 'queue last week'],
  'failed failures failure errors problems': ['failed', 'queue'],
  yesterday: ['queue yesterday'],
  'open free gaps empty': ['next'],
  'slot timeslot timeslots time times hours': ['slots'],
  'view see details info pin status': ['show'],
  'search look lookup where': ['find'],
  'recycle repeat loop repost again': ['evergreen'],
  'board section sections folders': ['boards'],
  'fits score scores scoring relevance relevant match matches matching rate grade': ['fit'],
  'idea inspiration inspirations inspire recommend recommended recommends recommendation recommendations suggestions discover': [
    'ideas',
  ],
  'stat statistics analytics numbers metrics insights impressions views': ['stats'],
  'trend trending searches searched seasons seasonal season keywords': ['trends'],
  'best winners popular ranking': ['top'],
  'summary summaries weekly overview recap digests': ['digest'],
  'setting setup configure config preferences options pause resume stop start timezone zone channel spacing roles role team': [
    'settings',
  ],
  'key token tokens api apikey apikeys': ['keys'],
  'account accounts connection reconnect login signin pinterest disconnect': ['connect'],
  'bug problem issue broken error complain staff support': ['report'],
  'feature features wish suggest suggestion feedback missing capability': ['request'],
  'commands verbs usage manual ? h how': ['help'],
}

/** What is done to one pin, by the buttons beside it. With a number the pin is shown; without one it is looked for. */
const ACTS =
  'edit move change reschedule unschedule delete remove undo cancel publish swap duplicate copy approve reject approval'

/** What else people look for, and where that is. */
const ELSEWHERE: Record<string, string> = {
  'approve approval approvals reject pending waiting':
    'Requests for approval are at the top of Home and in the approvals channel.',
  'undo revert back': 'Undo is a button on the answer to each change, for 10 minutes.',
  'export exports download': '“Export CSV” is below every list of pins.',
}

const eachWord = <Value>(table: Record<string, Value>): [string, Value][] =>
  Object.entries(table).flatMap(([words, value]) => words.split(' ').map((word): [string, Value] => [word, value]))
const OTHER_WORDS = new Map(eachWord(ALSO))
const PLACES = new Map(eachWord(ELSEWHERE))
const ACTS_OF_A_PIN = new Set(ACTS.split(' '))
const [FIRST_WORD = '', ...MORE_WORDS] = OTHER_WORDS.keys()

/** Letters of which a verb is recognised by its beginning. */
const BEGINNING = 2
/** By how many letters a word may be mistyped: a short one has few to tell it by. */
const mostWrong = (word: string): number => (word.length < 6 ? 1 : 2)

/** `line`: without its /pin; undefined: it means no verb. `place`: where what they look for is. */
export type Meant = { line: string | undefined; place: string | undefined }

/** @param rest what stood behind it @param verbs those there are */
export function meantBy(typed: string, rest: string, verbs: readonly [string, ...string[]]): Meant {
  const wanted = typed.toLowerCase()
  const place = PLACES.get(wanted)
  const isThere = (line: string) => verbs.some((verb) => verb === line.split(' ')[0])
  const standsFor = (word: string) => OTHER_WORDS.get(word)?.find(isThere)
  const with_ = (line: string | undefined) => ({ line: line && `${line} ${rest}`.trim(), place })
  if (ACTS_OF_A_PIN.has(wanted)) return with_(/^#?\d+$/.test(rest.trim()) ? 'show' : rest.trim() === '' ? 'queue' : 'find')
  if (OTHER_WORDS.has(wanted)) return with_(standsFor(wanted))
  const begun = wanted.length >= BEGINNING ? verbs.find((verb) => verb.startsWith(wanted)) : undefined
  if (begun !== undefined) return with_(begun)
  const verb = nearest(wanted, verbs)
  const other = nearest(wanted, [FIRST_WORD, ...MORE_WORDS])
  const [toVerb, toOther] = [distance(wanted, verb), distance(wanted, other)]
  if (Math.min(toVerb, toOther) > mostWrong(wanted)) return with_(undefined)
  return with_(toOther < toVerb ? standsFor(other) : verb)
}
