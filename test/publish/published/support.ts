/** A published pin, and a worker that changes it at the simulated Pinterest. */
import { deletePublished, editPublished, readPinEdit } from '../../../src/core/publish/published/request.js'
import type { PinEdit } from '../../../src/core/publish/published/pin-edit.js'
import type { Post } from '../../../src/core/posts/post.js'
import { makePinEdits } from '../../../src/jobs/leased.js'
import type { Loop } from '../../../src/jobs/loop.js'
import { aPin, MINUTE_MS, type PublishWorld, reread, workFor } from '../support/support.js'

export type Sent = Post & { pinId: string }

/** @param fields of the pin, which is on Pinterest afterwards */
export async function aPublishedPin(world: PublishWorld, fields: Parameters<typeof aPin>[1] = {}): Promise<Sent> {
  const post = await aPin(world, fields)
  await workFor(world, 2 * MINUTE_MS)
  const sent = await reread(world, post)
  if (sent.pinId === null) throw new Error('it was not published')
  return { ...sent, pinId: sent.pinId }
}

export const anEditor = ({ deps }: Pick<PublishWorld, 'deps'>): Loop => makePinEdits(deps)

type Changes = Parameters<typeof editPublished>[2]['changes']
export const edit = ({ deps, actor, accountId }: PublishWorld, { id }: Post, changes: Changes): Promise<PinEdit> =>
  editPublished(deps, actor, { accountId, postId: id, changes })
export const remove = ({ deps, actor, accountId }: PublishWorld, { id, pinId }: Sent): Promise<PinEdit> =>
  deletePublished(deps, actor, { accountId, postId: id, confirm: pinId })
export const editOf = ({ deps, actor, accountId }: PublishWorld, { id }: Post): Promise<PinEdit> =>
  readPinEdit(deps, actor, { accountId, postId: id })

/** The pin at Pinterest; undefined: it is gone. */
export async function there({ simulator }: PublishWorld, { pinId }: Sent) {
  const { pins } = await simulator.state()
  return pins.find(({ id }) => id === pinId)
}

/** Works until `ms` from now on changes of published pins alone. */
export const workOnEdits = (world: PublishWorld, ms: number): Promise<void> => workFor(world, ms, [anEditor(world)])
