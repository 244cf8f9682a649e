/** Options of a field for a time zone while a person types a city. */
import { action } from '../../../../blocks/kit/zone-input.js'
import { option } from '../../../../blocks/kit/kit.js'
import { chosenAccount } from '../../accounts.js'
import { onOptions } from '../../listener.js'

const MOST_OPTIONS = 100
/** Current names of cities for which the runtime lists only older ones. */
const NEWER_NAMES = [
  'America/Argentina/Buenos_Aires',
  'America/Nuuk',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Atlantic/Faroe',
  'Europe/Kyiv',
]

onOptions(action.zone, async (deps, { options: { value }, context, ack }) => {
  const { accounts } = await chosenAccount(deps, context.member)
  const near = [context.member.timezone, ...accounts.map(({ timezone }) => timezone)].filter((zone) => zone !== null)
  await ack({ options: zonesFor(value, near).map((zone) => option(zone, zone)) })
})

/** Lists cities that begin with the words, then all other matches; in both, the zones of `near` come first. */
export function zonesFor(words: string, near: readonly string[]): string[] {
  const wanted = plain(words)
  const found = [...new Set([...near, 'UTC', ...Intl.supportedValuesOf('timeZone'), ...NEWER_NAMES])].filter((zone) =>
    plain(zone).includes(wanted),
  )
  if (wanted === '') return found.slice(0, MOST_OPTIONS)
  const begins = (zone: string) => plain(zone.slice(zone.lastIndexOf('/') + 1)).startsWith(wanted)
  return [...found.filter(begins), ...found.filter((zone) => !begins(zone))].slice(0, MOST_OPTIONS)
}

/** Folds words, so that `new york` finds America/New_York. */
const plain = (words: string) =>
  words
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')
