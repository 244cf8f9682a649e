/** Wraps every listener: identifies the person, acknowledges, and shows them errors. */
import type { WebClient } from '@slack/web-api'
import { lateFormMessage } from '../../blocks/kit/too-late.js'
import { CANT_OPEN, paneProblem } from '../../blocks/pin/entity.js'
import type { Member } from '../core/accounts/people/members.js'
import { DomainError } from '../core/lib/errors.js'
import { againOf } from './reply/try-again.js'
import { explain, type Explanation } from './reply/errors.js'
import { explainedMessage, explainedView } from './reply/explain.js'
import { answersFor, clientFor, readerOf, writerFor } from './reply/for-reader.js'
import type { ClientContext, SlackDeps } from './listener.js'
import { findClient } from './people/find-client.js'
import { finishEvent } from './transport/events.js'
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
  event_id?: string
  event?: { type?: string; user?: string; user_team?: string; trigger_id?: string }
  message?: { team?: string }
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
      const asking = await whoAsks({ deps, people }, args)
      if (!reply.isAcked && !isAnsweredByAck(args.body)) await reply.ack()
      const write = writerFor(asking.member && readerOf(asking.member), deps.clock)
      const answers = answersFor(write)
      await deps.tracing.step(nameOf(args.body), {}, () =>
        listener(
          { ...deps, respondTo: answers.respondTo((...given) => deps.respondTo(...given)) },
          {
            ...given,
            context: { ...args.context, ...asking },
            client: clientFor(args.client, write),
            ack: answers.ack(reply.ack),
            ...(reply.respond && { respond: answers.respond(reply.respond) }),
          },
        ),
      )
    } catch (error) {
      const { type, command, callback_id: callbackId, actions, view, event_id } = args.body as Body // the receiver has checked its shape
      const facts = { type: type ?? command, callbackId: callbackId ?? view?.callback_id, actionId: actions?.[0]?.action_id }
      const explanation = explain(deps, error, facts)
      const isOver = event_id !== undefined && error instanceof DomainError && error.code === 'FORBIDDEN'
      await closePane(args, isOver ? undefined : explanation.sentence)
      await (isOver ? finishEvent(deps, event_id) : show(deps, explanation, args, reply)).catch((failure: unknown) => {
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

/**
 * @throws FORBIDDEN the workspace belongs to no organization (any more), or the person is neither a member of it nor, for what
 * clients press, one of its clients
 */
async function whoAsks(
  { deps, people }: { deps: SlackDeps; people: People },
  { body, client, context }: AnyArgs,
): Promise<ClientContext> {
  const { refusal, installUrl } = context
  const at = typeof installUrl === 'string' ? ` at ${installUrl}` : ''
  if (refusal === 'revoked')
    throw new DomainError('FORBIDDEN', `Pinslot was removed from this workspace. An admin can add it again${at}.`)
  if (refusal instanceof Error) throw refusal
  const slackUserId = slackUserOf({ body, context })
  const slackTeamId = String(context['teamId'])
  const enterpriseId = typeof context['enterpriseId'] === 'string' ? context['enterpriseId'] : null
  const seat =
    refusal === 'unknown' ? undefined : await findClient(deps, { body, client, slackTeamId, slackUserId, enterpriseId })
  if (seat) return { seat, slackTeamId, slackUserId }
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
    const isStranger = enterpriseId === null && teamsIn(body).some((teamId) => teamId !== slackTeamId)
    if (isStranger) throw new DomainError('FORBIDDEN', NOT_FOR.stranger)
    const found = await identify(deps, people, client, person)
    if (found.kind === 'member') return found.member
    if (found.kind === 'nowhere') return undefined
    throw new DomainError('FORBIDDEN', NOT_FOR[found.kind])
  }
}

/**
 * Returns the workspaces that the request names: the person’s, and that of the message whose button they press. A person whose own
 * workspace has the app, too, presses in its name, and the answer would replace a message of this one.
 */
function teamsIn(body: Body): string[] {
  const { type, user, event, message } = body
  return [user?.team_id, event?.user_team, type === 'block_actions' ? message?.team : undefined].filter((id) => id !== undefined)
}

function slackUserOf({ body, context }: Pick<AnyArgs, 'body' | 'context'>): string {
  const { user, user_id, event } = body as Body // the receiver has checked its shape
  return user?.id ?? user_id ?? event?.user ?? String(context['userId'])
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
async function show(
  { log }: Pick<SlackDeps, 'log'>,
  explanation: Explanation,
  { body, client, context }: AnyArgs,
  reply: Reply,
): Promise<void> {
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
  if (triggerId !== undefined && !explanation.isLate) {
    const opening = { trigger_id: triggerId, view: explainedView(explanation) }
    try {
      return void (await (view?.type === 'modal' ? client.views.push(opening) : client.views.open(opening)))
    } catch (error) {
      log.info({ err: error }, 'the notice of an error could not be opened: a trigger lives three seconds and works once')
    }
  }
  await client.chat.postMessage({ channel: slackUserOf({ body, context }), ...message })
}

/** Ends the wait of a pane that a person has opened. `sentence` undefined: Slack’s own words for a stranger. */
async function closePane({ body, client }: AnyArgs, sentence: string | undefined): Promise<void> {
  const { event: { type, trigger_id: triggerId } = {} } = body as Body // the receiver has checked its shape
  if (type !== 'entity_details_requested' || triggerId === undefined) return
  const error = sentence === undefined ? { status: 'restricted' } : paneProblem(CANT_OPEN, sentence)
  await client.entity.presentDetails({ trigger_id: triggerId, error }).catch(() => {}) // Slack says that it took too long
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
