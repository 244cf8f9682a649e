/** Wraps every listener: identifies the person, acknowledges, and shows them errors. */
import type { ModalView } from '@slack/types'
import type { WebClient } from '@slack/web-api'
import { lateFormMessage } from '../../blocks/kit/too-late.js'
import type { Member } from '../core/accounts/people/members.js'
import { DomainError } from '../core/lib/errors.js'
import { againOf } from './reply/try-again.js'
import { explain, type Explanation } from './reply/errors.js'
import { explainedMessage, explainedView } from './reply/explain.js'
import { answersFor, clientFor, readerOf, writerFor } from './reply/for-reader.js'
import type { SlackContext, SlackDeps } from './listener.js'
import { findMember as identify } from './people/find-member.js'
import type { People, Profile } from './people/people.js'

/** The part of Bolt's argument objects that the guard needs. */
export type AnyArgs = {
  body: object
  client: WebClient
  context: Record<string, unknown>
  ack?: (response?: never) => Promise<void>
  respond?: (message: never) => Promise<unknown>
}
type Body = {
  type?: string
  command?: string
  trigger_id?: string
  user_id?: string
  user?: { id: string; team_id?: string }
  event?: { user?: string }
  view?: { type: string; callback_id?: string; blocks: { type: string; block_id?: string }[] }
  callback_id?: string
  actions?: { action_id: string }[]
}
type Reply = {
  ack: (response?: unknown) => Promise<void>
  respond: ((message: object) => Promise<unknown>) | undefined
  isAcked: boolean
}

/** Returns the listener as Bolt calls it. It never throws. */
export function guarded<Args>(
  { deps, people }: { deps: SlackDeps; people: People },
  listener: (deps: SlackDeps, args: Args) => Promise<void>,
): (args: Args) => Promise<void> {
  return async (given) => {
    const args = given as AnyArgs // Args is one of Bolt's, which all have this shape
    const reply: Reply = {
      isAcked: args.ack === undefined,
      ack: async (response) => {
        reply.isAcked = true
        await args.ack?.(response as never) // the listener's own types have checked it
      },
      respond: args.respond as Reply['respond'], // as every message of ours is an object
    }
    try {
      const asking: SlackContext = await whoAsks({ deps, people }, args)
      Object.assign(args.context, asking)
      if (!reply.isAcked && !isAnsweredByAck(args.body)) await reply.ack()
      const write = writerFor(readerOf(asking.member), deps.clock)
      const answers = answersFor(write)
      await deps.tracing.step(nameOf(args.body), {}, () =>
        listener(
          { ...deps, respondTo: answers.respondTo((...given) => deps.respondTo(...given)) },
          {
            ...given,
            client: clientFor(args.client, write),
            ack: answers.ack(reply.ack),
            ...(reply.respond && { respond: answers.respond(reply.respond) }),
          },
        ),
      )
    } catch (error) {
      const { type, command, callback_id: callbackId, actions, view } = args.body as Body // the receiver has checked its shape
      const facts = { type: type ?? command, callbackId: callbackId ?? view?.callback_id, actionId: actions?.[0]?.action_id }
      const explanation = explain(deps, error, facts)
      await show(explanation, args, reply).catch((failure: unknown) => {
        deps.log.warn({ err: failure, sentence: explanation.sentence }, 'the error could not be shown to anybody')
      })
    }
  }
}

/** Names a request for logs, such as `slack /pin` or `slack block_actions open-review`, without any text that a person wrote. */
function nameOf(body: object): string {
  const { type, command, callback_id: callbackId, actions, view } = body as Body // the receiver has checked its shape
  return ['slack', command ?? type, callbackId ?? view?.callback_id ?? actions?.[0]?.action_id].filter(Boolean).join(' ')
}

/** True for a form and a search in a select: their ack carries the answer, so the listener acknowledges. */
const isAnsweredByAck = (body: Body): boolean => body.type === 'view_submission' || body.type === 'block_suggestion'

/** @throws FORBIDDEN the workspace belongs to no organization (any more), or the person is not a member of it */
async function whoAsks(
  { deps, people }: { deps: SlackDeps; people: People },
  { body, client, context }: AnyArgs,
): Promise<SlackContext> {
  const { refusal, installUrl } = context
  const at = typeof installUrl === 'string' ? ` at ${installUrl}` : ''
  if (refusal === 'revoked')
    throw new DomainError('FORBIDDEN', `Pinslot was removed from this workspace. An admin can add it again${at}.`)
  if (refusal instanceof Error) throw refusal
  const { user, user_id, event } = body as Body // the receiver has checked its shape
  const slackUserId = user?.id ?? user_id ?? event?.user ?? String(context['userId'])
  const slackTeamId = String(context['teamId'])
  const enterpriseId = typeof context['enterpriseId'] === 'string' ? context['enterpriseId'] : null
  const member = refusal === 'unknown' ? undefined : await findMember()
  if (!member)
    throw new DomainError(
      'FORBIDDEN',
      installUrl === undefined ? NOT_SET_UP : `Pinslot isn’t set up for this workspace yet. An admin can add it${at}.`,
    )
  return { member, slackTeamId, slackUserId }

  async function findMember(): Promise<Member | undefined> {
    const person = people.person({ teamId: slackTeamId, userId: slackUserId, enterpriseId })
    // in an enterprise a person belongs to several workspaces, and only Slack knows whether this is one of them
    const isStranger = enterpriseId === null && user?.team_id !== undefined && user.team_id !== slackTeamId
    if (isStranger) throw new DomainError('FORBIDDEN', NOT_FOR.stranger)
    const found = await identify(deps, people, client, person)
    if (found.kind === 'member') return found.member
    if (found.kind === 'nowhere') return undefined
    throw new DomainError('FORBIDDEN', NOT_FOR[found.kind])
  }
}

const NOT_SET_UP = 'Pinslot isn’t set up for this workspace yet. Its operator needs to connect it.'
const NOT_FOR = {
  stranger: 'Pinslot belongs to another workspace that shares this channel. Ask someone there, or add Pinslot to your workspace.',
  deactivated: 'Your Slack account is deactivated. An admin of your workspace can activate it.',
  bot: 'Pinslot works for people, not bots. Programs can use the API: an admin creates a key with /pin keys.',
} satisfies Record<Exclude<Profile['kind'], 'member'>, string>

/**
 * Shows the error under the field of a form, otherwise to this person alone: beside the message, or in a modal if there is none.
 */
async function show(explanation: Explanation, { body, client, context }: AnyArgs, reply: Reply): Promise<void> {
  const { type, view, trigger_id: triggerId } = body as Body // the receiver has checked its shape
  const { sentence, field } = explanation
  if (type === 'event_callback') return
  if (type === 'block_suggestion') return reply.isAcked ? undefined : reply.ack({ options: [] })
  if (type === 'view_submission' && !reply.isAcked) {
    const blocks = view?.blocks ?? []
    const blockId = placeOf(field, blocks)
    if (blockId !== undefined) {
      const others = (explanation.others ?? []).flatMap((other) => {
        const place = inputOf(other.field, blocks)
        return place === undefined ? [] : [[place, other.sentence]]
      })
      return reply.ack({
        response_action: 'errors',
        errors: { ...(Object.fromEntries(others) as Record<string, string>), [blockId]: sentence },
      })
    }
  }
  if (!reply.isAcked) await reply.ack()
  const message = explanation.isLate ? lateFormMessage(sentence, againOf(body)) : explainedMessage(explanation)
  if (reply.respond) return void (await reply.respond({ response_type: 'ephemeral', replace_original: false, ...message }))
  const notice = explainedView(explanation)
  const isShown =
    triggerId !== undefined && !explanation.isLate && (await opensNotice(client, triggerId, notice, view?.type === 'modal'))
  if (!isShown) await client.chat.postMessage({ channel: String(context['slackUserId'] ?? context['userId']), ...message })
}

/** Returns the input of the field; without a field, the form's last choice, because the refusal is about the whole form. */
function placeOf(field: string | undefined, blocks: { type: string; block_id?: string }[]): string | undefined {
  const inputs = inputsOf(blocks)
  return inputOf(field, blocks) ?? (inputs.includes('when') ? 'when' : inputs[0])
}

const inputOf = (field: string | undefined, blocks: { type: string; block_id?: string }[]): string | undefined =>
  inputsOf(blocks).find((id) => id === field || (field !== undefined && id.startsWith(`${field}.`)))

const inputsOf = (blocks: { type: string; block_id?: string }[]): string[] =>
  blocks.filter(({ type }) => type === 'input').flatMap(({ block_id: id }) => (id === undefined ? [] : [id]))

/** Opens the notice; false when it cannot: a trigger lives three seconds and works once. */
async function opensNotice(client: WebClient, triggerId: string, view: ModalView, isInModal: boolean): Promise<boolean> {
  try {
    await (isInModal ? client.views.push({ trigger_id: triggerId, view }) : client.views.open({ trigger_id: triggerId, view }))
    return true
  } catch {
    return false
  }
}
