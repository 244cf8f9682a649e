/** Two versions of a pin side by side: the one that was decided on or requested, and the present one. */
import type { AnyBlock, ImageBlock, ModalView, SectionBlock } from '@slack/types'
import type { ApprovalChange, ApprovalState, ChangedField } from '../../src/core/posts/approval/model.js'
import type { Versions } from '../../src/core/posts/approval/versions.js'
import { actorText } from '../kit/actor.js'
import { button, context, inline, md, type Picture, pictureBlock, section, text } from '../kit/kit.js'
import { messageView } from '../kit/sentence.js'
import { slackDate } from '../kit/times.js'
import { reasonQuote } from './approval-text.js'
import { pinRef } from './buttons.js'
import { CONTENT_LABELS } from './content.js'
import { type CardPost, titleOf } from './text.js'

export const action = { compare: 'compare_versions' } as const

export const CHANGED_LABELS: Record<ChangedField, string> = {
  ...CONTENT_LABELS,
  media: 'Media',
  boardId: 'Board',
  boardSectionId: 'Section',
}

const DONE: Record<ApprovalState, { done: string; of: '' | ' to' }> = {
  open: { done: 'Requested', of: '' },
  approved: { done: 'Approved', of: '' },
  changes_requested: { done: 'Changes requested', of: ' to' },
  rejected: { done: 'Rejected', of: '' },
  withdrawn: { done: 'Withdrawn', of: '' },
}

/** `Approved v4 by @Ada, Nov 3 · now v5: title changed`, with the button that shows both. */
export function versionsBlocks(versions: Versions | null | undefined, post: CardPost): SectionBlock[] {
  if (!versions) return []
  const { about, before, now, changes } = versions
  const labels = changes.map(({ field }) => CHANGED_LABELS[field]).join(', ')
  const compare = button({
    text: 'Compare',
    actionId: action.compare,
    value: pinRef(post, 'card'),
    label: `Compare: ${titleOf(post)}`,
  })
  const line = `:pencil2: ${doneText(about, `v${before.version}`)} · *now v${now.version}: ${labels.toLowerCase()} changed*`
  return [section(`${line}${reasonQuote(about)}`, compare)]
}

function doneText({ state, askedBy, askedAt, decidedBy, decidedAt }: Versions['about'], version?: string): string {
  const { done, of } = DONE[state]
  return `${done}${version === undefined ? '' : `${of} ${version}`} by ${actorText('', decidedBy ?? askedBy)}, ${slackDate(decidedAt ?? askedAt)}`
}

/** `null`: not stored any more; undefined: the picture is the same. */
export type ComparedPictures = { before: Picture | null; now: Picture | null } | undefined

/** @param versions null: nothing differs any more */
export function compareView({
  post,
  versions,
  pictures,
}: {
  post: CardPost
  versions: Versions | null
  pictures?: ComparedPictures
}): ModalView {
  const title = section(`*${inline(titleOf(post))}*`)
  if (!versions)
    return messageView('Compare', { blocks: [title, section('Nothing differs from the version that was decided on.')] })
  const { about, before, now, changes } = versions
  return messageView('Compare', {
    blocks: [
      title,
      beside(`*Version ${before.version}*\n${doneText(about)}`, `*Version ${now.version}*\nNow`),
      ...changes.flatMap((change) => changeBlock(versions, change)),
      ...(pictures ? pictureBlocks(versions, pictures, titleOf(post)) : []),
    ],
  })
}

const beside = (before: string, now: string): SectionBlock => ({ type: 'section', fields: [md(before), md(now)] })

/** The values name their version, because Slack stacks them on a narrow screen. */
function changeBlock({ before, now }: Versions, { field, before: old, after, names }: ApprovalChange): SectionBlock[] {
  if (field === 'media' && old === after) return [] // the pictures show it
  const words = (version: number, value: string | null) => text(`v${version}: ${value ?? '–'}`, 2000)
  const fields = [words(before.version, names?.before ?? old), words(now.version, names?.after ?? after)]
  return [{ ...section(`*${CHANGED_LABELS[field]}*`), fields }]
}

function pictureBlocks({ before, now }: Versions, pictures: NonNullable<ComparedPictures>, alt: string): AnyBlock[] {
  const captioned = (shown: Picture | null, version: number): (ImageBlock | AnyBlock)[] => {
    const caption = `Version ${version}`
    const [image] = pictureBlock(shown, `${caption}: ${alt}`)
    return image
      ? [{ ...image, title: text(caption, 100) }]
      : [context(`The picture of version ${version} isn’t stored any more.`)]
  }
  return [section('*Picture*'), ...captioned(pictures.before, before.version), ...captioned(pictures.now, now.version)]
}
