/**
 * The long soak: pins of many teams go out by three processes that are killed at random, over a database that is restarted and
 * a platform that fails in every way it can, while people edit, move and pause; on a clock that runs faster than time. In the
 * end the platform's count is compared with the promises. Exit 1 when a promise was broken. npm run bench -- soak [--posts N]
 * [--minutes M] [--seed S] [--smoke]
 */
import { judge } from '../test/publish/support/judge.js'
import { killWorkers } from '../test/support/worker.js'
import { countAttempts, countEnds, countOpen, readLateness, untilEnded } from './support/soak/end.js'
import { aSoakWorld } from './support/soak/world.js'
import { makeChance, readOptions, SPEED } from './support/soak/options.js'
import { letPeopleAct } from './support/soak/people.js'
import { someTeams } from './support/soak/team.js'
import { makeChaos } from './support/soak/faults.js'

const PROGRESS_MS = 10_000
/** Real time, once the last pin was scheduled. */
const END_MS = 10 * 60_000

const options = readOptions(process.argv.slice(2))
const chance = makeChance(options.seed)
const soakWorld = await aSoakWorld()
const broken: string[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    killWorkers()
    void soakWorld.close().finally(() => process.exit(130))
  })
try {
  const { db, simulator, slack, serviceClock } = soakWorld
  const teams = await someTeams(soakWorld, options)
  const { posts, minutes, seed, accounts, boards } = options
  console.log(
    `${posts} pins of ${accounts} accounts with ${boards} boards each, ${minutes} minutes at ${SPEED} times the speed, seed ${seed}`,
  )
  const chaos = await makeChaos(soakWorld, options, chance)
  const people = letPeopleAct(soakWorld, teams, options, chance)
  const progress = setInterval(() => {
    Promise.all([countEnds(db.sql), countOpen(db.sql)]).then(
      ([{ sent = 0 }, { queued, uploading, pending }]) =>
        console.log(
          `${serviceClock.now().toISOString()}: ${people.made} made, ${sent} sent, ${queued} queued, ${uploading} open, ${pending} to tell, ` +
            `${chaos.kills} kills, ${chaos.restarts} restarts`,
        ),
      () => console.log('the database is away'),
    )
  }, PROGRESS_MS)
  await people.allMade
  await chaos.stop()
  await people.stop()
  const isEnded = await untilEnded(soakWorld, chaos.workers, END_MS)
  clearInterval(progress)

  const state = await simulator.state()
  const { gonePins, goneSections, denied } = people.aftermath
  broken.push(...(await judge(db.sql, state, { gonePins, goneSections, deniedPins: denied })))
  broken.push(...chaos.crashes.map((words) => `a process ended by itself: ${words}`))
  if (!isEnded) broken.push(`after ${END_MS / 60_000} minutes not all had ended: ${JSON.stringify(await countOpen(db.sql))}`)
  const [{ pending }] = await db.sql<
    [{ pending: number }]
  >`select count(*)::int as pending from outbox where delivered_at is not null`
  console.log('kills', chaos.kills, 'restarts of Postgres', chaos.restarts)
  console.log('faults', Object.fromEntries([...chaos.faults].sort(([one], [other]) => (one < other ? -1 : 1))))
  console.log('people', Object.fromEntries(people.acts))
  console.log('posts', await countEnds(db.sql))
  console.log('attempts', await countAttempts(db.sql))
  console.log('creates at the platform', state.creates, 'pins there', state.pins.length)
  console.log('messages', pending, 'of which Slack got', slack.posted.length)
  console.log('taken up after their time, on the clock (in real time):', await readLateness(db.sql))
} finally {
  killWorkers()
  await soakWorld.close()
}
console.log(
  broken.length === 0 ? 'every promise was kept' : `${broken.length} promises were broken:\n${broken.slice(0, 50).join('\n')}`,
)
process.exit(broken.length === 0 ? 0 : 1)
