/** The preview of the composer's pin as Pinterest shows it, over the form. */
import type { AnyBlock, ModalView } from '@slack/types'
import { context, inline, type Picture, pictureBlock, section, text } from '../kit/kit.js'
import { titleOf } from '../pin/text.js'

/** What was typed; null: nothing yet. */
export type PreviewWords = {
  title: string | null
  board: string | null
  host: string | null
  /** The link as published, if it differs from the one typed. */
  linkOut?: string | undefined
}
export type PreviewModel = PreviewWords & {
  shown:
    | { kind: 'drawing' }
    | { kind: 'drawn'; picture: Picture }
    | { kind: 'none' }
    /** A video is not shown: it is read once the pin is saved. */
    | { kind: 'video' }
    /** `file`: the bare picture, if Slack can show it. `problem`: why a pin cannot have it; null: the failure is ours. */
    | { kind: 'failed'; file: Picture | null; problem: string | null }
}

const SAYS = {
  drawing: ':hourglass_flowing_sand: Loading the image…',
  drawn: 'Pinterest cuts long titles after two lines and tall images at 2:3. Details may differ.',
  none: 'Choose an image to see it here.',
  video: 'Videos can’t be shown here yet. The pin’s card shows it once it’s saved.',
  failed: ':warning: Can’t load the image for the preview. Your pin isn’t affected.',
} as const

export const previewView = (model: PreviewModel): ModalView => ({
  type: 'modal',
  title: text('Preview', 24),
  close: text('Back', 24),
  blocks: [...pictureOf(model), section(wordsOf(model)), ...linkOf(model), context(remarkOf(model))],
})

const linkOf = ({ linkOut }: PreviewWords): AnyBlock[] =>
  linkOut === undefined ? [] : [section(`*Link with UTM parameters*\n${inline(linkOut, 550)}`)]

const remarkOf = ({ shown }: PreviewModel): string =>
  shown.kind === 'failed' && shown.problem !== null ? `:warning: ${inline(shown.problem, 300)}` : SAYS[shown.kind]

const wordsOf = ({ title, board, host }: PreviewWords): string => {
  const where = [board ?? 'no board yet', ...(host === null ? [] : [host])]
  return `*${inline(titleOf({ title }))}*\n${where.map((words) => inline(words)).join(' · ')}`
}

function pictureOf({ title, shown }: PreviewModel): AnyBlock[] {
  const alt = `Preview: ${titleOf({ title })}`
  if (shown.kind === 'drawn') return pictureBlock(shown.picture, alt)
  return shown.kind === 'failed' ? pictureBlock(shown.file, alt) : []
}
