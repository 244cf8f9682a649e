/** Opens a list, or the details of a pin, as a form over the current view. */
import { inList, listView } from '../../../../../blocks/pin/lists.js'
import { type ListRef, writeListRef } from '../../../../../blocks/pin/memory.js'
import type { Message } from '../../../../../blocks/kit/kit.js'
import { openInTime } from '../../../forms/open.js'
import type { ActionArgs, SlackDeps } from '../../../listener.js'
import { listPressed } from '../../cards/pressed.js'

/** @param read reads the list, which is read again from `ref` after each click in it */
export async function openList(deps: SlackDeps, args: ActionArgs, ref: ListRef, read: () => Promise<Message>): Promise<void> {
  const { body, client } = args
  const below = listPressed(args)
  const memory = {
    ...(body.response_url && { responseUrl: body.response_url }),
    ...(below && { list: writeListRef(below) }),
  }
  const how = body.view?.type === 'modal' ? 'push' : 'open'
  await openInTime(deps, { client, triggerId: body.trigger_id, how, title: 'Pinslot' }, async () =>
    listView(ref.kind, inList(await read(), ref), memory),
  )
}
