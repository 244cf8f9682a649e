/** A publisher in a process of its own: works until it gets the signal to end, and then reports what it sent to its platform. */
import { readTarget } from '../forked.js'
import type { WorkerTarget, WorkerWord } from './burst.js'
import { aPlatform, aPublisher, noRequests } from './world.js'

const { url, latencyMs } = readTarget<WorkerTarget>()
const asked = noRequests()
const publisher = aPublisher(url, aPlatform(asked, latencyMs))
const say = (word: WorkerWord) => void process.send?.(word)

process.once('message', () => void end())
await publisher.start()
say({ kind: 'ready' })

async function end(): Promise<void> {
  await publisher.close()
  say({ kind: 'asked', at: [...asked.at], twice: asked.twice })
}
