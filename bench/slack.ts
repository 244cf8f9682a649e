/**
 * 200 signed commands a second: how soon each is acknowledged, beside a bare route that checks the same signature, whether each led to an
 * answer, and whether memory stays flat. Home of an account with 10,000 queued pins.
 */
import type { World } from '../test/support/world.js'
import { startForked } from './support/forked.js'
import { withBench } from './support/world.js'
import { measureHome } from './support/slack/home.js'
import { aBusyAccount } from './support/slots/account.js'
import { steadily } from './support/slack/load.js'
import { signedCommand } from './support/slack/signed.js'
import { at, bar, must, show, printBars, times } from './support/slots/figures.js'
import { isSmoke } from './support/options.js'

const LOAD = { perSecond: 200, seconds: isSmoke ? 3 : 30 }
const ACK_MS = 100
const LONGEST_MS = 1_000
/** Of the heap after the first third. */
const GROWTH = 1.1
const PEOPLE = 200
const VERBS = ['help', 'queue', 'next', 'slots', 'boards', 'show 1', 'find oak', '', 'new https://shop.test/1', 'quene']

/** Boards that are fresh for the run: reading them again is measured elsewhere. */
async function install({ deps, organizationId, clock }: World): Promise<void> {
  await deps.db
    .sql`update accounts set boards_read_at = ${new Date(Date.now() + 3_600_000)} where organization_id = ${organizationId}`
  await deps.db.sql`
    insert into slack_installations (team_id, organization_id, bot_user_id, installed_at)
    values ('T1', ${organizationId}, 'U0BOT', ${clock.now})`
}

/** @returns sorted, in ms; the CPU time of the service for each. @throws Error a command that led to nothing */
async function commandAway(url: string, run: string, load = LOAD): Promise<{ took: number[]; cpuMs: number; heapMiB: number }> {
  const took = await steadily(load, (turn) => {
    const command = signedCommand(VERBS[turn % VERBS.length] ?? '', { mark: `${run}.${turn}`, userId: `U${turn % PEOPLE}` })
    return { url: `${url}/slack/events`, ...command }
  })
  const reply = (await (await fetch(`${url}/bench`)).json()) as { heard: string[]; cpuMs: number; heapMiB: number } // of slack-server.ts
  const sent = load.perSecond * load.seconds
  const lost = sent - new Set(reply.heard.filter((mark) => mark.startsWith(`${run}.`))).size
  must(lost === 0, `${lost} of ${sent} commands led to no answer`)
  return { took, cpuMs: reply.cpuMs / sent, heapMiB: reply.heapMiB }
}

await withBench(async ({ db, target }) => {
  await install(await aBusyAccount(db, { queued: 100 }))
  const service = await startForked(new URL('./support/slack/server.js', import.meta.url), target)
  const yard = await startForked(new URL('./support/slack/bare.js', import.meta.url), {})
  try {
    await commandAway(service.url, 'warm', { perSecond: 100, seconds: isSmoke ? 1 : 5 })
    const early = await commandAway(service.url, 'early', { ...LOAD, seconds: Math.ceil(LOAD.seconds / 3) })
    const bare = await steadily({ ...LOAD, seconds: Math.ceil(LOAD.seconds / 3) }, (turn) => ({
      url: `${yard.url}/signed`,
      ...signedCommand('help', { mark: String(turn), userId: 'U1' }),
    }))
    const { took, cpuMs, heapMiB } = await commandAway(service.url, 'run')
    const p99 = at(took, 0.99)
    console.log(
      `${took.length} commands at ${LOAD.perSecond} a second: ${show(took)}; ${cpuMs.toFixed(2)} ms of CPU each; none lost`,
    )
    console.log(
      `  ack p99 ${bar('ack p99', p99, ACK_MS, 'ms')}, longest ${bar('longest ack', took.at(-1) ?? 0, LONGEST_MS, 'ms')}`,
    )
    console.log(`  a bare route with the same signature: ${show(bare)}; our p99 is ${times(p99 / at(bare, 0.99))} its`)
    console.log(
      `  heap after a collection: ${early.heapMiB.toFixed(1)} MiB after a third, ${heapMiB.toFixed(1)} at the end, ${bar('heap growth', heapMiB / early.heapMiB, GROWTH, 'times')}`,
    )
  } finally {
    for (const server of [service, yard]) server.stop()
  }
  await measureHome(db, { isSmoke })
  printBars()
})
