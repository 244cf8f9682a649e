/** "Preview" in the composer: texts at once, then the drawn pin once its picture is ready. Nothing is saved. */
import { action } from '../../../../blocks/composer/view.js'
import type { WebClient } from '@slack/web-api'
import { type PreviewModel, type PreviewWords, previewView } from '../../../../blocks/composer/preview.js'
import { isShownFile } from '../../../../blocks/composer/media.js'
import { type ComposerValues, pageOf } from '../../../../blocks/composer/model.js'
import { linkFor } from '../../../core/posts/link-out.js'
import { HOUR_MS } from '../../../core/lib/duration.js'
import { DomainError } from '../../../core/lib/errors.js'
import { contentMark } from '../../../core/media/picture-address.js'
import { smallOf } from '../../pictures/picture-source.js'
import { shownHost } from '../../pictures/pin-picture.js'
import { showBelow } from '../../forms/show-below.js'
import { onAction, type SlackDeps } from '../../listener.js'
import { errorText } from '../../reply/errors.js'
import { inForm } from './errors.js'
import { formOf } from './form.js'
import { coverAmong, isVideo, type Source, sourcesOf } from './to-new-post.js'

/** Waiting time for the drawing; the person reads the texts in the meantime. */
const DRAWN_TIMEOUT_MS = 10_000

onAction(action.composerPreview, async (deps, { body, client, context }) => {
  if (!body.view) return
  const { memory, values } = formOf(body.view)
  const { board, link } = values
  const page = pageOf({ memory, values })
  const title = values.title.trim() === '' ? (page?.title ?? '') : values.title
  const linkOut = await linkFor(deps, context.member.actor, {
    accountId: memory.accountId,
    url: link === '' ? null : link,
    boardId: board?.id ?? null,
    boardName: board?.name ?? null,
  })
  const words = {
    title: title.trim() === '' ? null : title.trim(),
    board: board?.name ?? null,
    host: shownHost(link),
    ...(linkOut !== null && linkOut !== link && { linkOut }),
  }
  const all = sourcesOf(values)
  const ofVideo = coverAmong(all)
  const own = ofVideo === undefined ? all : all.slice(ofVideo, ofVideo + 1)
  const [cover, ...others] = own.length === 0 && page?.pictureUrl ? [{ kind: 'link' as const, url: page.pictureUrl }] : own
  const shown = cover === undefined ? 'none' : isVideo(cover) ? 'video' : 'drawing'
  const pushed = await client.views.push({ trigger_id: body.trigger_id, view: previewView({ ...words, shown: { kind: shown } }) })
  if (cover === undefined || shown !== 'drawing') return
  const last = await drawn(deps, { client, words, values, sources: [cover, ...others] })
  await showBelow(deps, client, pushed.view?.id, previewView({ ...words, shown: last }))
})

type Drawing = { client: WebClient; words: PreviewWords; values: ComposerValues; sources: [Source, ...Source[]] }

async function drawn(deps: SlackDeps, { client, words, values, sources }: Drawing): Promise<PreviewModel['shown']> {
  const [cover] = sources
  let problem: string | null = null
  const read = async () => {
    try {
      return await readCover(deps, client, cover)
    } catch (error) {
      const explained = inForm(error, { sources, boards: [], values })
      if (explained instanceof DomainError && explained.code === 'BAD_REQUEST') problem = errorText(explained)
      throw error
    }
  }
  const look = { ...words, pictures: sources.length, durationMs: null }
  const picture = await deps.pictureOf({ kind: 'preview', cover: nameOf(deps, cover), read, look }, DRAWN_TIMEOUT_MS)
  if (picture) return { kind: 'drawn', picture }
  const isShown = cover.kind === 'file' && isShownFile(cover.file)
  return { kind: 'failed', file: isShown ? { kind: 'file', id: cover.file.id } : null, problem }
}

/** Returns the name under which the cover is stored. */
function nameOf({ clock }: SlackDeps, cover: Source): string {
  if (cover.kind === 'file') return `file:${cover.file.id}`
  const hour = Math.floor(clock().getTime() / HOUR_MS) // the same link may lead to another picture later
  return `link:${contentMark([cover.url, hour])}`
}

/**
 * Reads the cover for the drawing only: a file stays at Slack and a link where it is until the form is sent.
 * @throws as a refusal of the form
 */
async function readCover(deps: SlackDeps, client: WebClient, cover: Source): Promise<Buffer> {
  if (cover.kind === 'file') return smallOf(deps, await deps.readSlackPicture(client, cover.file), 'uploadId')
  return smallOf(deps, await deps.pictures.fetch(cover.url, 'mediaUrl'), 'mediaUrl')
}
