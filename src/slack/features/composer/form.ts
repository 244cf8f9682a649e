/** The values of the composer, and what its view remembers. */
import { type ComposerMemory, composerMemory } from '../../../../blocks/composer/memory.js'
import type { ViewOutput } from '@slack/bolt'
import { CUSTOM_INTERVAL, EVERY_3_DAYS } from '../../../../blocks/composer/boards.js'
import type { MediaValues } from '../../../../blocks/composer/media.js'
import { type ComposerValues, EMPTY_COMPOSER } from '../../../../blocks/composer/model.js'
import { field, when as whenIds } from '../../../../blocks/ids.js'
import { INTERVAL_PRESETS, type IntervalPreset } from '../../../core/posts/post.js'
import { typedContent } from '../../forms/content.js'
import { chosen, chosenFiles, chosenMany, chosenTime, isAsked, typed, typedAddress } from '../../forms/values.js'

export type ComposerForm = { memory: ComposerMemory; values: ComposerValues }

export function formOf(view: ViewOutput): ComposerForm {
  const memory = composerMemory.read(view)
  const content = typedContent(view)
  const choice = chosen(view, field.when)?.id
  const values: ComposerValues = {
    ...mediaOfView(view, memory.files),
    ...content,
    board: chosen(view, field.board),
    section: chosen(view, field.section),
    ...furtherBoards(view),
    productTags: isAsked(view, field.productTags) ? content.productTags : (memory.productTags ?? ''),
    when: choice === whenIds.at ? 'at' : choice === whenIds.nextOpenSlot ? 'nextOpenSlot' : 'draft',
    at: chosenTime(view, field.time),
  }
  return { memory, values }
}

/** @param remembered files that can be checked under "Files already added" */
export function mediaOfView(view: ViewOutput, remembered: ComposerMemory['files'] = []): MediaValues {
  const ticked = chosenMany(view, field.keptFiles).map(({ id }) => id)
  return {
    image: typedAddress(view, field.image),
    keptFiles: remembered.filter(({ id }) => ticked.includes(id)),
    files: chosenFiles(view, field.files),
  }
}

/** The days that “Custom” starts with. */
const A_WEEK = 7

function furtherBoards(view: ViewOutput): Pick<ComposerValues, 'alsoOn' | 'interval' | 'everyDays' | 'placing'> {
  const preset = chosen(view, field.interval)?.id
  const days = typed(view, field.everyDays).trim()
  return {
    alsoOn: chosenMany(view, field.alsoOn),
    interval: isPreset(preset) ? preset : EMPTY_COMPOSER.interval,
    everyDays: preset === EVERY_3_DAYS ? 3 : preset === CUSTOM_INTERVAL ? Number(days) || A_WEEK : null,
    placing: chosen(view, field.placing)?.id === 'exact' ? 'exact' : 'slots',
  }
}

const isPreset = (name: string | undefined): name is IntervalPreset => name !== undefined && name in INTERVAL_PRESETS
