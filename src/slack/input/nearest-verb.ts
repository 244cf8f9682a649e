/** The verb that was meant by a word that is none: a part of one, another word for one, or one mistyped. */
import { distance, nearest } from './nearest.js'

/** Other names that people use. One line a verb, in lower case. */
const ALSO = {
  new: 'create make add compose write draft post save upload',
  queue:
    'schedule scheduled calendar plan planned planner upcoming list pins edit move change reschedule unschedule delete remove undo drafts',
  next: 'open free gaps',
  slots: 'slot timeslot timeslots time times week hours',
  show: 'view see details info pin status history',
  find: 'search look lookup where',
  evergreen: 'recycle repeat loop repost again',
  boards: 'board section sections folders',
  fit: 'fits score scores scoring relevance relevant match matches matching rate grade',
  ideas:
    'idea inspiration inspirations inspire recommend recommended recommends recommendation recommendations suggestions discover trends',
  stats: 'stat statistics analytics numbers metrics insights impressions views',
  top: 'best winners popular ranking',
  settings:
    'setting setup configure config preferences options pause resume stop start timezone zone channel spacing digest roles role team',
  keys: 'key token tokens api apikey apikeys',
  connect: 'account accounts connection reconnect login signin pinterest disconnect',
  report: 'bug problem issue broken error complain staff support',
  request: 'feature features wish suggest suggestion feedback missing capability',
  help: 'commands verbs usage manual ? h how',
} as const

const OTHER_WORDS = new Map(Object.entries(ALSO).flatMap(([verb, words]) => words.split(' ').map((word) => [word, verb])))
const [FIRST_WORD = '', ...MORE_WORDS] = OTHER_WORDS.keys()

/** Letters by which another word for a verb may be mistyped. */
const NEAR = 2
/** Letters of which a verb is recognised by its beginning. */
const BEGINNING = 2

/** @param verbs those there are */
export function nearestVerb(typed: string, verbs: readonly [string, ...string[]]): string {
  const wanted = typed.toLowerCase()
  const known = (verb: string | undefined) => (verb !== undefined && verbs.includes(verb) ? verb : undefined)
  const begun = wanted.length >= BEGINNING ? verbs.find((verb) => verb.startsWith(wanted)) : undefined
  const verb = nearest(wanted, verbs)
  const other = nearest(wanted, [FIRST_WORD, ...MORE_WORDS])
  const isOther = distance(wanted, other) <= NEAR && distance(wanted, other) < distance(wanted, verb)
  return known(OTHER_WORDS.get(wanted)) ?? begun ?? (isOther ? known(OTHER_WORDS.get(other)) : undefined) ?? verb
}
