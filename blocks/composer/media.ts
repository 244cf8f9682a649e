/** The composer's media: new files, files chosen before, and the link of an image. */
import type { AnyBlock, PlainTextOption } from '@slack/types'
import type { ChosenFile, ComposerModel } from './model.js'
import { shared, field } from '../ids.js'
import { FILETYPES } from '../kit/filetypes.js'
import { addressElement } from '../kit/words.js'
import { input, inline, option, picture, section } from '../kit/kit.js'

export const MOST_FILES = 5
/** The file types that Slack shows as a picture. */
const SHOWN = /\.(jpe?g|png|gif)$/i

/** Media are optional, because the page of the link may have an image. */
export const mediaBlocks = ({ values, memory }: ComposerModel): AnyBlock[] =>
  mediaInputs({
    values,
    memory,
    asksLink: asksImageLink({ memory }),
    optional: true,
    hint: 'Leave empty to use the page’s image. ',
  })

export type MediaValues = Pick<ComposerModel['values'], 'image' | 'keptFiles' | 'files'>

/** The media inputs of any form. `optional`: the file field may be empty even without an image link or earlier files. */
export function mediaInputs({
  values,
  memory: { fileRound, files = [] },
  asksLink,
  optional,
  hint = '',
}: {
  values: MediaValues
  memory: Pick<ComposerModel['memory'], 'fileRound' | 'files'>
  asksLink: boolean
  optional: boolean
  hint?: string
}): AnyBlock[] {
  return [
    ...shownFile(values),
    ...(files.length > 0 ? [keptFiles(files, values.keptFiles, fileRound)] : []),
    input({
      blockId: `${field.files}.${fileRound}`,
      label: 'Image or video',
      optional: optional || asksLink || files.length > 0,
      hint: `${hint}One image or video, a video and its cover, or 2–5 images for a carousel. Max. 10 MB each.`,
      element: { type: 'file_input', action_id: shared.value, filetypes: FILETYPES, max_files: MOST_FILES },
    }),
    ...(asksLink ? [imageLink(values.image)] : []),
  ]
}

const asksImageLink = ({ memory }: Pick<ComposerModel, 'memory'>): boolean => memory.more === true || memory.image === true

const imageLink = (initial: string): AnyBlock =>
  input({
    blockId: field.image,
    label: 'Image link',
    element: addressElement({ initial }),
    optional: true,
    hint: 'Use a public image URL instead, or as the cover.',
  })

/** True if Slack can show the file by its id; Slack refuses a whole view that has a file the app cannot see. */
export const isShownFile = ({ name, from, isSeen }: Pick<ChosenFile, 'name' | 'from' | 'isSeen'>): boolean =>
  SHOWN.test(name) && (from === undefined || isSeen === true)

/** Shows the first picture, because a file field shows only names. */
function shownFile({ keptFiles, files }: MediaValues): AnyBlock[] {
  const chosen = [...keptFiles, ...files]
  const first = chosen.find(isShownFile)
  if (!first) return []
  const words = chosen.length > 1 ? `${chosen.length} files, the first as the cover` : inline(first.name, 60)
  return [section(words, picture({ kind: 'file', id: first.id }, first.name))]
}

/** Lists the files chosen before, to keep or drop, because a file field takes no initial value. */
function keptFiles(files: readonly ChosenFile[], ticked: readonly ChosenFile[], round: number): AnyBlock {
  const options = files.map(optionOf)
  const isTicked = ({ value }: PlainTextOption) => ticked.some(({ id }) => id === value)
  const initial = options.filter(isTicked)
  return input({
    blockId: `${field.keptFiles}.${round}`,
    label: 'Files already added',
    optional: true,
    hint: 'Uncheck files you don’t want.',
    element: {
      type: 'checkboxes',
      action_id: shared.value,
      options,
      ...(initial.length > 0 && { initial_options: initial }),
    },
  })
}

const optionOf = ({ id, name, from }: ChosenFile): PlainTextOption =>
  option(from !== undefined ? `From the message: ${name}` : name, id)
