/**
 * Posts at size, each against a reference of the same run: creating with an upload of 2 MB, listing 100 of a million, and what the
 * process weighs while eight large videos arrive at once.
 */
import { startForked } from './support/forked.js'
import { withBench } from './support/world.js'
import { measureCreating } from './support/posts/create.js'
import { measureListing } from './support/posts/list.js'
import { measureVideos } from './support/posts/videos.js'
import { isSmoke } from './support/options.js'

await withBench(async (bench) => {
  await measureCreating(bench, { rounds: isSmoke ? 5 : 40 })
  await measureListing(bench, { posts: isSmoke ? 50_000 : 1_000_000, seconds: isSmoke ? 1 : 3 })
  const service = await startForked(new URL('./support/api-server.js', import.meta.url), bench.target)
  try {
    await measureVideos(bench, service, { mebibytes: isSmoke ? 20 : 200 })
  } finally {
    service.stop()
  }
})
