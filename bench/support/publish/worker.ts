/** A publisher in a process of its own: works until it gets the signal to end, and then reports what it sent to its platform. */
import { makePlatform } from '../../../src/platform/client.js'
import { makeLog } from '../../../src/log.js'
import { readTarget } from '../forked.js'
import type { WorkerTarget, WorkerMessage } from './burst.js'
import { aPlatform, aPublisher, noRequests } from './world.js'

const { url, latencyMs, platformUrl, pictureBytes } = readTarget<WorkerTarget>()
const asked = noRequests()
const publisher = platformUrl === undefined ? aPublisher(url, aPlatform(asked, latencyMs)) : overHttp(platformUrl)
const say = (word: WorkerMessage) => void process.send?.(word)

process.once('message', () => void end())
await publisher.start()
say({ kind: 'ready' })

/** As the service has it: its own client, and a line in the log for each pin. */
function overHttp(apiUrl: string) {
  const log = makeLog('info')
  const platform = makePlatform({
    apiUrl: () => apiUrl,
    authorizeUrl: () => apiUrl,
    clientId: 'bench',
    clientSecret: 'bench',
    timeoutMs: 30_000,
    log,
    clock: () => new Date(),
    random: Math.random,
  })
  return aPublisher(url, platform, { log, ...(pictureBytes !== undefined && { pictureBytes }) })
}

async function end(): Promise<void> {
  await publisher.close()
  say({ kind: 'asked', at: [...asked.at], twice: asked.twice })
  process.disconnect()
  setTimeout(() => process.exit(0), 1_000).unref() // connections to the platform are kept open
}
