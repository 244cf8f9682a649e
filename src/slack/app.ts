/** The Slack app: Bolt inside Fastify, one table of listeners, one guard around each. */
import type { IncomingHttpHeaders } from 'node:http'
import { App } from '@slack/bolt'
import type { FastifyPluginAsync } from 'fastify'
import type { AddressLimit } from '../core/accounts/keys/address-limit.js'
import type { AnyBlock } from '@slack/types'
import type { Actor } from '../core/lib/actor.js'
import type { FindPerson } from '../core/accounts/keys/key-actor.js'
import type { Deps } from '../core/ports/deps.js'
import type { Drawing } from '../core/ports/drawing.js'
import { makeBoltLog } from './transport/bolt-log.js'
import { type AnyArgs, guarded } from './guard.js'
import { MINUTE_MS, SECOND_MS } from '../core/lib/duration.js'
import { makeInFlight } from '../core/lib/work/in-flight.js'
import { TIMEOUTS, type Timeouts } from './forms/timeout.js'
import type { SlackAccess } from './transport/access.js'
import { finishEvent, handleLeftEvents, onceEach } from './transport/events.js'
import { findInstallation } from './install/installations.js'
import type { ActionArgs, ClientContext, Listener, OptionsArgs, SlackDeps, ViewArgs } from './listener.js'
import { listenerTable, type ListenerTable } from './listeners.js'
import { runStep } from './features/pins/steps.js'
import { type StepName, STEPS } from './install/steps.js'
import { drawAnswer } from './features/pins/answer.js'
import { DRAWN } from '../../blocks/pins/answer.js'
import { makeAsPerson } from './features/review/as-person.js'
import { hostOf } from './people/find-client.js'
import { makeFindNamed, makeFindPerson, type Named } from './people/find-person.js'
import { resumeReviews } from './features/review/resume.js'
import { makePeople, type People } from './people/people.js'
import { asTaken, fallingBack, type Refusals } from './reply/fallback.js'
import { makeReadSlackPicture, makeReadSlackTable } from './pictures/files.js'
import { makePictures, NO_PICTURES, type PicturesFor, VIEW_TIMEOUT_MS } from './pictures/pictures.js'
import { isSignedNow, makeReceiver, refusalOf } from './transport/receiver.js'
import { makeRespondTo } from './reply/respond-to.js'
import { makeSocket } from './transport/socket.js'
import { makeWithUploads } from './pictures/uploads.js'

export type SlackAppOptions = SlackAccess & {
  /** Optional in Socket Mode, which receives nothing over HTTP. */
  signingSecret?: string | undefined
  /** Switches to Socket Mode, which receives nothing over HTTP. */
  appToken?: string | undefined
  /** The channel in which the staff claims and resolves reports. */
  staffChannelId?: string | null
  /** The workspace or enterprise of the staff channel; absent: the app is in one workspace alone. */
  staffTeamId?: string | null
  /** Limits failed requests per client address; absent: no limit. */
  failures?: AddressLimit
  /** Overrides the product's timeouts (tests). */
  timeouts?: Timeouts
}
export type SlackApp = {
  /** The plugin for the server. Socket Mode begins when the server is ready. */
  plugin: FastifyPluginAsync
  /** Resolves when no listener is open. */
  idle(): Promise<void>
  close(): Promise<void>
  /**
   * Handles events that a dead process left behind, and reviews that it was reading; a timer runs this, too.
   * @returns how many
   */
  handleLeft(): Promise<number>
  listenerTable: ListenerTable
  /** Finds the person of a personal key. */
  findPerson: FindPerson
  /** Finds the person for whom Slack's own assistant calls; null: without the signing secret its requests cannot be verified. */
  identity: {
    isSignedNow: (headers: IncomingHttpHeaders) => boolean
    refusalOf: (body: string, headers: IncomingHttpHeaders) => string | undefined
    findActor: (person: Named) => Promise<Actor | undefined>
    /** The tools whose answers are drawn. */
    drawn: readonly string[]
    draw: (person: Named, actor: Actor, answer: Drawing) => Promise<AnyBlock[] | undefined>
  } | null
}

/** Options of calls during which a person waits: a later answer of Slack comes too late. */
const CLIENT_OPTIONS = { timeout: 5000, retryConfig: { retries: 2 }, rejectRateLimitedCalls: true }

/** Interval of `handleLeft`, in real time. */
const LEFT_EVERY_MS = 60_000
const LEFT_FAILED = 'what was left of events and reviews could not be handled'

export function makeSlackApp(deps: Deps, options: SlackAppOptions): SlackApp {
  const { signingSecret, appToken, slackApiUrl, fetch = globalThis.fetch, timeouts = TIMEOUTS } = options
  if (appToken === undefined && !signingSecret) throw new Error('requests that come by HTTP need the signing secret')
  const inFlight = makeInFlight()
  const logger = makeBoltLog(deps.log)
  const { picturesFor, suspect } = makePictures(deps, (work) => inFlight.track(work))
  const refusals: Refusals = new Map()
  const answering = fallingBack(fetch, { log: deps.log, wallClock: deps.wallClock, suspect, refusals })
  const connecting = { fetch: answering, ...(slackApiUrl !== undefined && { slackApiUrl }) }
  const clientOptions = { ...CLIENT_OPTIONS, ...connecting }
  const tokenDeps = { ...deps, ...connecting, botToken: options.botToken, oauth: options.oauth }
  const people = makePeople(deps.wallClock, timeouts)
  const around = (bolt: App) => onceEach(bolt, deps)
  const { receiver, plugin: entry } =
    appToken === undefined
      ? makeReceiver({
          signingSecret: signingSecret ?? '',
          wallClock: deps.wallClock,
          log: deps.log,
          inFlight,
          around,
          ackWithinMs: timeouts.ackMs,
          failures: options.failures,
        })
      : makeSocket({ appToken, log: deps.log, inFlight, around, ...connecting })

  const app = new App({
    receiver,
    logger,
    clientOptions,
    convoStore: false,
    attachFunctionToken: false, // the token of a step ends after fifteen minutes
    authorize: async ({ teamId: named, enterpriseId }, body) => {
      const teamId = (body && hostOf(body)) ?? named
      const found = await findInstallation(tokenDeps, { teamId, enterpriseId }, inFlight).catch((error: unknown) => ({
        kind: new Error('the installation could not be used', { cause: error }), // thrown, it would be answered with an ack that closes forms
      }))
      // the guard reports it
      if (found.kind !== 'installed')
        return {
          refusal: found.kind,
          ...(teamId && { teamId }),
          ...(options.oauth && { installUrl: `${deps.settings.publicUrl}/slack/install` }),
        }
      return {
        botToken: found.botToken,
        ...(teamId && { teamId }),
        ...(found.botUserId !== null && { botUserId: found.botUserId }),
      }
    },
  })
  app.error(async (error) => deps.log.error({ err: error }, 'slack request failed'))
  const slackDeps: SlackDeps = {
    ...deps,
    settings: deps.settings,
    ...NO_PICTURES,
    respondTo: makeRespondTo({ fetch: answering, log: deps.log }),
    withUploads: makeWithUploads(fetch),
    readSlackPicture: makeReadSlackPicture(fetch),
    readSlackTable: makeReadSlackTable(fetch, deps.log),
    staffChannelId: options.staffChannelId ?? null,
    staffTeamId: options.staffTeamId ?? null,
    timeouts,
  }
  listen(app, slackDeps, people, picturesFor)
  const findNamed = makeFindNamed(tokenDeps, people, inFlight)
  for (const step of Object.keys(STEPS) as StepName[]) // of the table
    app.function(step, async (args) => runStep(slackDeps, findNamed, step, args))
  const asPerson = makeAsPerson(slackDeps, { tokenDeps, people, picturesFor })
  const handleLeft = () =>
    inFlight.track(handleLeftEvents(app, deps).then(async (events) => events + (await resumeReviews(deps, asPerson))))
  /** The tool has answered: what cannot be drawn is shown as text. */
  const draw: NonNullable<SlackApp['identity']>['draw'] = async (person, actor, answer) => {
    try {
      const { botToken: token } = (await findNamed(person)) ?? {}
      const blocks = await drawAnswer(slackDeps, actor, answer)
      return token === undefined ? blocks : asTaken(blocks, { refusals, teamId: person.teamId, token, now: deps.wallClock() })
    } catch (error) {
      deps.log.error({ err: error, tool: answer.tool }, 'an answer was not drawn')
      return undefined
    }
  }
  const plugin: FastifyPluginAsync = async (scope) => {
    await scope.register(entry)
    const timer = setInterval(
      () => void handleLeft().catch((err: unknown) => deps.log.error({ err }, LEFT_FAILED)),
      LEFT_EVERY_MS,
    )
    timer.unref()
    scope.addHook('onClose', async () => clearInterval(timer))
  }
  return {
    plugin,
    idle: () => inFlight.idle(),
    close: async () => void (await receiver.stop()),
    handleLeft,
    listenerTable,
    findPerson: makeFindPerson(tokenDeps, people),
    identity: signingSecret
      ? {
          isSignedNow: (headers) => isSignedNow(headers, deps.wallClock()),
          refusalOf: (body, headers) => refusalOf(body, headers, { signingSecret, wallClock: deps.wallClock }),
          findActor: async (person) => (await findNamed(person))?.actor,
          drawn: DRAWN,
          draw,
        }
      : null,
  }
}

function listen(app: App, deps: SlackDeps, people: People, picturesFor: PicturesFor): void {
  const guard = <Args>(listener: Listener<Args>): ((args: unknown) => Promise<void>) => {
    const around = guarded<Args>({ deps, people }, (requested, args) =>
      listener(withPictures(requested, args as AnyArgs, picturesFor), args),
    )
    return (args) => around(args as Args) // Bolt's own arguments, whose type lacks what the guard adds to the context
  }
  const {
    commands,
    globalShortcuts,
    messageShortcuts,
    actions,
    options,
    views,
    closed,
    events,
    messages,
    removals,
    people: changes,
  } = listenerTable
  for (const [name, listener] of Object.entries(commands)) app.command(name, guard(listener))
  for (const [callback_id, listener] of globalShortcuts) app.shortcut({ type: 'shortcut', callback_id }, guard(listener))
  for (const [callback_id, listener] of messageShortcuts) app.shortcut({ type: 'message_action', callback_id }, guard(listener))
  const { of: actionOf, anyOf: anyAction } = chosenBy(actions)
  const { of: optionsOf, anyOf: anyOptions } = chosenBy(options)
  const { of: viewOf, anyOf: anyView } = chosenBy(views)
  app.action(
    { type: 'block_actions', action_id: anyAction },
    guard<ActionArgs>((requested, args) => actionOf(args.action.action_id)(requested, args)),
  )
  app.options(
    { type: 'block_suggestion', action_id: anyOptions },
    guard<OptionsArgs>((requested, args) => optionsOf(args.payload.action_id)(requested, args)),
  )
  app.view(
    { type: 'view_submission', callback_id: anyView },
    guard<ViewArgs>((requested, args) => viewOf(args.view.callback_id)(requested, args)),
  )
  for (const [callback_id, listener] of closed) app.view({ type: 'view_closed', callback_id }, guard(listener))
  app.event('app_home_opened', guard(events.app_home_opened))
  app.event('link_shared', guard(events.link_shared))
  app.event('entity_details_requested', guard(events.entity_details_requested))
  app.event('entity_comments_requested', guard(events.entity_comments_requested))
  const inIm = guard(messages['message.im'])
  const inThread = guard(messages['message.channels'])
  app.event('message', async (args) => {
    await (args.event.channel_type === 'im' ? inIm : inThread)(args)
    // an event that was refused, or fails for that long, is finished
    if (isOld(args.body.event_time, deps.wallClock())) await finishEvent(deps, args.body.event_id)
  })
  app.event('app_uninstalled', async (args) => {
    await removals.app_uninstalled(deps, args)
    await finishEvent(deps, args.body.event_id)
  })
  app.event('tokens_revoked', async (args) => {
    await removals.tokens_revoked(deps, args)
    await finishEvent(deps, args.body.event_id)
  })
  app.event('user_change', async (args) => {
    await changes.user_change(deps, args)
    await finishEvent(deps, args.body.event_id)
  })
}

/** The time, in real ms, for which an unhandled message is tried again. */
const TRIED_FOR_MS = 10 * MINUTE_MS
const isOld = (eventTime: number, now: Date): boolean => now.getTime() - eventTime * SECOND_MS > TRIED_FOR_MS

/** Joins all listeners of a kind into one, because Bolt checks every registered listener for each request. */
function chosenBy<Args>(known: ReadonlyMap<string, Listener<Args>>): { of: (id: string) => Listener<Args>; anyOf: RegExp } {
  return {
    anyOf: new RegExp(`^(?:${[...known.keys()].join('|')})$`), // ids are words
    of(id) {
      const listener = known.get(id)
      if (!listener) throw new Error(`nothing listens to ${id}`)
      return listener
    },
  }
}

/** Reads pictures for the workspace of the request, with its own token. */
function withPictures(deps: SlackDeps, { client, context }: AnyArgs, picturesFor: PicturesFor): SlackDeps {
  const { member, seat, slackTeamId: teamId } = context as ClientContext // the guard put it there
  const { organizationId } = (seat ?? member).actor
  return { ...deps, ...picturesFor({ organizationId, teamId, client, timeoutMs: VIEW_TIMEOUT_MS }) }
}
