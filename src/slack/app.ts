/** The Slack app: Bolt inside Fastify, one table of listeners, one guard around each. */
import { App, SocketModeReceiver, type Receiver } from '@slack/bolt'
import type { FastifyPluginAsync } from 'fastify'
import type { Deps, Log } from '../core/ports.js'
import { makeBoltLog } from './bolt-log.js'
import { guarded } from './guard.js'
import { makeInFlight, type InFlight } from './in-flight.js'
import { findInstallation, isNewEvent } from './installations.js'
import type { SlackDeps } from './listener.js'
import { listenerTable, type ListenerTable } from './listeners.js'
import { makeProfiles } from './people.js'
import { loadableUrls, pictureUrls, scheduleUrls, statsUrls } from './picture-urls.js'
import { makeReceiver } from './receiver.js'
import { makeRespondTo } from './respond-to.js'
import { makeWithUploads } from './uploads.js'

export type SlackAppOptions = {
  signingSecret: string
  /** Of installations that have none of their own. */
  botToken: string
  /** Given: Socket Mode, and nothing comes by HTTP. */
  appToken?: string | undefined
  /** The local workspace's, in place of the network. */
  fetch?: typeof globalThis.fetch | undefined
  slackApiUrl?: string | undefined
}
export type SlackApp = {
  /** Register it on the server. Socket Mode begins when the server is ready. */
  plugin: FastifyPluginAsync
  /** Resolves when no listener is open. */
  idle(): Promise<void>
  close(): Promise<void>
  listenerTable: ListenerTable
}

/** A person waits: what Slack does not answer now comes too late. */
const CLIENT_OPTIONS = { timeout: 5000, retryConfig: { retries: 2 }, rejectRateLimitedCalls: true }

export function makeSlackApp(deps: Deps, options: SlackAppOptions): SlackApp {
  const { signingSecret, botToken, appToken, slackApiUrl, fetch = globalThis.fetch } = options
  const inFlight = makeInFlight()
  const logger = makeBoltLog(deps.log)
  const connecting = { fetch, ...(slackApiUrl !== undefined && { slackApiUrl }) }
  const clientOptions = { ...CLIENT_OPTIONS, ...connecting }
  const { receiver, plugin } =
    appToken === undefined
      ? makeReceiver({ signingSecret, wallClock: deps.wallClock, log: deps.log, inFlight })
      : makeSocket(
          new SocketModeReceiver({ appToken, logger, installerOptions: { clientOptions: connecting } }),
          inFlight,
          deps.log,
        )

  const app = new App({
    receiver,
    logger,
    clientOptions,
    convoStore: false,
    authorize: async ({ teamId, enterpriseId }) => {
      const found = await findInstallation(deps, { teamId, enterpriseId }, botToken).catch((error: unknown) => ({
        kind: new Error('the installation could not be read', { cause: error }), // thrown, it would be answered with an ack that closes forms
      }))
      if (found.kind !== 'installed') return { refusal: found.kind } // the guard tells it
      return { botToken: found.botToken, ...(found.botUserId !== null && { botUserId: found.botUserId }) }
    },
  })
  app.error(async (error) => deps.log.error({ err: error }, 'slack request failed'))
  app.use(async ({ body, next }) => {
    const eventId: unknown = 'event_id' in body ? body.event_id : undefined
    if (typeof eventId === 'string' && !(await isNewEvent(deps.db.sql, eventId, deps.wallClock()))) return
    await inFlight.track(Promise.resolve(next())) // of Socket Mode, too
  })
  listen(app, {
    ...deps,
    settings: deps.settings,
    pictureUrl: pictureUrls({ settings: deps.settings, fetch: options.fetch }),
    scheduleUrl: scheduleUrls({ ...deps, fetch: options.fetch }),
    statsUrl: statsUrls({ ...deps, fetch: options.fetch }),
    loadableUrl: loadableUrls({ fetch: options.fetch }),
    respondTo: makeRespondTo({ fetch, log: deps.log }),
    withUploads: makeWithUploads(fetch),
  })
  return { plugin, idle: () => inFlight.idle(), close: async () => void (await receiver.stop()), listenerTable }
}

function listen(app: App, deps: SlackDeps): void {
  const readProfile = makeProfiles(deps.wallClock)
  const guard = <Args>(listener: (deps: SlackDeps, args: Args) => Promise<void>) => guarded<Args>({ deps, readProfile }, listener)
  const { commands, globalShortcuts, messageShortcuts, actions, options, views, events, removals } = listenerTable
  for (const [name, listener] of Object.entries(commands)) app.command(name, guard(listener))
  for (const [callback_id, listener] of Object.entries(globalShortcuts))
    app.shortcut({ type: 'shortcut', callback_id }, guard(listener))
  for (const [callback_id, listener] of Object.entries(messageShortcuts)) {
    app.shortcut({ type: 'message_action', callback_id }, guard(listener))
  }
  for (const [action_id, listener] of Object.entries(actions)) app.action({ type: 'block_actions', action_id }, guard(listener))
  for (const [id, listener] of Object.entries(options)) app.options(id, guard(listener))
  for (const [callback_id, listener] of Object.entries(views)) app.view({ type: 'view_submission', callback_id }, guard(listener))
  app.event('app_home_opened', guard(events.app_home_opened))
  app.event('app_uninstalled', (args) => removals.app_uninstalled(deps, args))
  app.event('tokens_revoked', (args) => removals.tokens_revoked(deps, args))
}

/** Begins in the background: a Slack that cannot be reached yet is tried again and must not hold up everything else. */
function makeSocket(
  socket: SocketModeReceiver,
  inFlight: InFlight,
  log: Log,
): { receiver: Receiver; plugin: FastifyPluginAsync } {
  const receiver: Receiver = {
    init: (app) => socket.init(app),
    start: () => socket.start(),
    stop: async () => {
      await socket.stop()
      await inFlight.idle()
    },
  }
  const plugin: FastifyPluginAsync = async (scope) => {
    scope.addHook('onReady', async () => {
      socket.start().catch((error: unknown) => log.error({ err: error }, 'socket mode did not start'))
    })
  }
  return { receiver, plugin }
}
