/** "Compare": the version of a pin that was decided on or requested beside the present one, with both pictures if they differ. */
import type { PinRef } from '../../../../blocks/pin/buttons.js'
import { action, compareView, type ComparedPictures } from '../../../../blocks/pin/versions.js'
import { findMediaOf } from '../../../core/media/media-rows.js'
import type { Actor } from '../../../core/lib/actor.js'
import { compareVersions, type Versions } from '../../../core/posts/approval/versions.js'
import { onAction, type SlackDeps } from '../../listener.js'
import { findPin } from '../cards/find-pin.js'
import { layForm, valueOf } from '../cards/pressed.js'
import { answerClick, itIsGone } from './click.js'

onAction(action.compare, async (deps, args) => {
  const { from, ...pin } = valueOf<PinRef>(args)
  const { actor } = args.context.member
  const [post, versions] = await Promise.all([findPin(deps, actor, pin), compareVersions(deps, actor, pin)])
  if (!post) return answerClick(deps, args, from, itIsGone(pin))
  await layForm(args, compareView({ post, versions, pictures: versions ? await picturesOf(deps, actor, versions) : undefined }))
})

/** Reads the covers. One that was replaced long ago is no longer stored. */
async function picturesOf(deps: SlackDeps, { organizationId }: Actor, { before, now }: Versions): Promise<ComparedPictures> {
  const ids = [before, now].map(({ image }) => image.mediaIds?.[0])
  if (ids[0] === ids[1]) return undefined
  const media = await findMediaOf(
    deps.db.sql,
    { organizationId },
    ids.flatMap((id) => id ?? []),
  )
  const [was = null, is = null] = await deps.picturesOf(
    ids.map((id) => ({ kind: 'media', organizationId, media: id === undefined ? undefined : media.get(id)?.known })),
  )
  return { before: was, now: is }
}
