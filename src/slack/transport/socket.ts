/** Socket Mode: Slack reaches us over a WebSocket that we open, and nothing arrives over HTTP. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type App, type Receiver, SocketModeReceiver } from '@slack/bolt'
import type { FastifyPluginAsync } from 'fastify'
import type { Log } from '../../core/ports/deps.js'
import { doubling } from '../../core/lib/retry.js'
import { settlesWithin } from '../../core/lib/timeout.js'
import { makeBoltLog } from './bolt-log.js'
import type { InFlight } from '../../core/lib/work/in-flight.js'

export type SocketOptions = {
  appToken: string
  log: Log
  inFlight: InFlight
  fetch: typeof globalThis.fetch
  slackApiUrl?: string | undefined
  /** Wraps the app's own processEvent. */
  around?: (app: App) => App
}

/** Delays before the next try to connect, soon at first, then longer. Real time, as are the next ones. */
const againMs = doubling(500, 60_000)
const TIMEOUT_MS = 10_000
/** Time for open answers, which need the socket, before it is closed; new requests may arrive meanwhile. */
const RELEASE_GRACE_MS = 1_500
/** Time to wait for Slack's goodbye, which may not come. */
const GOODBYE_MS = 2_000

/**
 * Makes Socket Mode, which connects in the background once the server is ready, so that an unreachable Slack delays nothing
 * else. It reconnects itself: @slack/socket-mode waits five seconds each time, and a refusal then rejects a promise that nobody
 * handles, which ends the process.
 */
export function makeSocket({ appToken, log, inFlight, fetch, slackApiUrl, around = (app) => app }: SocketOptions): {
  receiver: Receiver
  plugin: FastifyPluginAsync
} {
  const stopping = new AbortController()
  const { signal } = stopping
  const asking: typeof fetch = (input, init) =>
    fetch(input, { ...init, signal: AbortSignal.any([signal, ...(init?.signal ? [init.signal] : [])]) })
  const socket = new SocketModeReceiver({
    appToken,
    logger: makeBoltLog(log),
    autoReconnectEnabled: false,
    installerOptions: {
      clientOptions: {
        fetch: asking,
        timeout: TIMEOUT_MS,
        retryConfig: { retries: 0 },
        rejectRateLimitedCalls: true,
        ...(slackApiUrl !== undefined && { slackApiUrl }),
      },
    },
  })
  let running: Promise<void> = Promise.resolve()

  /** Stays connected and never rejects. Slack itself ends each connection after some hours, and announces it. */
  async function stayConnected(): Promise<void> {
    let failures = 0
    while (!signal.aborted) {
      let isGone = () => {}
      const gone = new Promise<void>((resolve) => (isGone = resolve))
      socket.client.once('disconnected', isGone)
      try {
        await socket.start()
        if (signal.aborted) return void (await socket.client.disconnect())
        failures = 0
        log.info({}, 'socket mode is connected')
        await gone
      } catch (error) {
        socket.client.off('disconnected', isGone)
        if (signal.aborted) return
        failures += 1
        const waitMs = againMs(failures)
        const reason = error instanceof Error ? error.message : 'the connection was closed before it stood'
        log.error({ reason, failures, waitMs }, 'socket mode is not connected')
        await sleep(waitMs, undefined, { signal }).catch(() => {})
      }
    }
  }

  const receiver: Receiver = {
    init: (app) => socket.init(tracked(around(app), inFlight)),
    start: async () => void (running = stayConnected()),
    async stop() {
      await settlesWithin(inFlight.idle(), RELEASE_GRACE_MS)
      stopping.abort()
      const gone = Promise.all([socket.client.disconnect(), running])
      if (await settlesWithin(gone, GOODBYE_MS)) await gone
      await inFlight.idle()
    },
  }
  const plugin: FastifyPluginAsync = async (scope) => {
    scope.addHook('onReady', async () => void (await receiver.start()))
  }
  return { receiver, plugin }
}

/** Tracks events from before their ack, which comes at once, so that a close waits for them. */
function tracked(app: App, inFlight: InFlight): App {
  const processEvent: App['processEvent'] = (event) => inFlight.track(app.processEvent(event))
  return Object.assign(Object.create(app) as App, { processEvent }) // the same app in all else
}
