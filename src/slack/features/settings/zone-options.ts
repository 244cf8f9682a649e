/** What a field for a time zone offers while somebody types a city into it. */
import { option } from '../../../../blocks/kit/kit.js'
import { chosenAccount } from '../../accounts.js'
import type { OptionsArgs, SlackDeps } from '../../listener.js'

const MOST_OPTIONS = 100
/** What people type today, where the runtime lists older names alone. */
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

export async function zoneOptions(deps: SlackDeps, { options: { value }, context, ack }: OptionsArgs): Promise<void> {
  const { accounts } = await chosenAccount(deps, context.member)
  const near = [context.member.timezone, ...accounts.map(({ timezone }) => timezone)].filter((zone) => zone !== null)
  await ack({ options: zonesFor(value, near).map((zone) => option(zone, zone)) })
}

/** Those that are near first, then cities that begin with the words, then all others with them. */
export function zonesFor(words: string, near: readonly string[]): string[] {
  const wanted = plain(words)
  const found = [...new Set([...near, 'UTC', ...Intl.supportedValuesOf('timeZone'), ...NEWER_NAMES])].filter((zone) =>
    plain(zone).includes(wanted),
  )
  if (wanted === '') return found.slice(0, MOST_OPTIONS)
  const begins = (zone: string) => plain(zone.slice(zone.lastIndexOf('/') + 1)).startsWith(wanted)
  return [...found.filter(begins), ...found.filter((zone) => !begins(zone))].slice(0, MOST_OPTIONS)
}

/** `new york` finds America/New_York. */
const plain = (words: string) =>
  words
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')
