/** The pane of a pin’s link: its details for who opened it, and edits in it, which are the core’s own. */
import {
  CANT_OPEN,
  nameOf,
  NOT_SEEN,
  paneEntity,
  type PaneField,
  paneProblem,
  type PaneSeen,
  readSeen,
  view,
} from '../../../../blocks/pin/entity.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { editPost, type EditPost } from '../../../core/posts/edit.js'
import type { Placed, Post } from '../../../core/posts/post.js'
import { schedulePost } from '../../../core/posts/schedule.js'
import { submitOnce } from '../../forms/submit-once.js'
import { chosenTime, isAsked, typed, typedAddress } from '../../forms/values.js'
import { type DetailsRequestedArgs, onView, type SlackDeps, type ViewArgs } from '../../listener.js'
import { explain } from '../../reply/errors.js'
import { findPinOfPane, postIdOf, readPane, seenOf } from '../cards/entity.js'
import { changeOf } from './click.js'

type Client = ViewArgs['client']
/** Shows the pin with the rights of who opened the pane. Who may not see it learns no more than of a pin that never was. */
export async function presentPin(deps: SlackDeps, { event, client, context }: DetailsRequestedArgs): Promise<void> {
  const post = await findPinOfPane(deps, context.member, postIdOf(deps, event))
  await present(deps, client, context.member, { triggerId: event.trigger_id, post })
}

async function present(
  deps: SlackDeps,
  client: Client,
  member: Member,
  { triggerId: trigger_id, post }: { triggerId: string; post: Post | undefined },
): Promise<void> {
  const shown = post ? { metadata: paneEntity(await readPane(deps, member, post)) } : { error: paneProblem(CANT_OPEN, NOT_SEEN) }
  await client.entity.presentDetails({ trigger_id, ...shown }) // its type knows one of both
}

/** Saves what was changed in the pane. What the core refuses stands under its field, or above the pane. */
onView(view.pane, async (deps, args) => {
  const { view: pane, body, client, context, ack } = args
  const { member } = context
  const { trigger_id: triggerId } = body
  const before = await findPinOfPane(deps, member, postIdOf(deps, pane)) // Bolt’s type lacks what Slack adds to a pane
  try {
    const saved = before && (await save(deps, args, before))
    await ack()
    await present(deps, client, member, { triggerId, post: saved && (await findPinOfPane(deps, member, before.id)) })
  } catch (error) {
    const { sentence, field, others = [] } = explain(deps, error, { type: body.type, callbackId: pane.callback_id })
    const under = [...others, ...(field === undefined ? [] : [{ field, sentence }])].flatMap((one) => {
      const name = Object.keys(pane.state.values).find((id) => id === one.field || id.startsWith(`${one.field}.`))
      return name === undefined ? [] : [[name, one.sentence]]
    })
    if (under.length > 0) return ack({ response_action: 'errors', errors: Object.fromEntries(under) as Record<string, string> })
    await ack()
    await client.entity.presentDetails({
      trigger_id: triggerId,
      error: { ...paneProblem('Not saved', sentence), status: 'edit_error' },
    })
  }
})

const READ: Record<Exclude<PaneField, 'sendAt'>, (view: ViewArgs['view'], name: string) => string> = {
  title: typed,
  description: typed,
  url: typedAddress,
}

/** Writes in one call of the core what differs from what the pane showed; nothing, if that is all the same. */
async function save(deps: SlackDeps, { view: pane, body, context }: ViewArgs, post: Post): Promise<true> {
  const { actor } = context.member
  const shown = readSeen(Object.keys(pane.state.values))
  const seen = shown ?? seenOf(post)
  const changes: EditPost['changes'] = {}
  for (const [name, read] of Object.entries(READ) as [Exclude<PaneField, 'sendAt'>, (typeof READ)['title']][]) {
    if (!isAsked(pane, name)) continue
    const value = read(pane, name)
    if (name === 'title' && post.title === null && value === nameOf(post)) continue
    if (seenOf({ ...post, [name]: value })[name] !== seen[name]) changes[name] = value
  }
  const time = timeIn(pane, seen)
  const pin = { accountId: post.accountId, postId: post.id }
  if (Object.keys(changes).length === 0 && !time) return true
  const { sendAt: _, ...fields } = seen
  await submitOnce(
    deps,
    { actor, viewId: `pane:${body.trigger_id}`, callbackId: view.pane, input: { ...pin, changes, ...time } }, // a pane is sent more than once
    (beforeCommit): Promise<Placed> =>
      Object.keys(changes).length === 0 && time
        ? schedulePost(deps, actor, { ...pin, ...time }, beforeCommit)
        : editPost(deps, actor, { ...pin, changes, ...(shown && { seen: fields }), ...time }, beforeCommit),
    changeOf,
  )
  return true
}

function timeIn(pane: ViewArgs['view'], seen: PaneSeen) {
  const at = chosenTime(pane, 'sendAt')
  if (at === null || String(at.getTime() / 1000) === seen.sendAt) return undefined
  return { when: { kind: 'at', at }, seenAt: seen.sendAt === '' ? null : new Date(Number(seen.sendAt) * 1000) } as const
}
