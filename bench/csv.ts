/**
 * Ten thousand lines of CSV in and out: how long the request takes and until all of it is written, what the process weighs meanwhile, and how
 * long a small file of another organization waits beside it. Ends with 1 over a bar.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { csvLines } from '../src/core/many/csv-cells.js'
import { makeLocalStorage } from '../src/storage/local.js'
import { startPictures } from './support/batch/pictures.js'
import { residentMiB, startForked } from './support/forked.js'
import { aTeam, type Bench, type Team } from './support/neighbours/world.js'
import { endByBars, judge, ms } from './support/slots/figures.js'
import { withBench } from './support/world.js'
import { isSmoke } from './support/options.js'

const LINES = isSmoke ? 250 : 10_000
const FEW = 20
/** Each address is fetched for each line that has it, and known by its bytes. */
const PICTURES = 20
/** A short run proves that it runs: machines that do other things beside it are slow. */
const BARS = {
  requestMs: 20_000,
  writtenMs: isSmoke ? 120_000 : 600_000,
  besideMs: isSmoke ? 60_000 : 30_000,
  fileMs: 20_000,
  moreMiB: isSmoke ? 300 : 150,
}
const judgeMs = (what: string, found: number, bar: number) => judge(what, ms(found), ms(bar), found > bar)

type Written = { id: string; status: string; rows: number; created: number; failed: number; errors: object[] }

await withBench(async ({ db, target }) => {
  const pictures = await startPictures({ isSame: true })
  const platform = await startForked(new URL('./support/neighbours/platform.js', import.meta.url), {})
  const service = await startForked(new URL('./support/neighbours/service.js', import.meta.url), {
    ...target,
    platformUrl: platform.url,
    picturesUrl: pictures.url,
  })
  const clock = () => new Date()
  const storage = makeLocalStorage({ dir: target.dir, publicUrl: () => '', secret: Buffer.from('bench'), clock })
  const bench: Bench = { db, storage, api: service.url, platform: platform.url, pid: service.pid }
  try {
    const [team, other] = [await aTeam(db, 1), await aTeam(db, 1)]
    await written(bench, team, await begin(bench, team, fileOf(FEW))) // what is done for the first time takes longer
    const weight = weigh(bench)
    const file = fileOf(LINES)
    console.log(`  ${LINES} lines, ${(file.length / 1024 ** 2).toFixed(1)} MiB`)
    const from = performance.now()
    const made = await begin(bench, team, file)
    judgeMs('the request', performance.now() - from, BARS.requestMs)
    const besideFrom = performance.now()
    await written(bench, other, await begin(bench, other, fileOf(FEW)))
    judgeMs(`${FEW} lines of another organization beside it`, performance.now() - besideFrom, BARS.besideMs)
    const { created, failed, errors } = await written(bench, team, made)
    judgeMs('until all of it is written', performance.now() - from, BARS.writtenMs)
    if (created !== LINES) throw new Error(`${created} were created, ${failed} failed: ${JSON.stringify(errors[0])}`)
    const exportFrom = performance.now()
    const lines = await exported(bench, team)
    judgeMs('the file of them', performance.now() - exportFrom, BARS.fileMs)
    if (lines !== LINES + FEW + 1) throw new Error(`the file has ${lines} lines`)
    const more = weight.end()
    judge('memory above an idle process', `${more.toFixed(0)} MiB`, `${BARS.moreMiB} MiB`, more > BARS.moreMiB)
  } finally {
    service.stop()
    platform.stop()
    pictures.stop()
  }
})
endByBars()

function weigh({ pid }: Bench): { end(): number } {
  const before = residentMiB(pid) ?? 0
  let peak = before
  const timer = setInterval(() => (peak = Math.max(peak, residentMiB(pid) ?? 0)), 20)
  return {
    end() {
      clearInterval(timer)
      return peak - before
    },
  }
}

function fileOf(count: number): string {
  return csvLines([
    ['Title', 'Description', 'Link', 'Media URL', 'Board ID'],
    ...Array.from({ length: count }, (_, number) => [
      `Pin ${number}`,
      'What it shows, and where it was made. '.repeat(5),
      `https://example.com/${number}`,
      `https://pictures.bench/${number % PICTURES}.jpg`,
      number % 3 === 0 ? 'b_102' : 'b_101',
    ]),
  ])
}

function headers({ key }: Team) {
  return { 'content-type': 'application/json', authorization: `Bearer ${key}` }
}

function addressOf({ api }: Bench, { world }: Team): string {
  return `${api}/v1/accounts/${world.accountId}`
}

async function answered(answer: Response): Promise<Written> {
  if (!answer.ok) throw new Error(`it answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`)
  const { data } = (await answer.json()) as { data: { import: Written } } // as it is described
  return data.import
}

async function begin(bench: Bench, team: Team, csv: string): Promise<Written> {
  const body = JSON.stringify({ csv })
  return answered(await fetch(`${addressOf(bench, team)}/imports`, { method: 'POST', headers: headers(team), body }))
}

async function written(bench: Bench, team: Team, { id }: Written): Promise<Written> {
  for (;;) {
    const now = await answered(await fetch(`${addressOf(bench, team)}/imports/${id}`, { headers: headers(team) }))
    if (now.status === 'success' || now.status === 'failed') return now
    await sleep(100)
  }
}

/** Read as it comes: how many lines there are. */
async function exported(bench: Bench, team: Team): Promise<number> {
  const answer = await fetch(`${addressOf(bench, team)}/posts.csv?status=draft`, { headers: headers(team) })
  let lines = 0
  for await (const part of answer.body ?? []) for (const byte of part as Uint8Array) if (byte === 10) lines++
  return lines
}
