/** The menu of Home with everything that has no button there. Its choices are verbs of /pin. */
import type { StaticSelect } from '@slack/types'
import { action } from '../ids.js'
import { option, text } from '../kit/kit.js'

const MORE: readonly [group: string, choices: readonly [words: string, verb: string][]][] = [
  ['Pins', [['Find pins', 'find'], ['Published', 'published'], ['Failed', 'failed'], ['Drafts', 'drafts']]], // biome-ignore format: a line a group
  ['Schedule', [['Slots', 'slots'], ['Evergreen', 'evergreen'], ['Boards', 'boards'], ['Feeds', 'feeds']]], // biome-ignore format: as above
  ['Ideas and stats', [['Ideas', 'inspiration'], ['Trends', 'trends'], ['Top pins', 'top'], ['Digest', 'digest']]], // biome-ignore format: as above
  [
    'Pinslot',
    [
      ['Settings', 'settings'],
      ['Help', 'help'],
    ],
  ],
]

export const moreMenu = (): StaticSelect => ({
  type: 'static_select',
  action_id: action.homeMore,
  placeholder: text('More', 150),
  option_groups: MORE.map(([group, choices]) => ({
    label: text(group, 75),
    options: choices.map(([words, verb]) => option(words, verb)),
  })),
})
