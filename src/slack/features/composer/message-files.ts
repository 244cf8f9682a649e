/** The files of a message, for the composer. */
import { z } from 'zod'
import { isFileThere, type SlackFile, slackFile } from '../../input/slack-file.js'
import { clip } from '../../../../blocks/kit/kit.js'
import { MOST_FILES } from '../../../../blocks/composer/media.js'
import { formatOfName } from '../../../core/media/formats.js'
import type { FileOrigin } from '../../../core/sources/review/model.js'
import type { ChosenFile } from '../../../../blocks/composer/model.js'

const attachments = z.object({ files: z.array(slackFile).default([]) })

/**
 * Returns the kind of conversation. Ids that begin with D are direct messages: of two people, where nobody can invite the app,
 * or with the app itself.
 */
export const originOf = ({ channel }: { channel: { id: string } }): FileOrigin => (channel.id.startsWith('D') ? 'dm' : 'message')

/** `chosen`: the `files` that the form begins with. `note`: the files that are not chosen, in a sentence. */
export type MessageFiles = { files: ChosenFile[]; chosen: ChosenFile[]; note?: string }

/**
 * Chooses files for the pin, one video or some pictures: a video wins over its cover. All files are offered, and `note` names
 * those not chosen.
 */
export function filesIn(message: object, from: FileOrigin): MessageFiles {
  const read = attachments.safeParse(message)
  const there = (read.success ? read.data.files : []).filter(isFileThere)
  const toChosen = ({ id, name }: SlackFile): ChosenFile => ({ id, name: name ?? 'a file', from })
  const videos = there.filter(isVideo).map(toChosen)
  const pictures = there.filter((file) => !isVideo(file) && mayBePicture(file)).map(toChosen)
  const others = there.filter((file) => !isVideo(file) && !mayBePicture(file)).map(toChosen)
  const chosen = videos.length > 0 ? videos.slice(0, 1) : pictures.slice(0, MOST_FILES)
  const sentences = [whyNotAll(videos, pictures), others.length > 0 ? `Not images or videos: ${named(others)}.` : '']
  const note = sentences.filter((sentence) => sentence !== '').join(' ')
  return { files: [...videos, ...pictures], chosen, ...(note !== '' && { note }) }
}

const namedAs = (name: string | null | undefined) => formatOfName(name ?? '')?.mediaType

const isVideo = ({ mimetype, name }: SlackFile): boolean => (mimetype ? mimetype.startsWith('video/') : namedAs(name) === 'video')
/** True when the file may be a picture: for a file of a shared channel, Slack may send only its id. */
const mayBePicture = ({ mimetype, name, file_access: access }: SlackFile): boolean =>
  access === 'check_file_info' || mimetype?.startsWith('image/') === true || namedAs(name) === 'image'

const named = (files: readonly ChosenFile[]): string =>
  files.length > 3 ? `${files.length} files` : files.map(({ name }) => `“${clip(name, 40)}”`).join(', ')

function whyNotAll(videos: readonly ChosenFile[], pictures: readonly ChosenFile[]): string {
  const [video, ...more] = videos
  if (video && pictures.length > 0)
    return `A pin has one video or up to ${MOST_FILES} images. ${named([video])} is chosen, ${named([...more, ...pictures])} not. You can check others below instead.`
  if (video && more.length > 0) return `A pin has one video. ${named([video])} is chosen, ${named(more)} not.`
  const left = pictures.slice(MOST_FILES)
  return left.length > 0 ? `A pin has up to ${MOST_FILES} images. The first ${MOST_FILES} are chosen, ${named(left)} not.` : ''
}
