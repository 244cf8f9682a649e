/** The composer's pictures and videos: a link, files, and the files that were chosen before. */
import type { AnyBlock, PlainTextOption } from '@slack/types'
import type { ChosenFile, ComposerModel } from './model.js'
import { action, field } from '../ids.js'
import { input, option } from '../kit/kit.js'

export const MOST_FILES = 5
/** What the core takes, by the names Slack knows. `qt` is not among Slack's types: such a file calls itself mov. */
const FILETYPES = ['jpg', 'jpeg', 'png', 'gif', 'webp', 'heic', 'svg', 'mp4', 'mov']

export function mediaBlocks({ values, memory }: ComposerModel): AnyBlock[] {
  const { fileRound, files = [] } = memory
  const link = {
    type: 'url_text_input',
    action_id: action.value,
    ...(values.image !== '' && { initial_value: values.image }),
  } as const
  return [
    ...(files.length > 0 ? [keptFiles(files, values.keptFiles, fileRound)] : []),
    input({
      blockId: `${field.files}.${fileRound}`,
      label: 'Files',
      optional: true,
      hint: 'One image or video, or 2–5 images for a carousel. Max. 10 MB each.',
      element: { type: 'file_input', action_id: action.value, filetypes: FILETYPES, max_files: MOST_FILES },
    }),
    input({
      blockId: field.image,
      label: 'Image link',
      element: link,
      optional: true,
      hint: 'Use a public image URL instead, or as the cover.',
    }),
  ]
}

/** Slack gives no file field an initial value: the files chosen before are listed here, to be kept or dropped. */
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
      action_id: action.value,
      options,
      ...(initial.length > 0 && { initial_options: initial }),
    },
  })
}

const optionOf = ({ id, name, from }: ChosenFile): PlainTextOption =>
  option(from === 'message' ? `From the message: ${name}` : name, id)
