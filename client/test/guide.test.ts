/** Every line of code in the guide runs against the real service, and what the pages show of answers is so. */
import { execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { afterAll, expect, inject, test } from 'vitest'
import { folder, freePort } from '../support/service.mjs'
import { blocksOf, PAGES, type PageName, programOf } from './support/blocks.js'

const run = promisify(execFile)
const baseUrl = inject('baseUrl')
/** Where the reader is: with a picture. */
const desk = mkdtempSync(path.join(tmpdir(), 'pinslot-guide-'))
writeFileSync(path.join(desk, 'lamp.jpg'), Buffer.from(await (await fetch(`${baseUrl}/sandbox/media/lamp-5.jpg`)).arrayBuffer()))
/** Inside the package, so that its name leads to what was built. */
const programs = path.join(folder, '.guide')
rmSync(programs, { recursive: true, force: true })
mkdirSync(programs)
afterAll(() => {
  rmSync(desk, { recursive: true, force: true })
  rmSync(programs, { recursive: true, force: true })
})

const aDay = 86_400_000
const clock = (await (await fetch(`${baseUrl}/sandbox/clock`)).json()) as { now: string }
/** What the pages ask the reader to set. */
const set: Record<string, string> = {
  PINSLOT_URL: baseUrl,
  PINSLOT_KEY: inject('key'),
  SEND_AT: new Date(Date.parse(clock.now) + 30 * aDay).toISOString(),
}
const env = () => ({ ...process.env, ...set })

type Found = {
  webhook?: { id: string }
  secret?: string
  accounts?: { id: string }[]
  boards?: { id: string }[]
  post?: { id: string }
  upload?: Record<'uploadId' | 'uploadUrl', string>
}

/** As the reader does after an answer. */
function setFrom({ accounts, boards, post, upload, webhook, secret }: Found): void {
  const found = {
    ACCOUNT_ID: accounts?.[0]?.id,
    BOARD_ID: boards?.[0]?.id,
    POST_ID: post?.id,
    UPLOAD_ID: upload?.uploadId,
    UPLOAD_URL: upload?.uploadUrl,
    WEBHOOK_ID: webhook?.id,
    WEBHOOK_SECRET: secret,
  }
  for (const [name, value] of Object.entries(found)) if (value !== undefined) set[name] = value
}

const read = (text: string): { data?: Found; error?: object } =>
  text.startsWith('{') ? (JSON.parse(text) as { data?: Found }) : {}

/** Every field that is shown is there, and of that kind; more may be. */
function expectShown(shown: unknown, real: unknown, at: string): void {
  expect(kindOf(real), at).toBe(kindOf(shown))
  if (typeof shown !== 'object' || shown === null) return
  for (const [name, value] of Object.entries(shown)) expectShown(value, (real as Record<string, unknown>)[name], `${at}.${name}`)
}
const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

async function runShell(page: PageName): Promise<string[]> {
  const outputs: string[] = []
  const blocks = blocksOf(page)
  for (const [index, { language, code, line }] of blocks.entries()) {
    if (language !== 'sh') continue
    const at = `docs/guide/${page}.md:${line}`
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', code], { cwd: desk, env: env() }).catch((error: Error) => {
      throw new Error(`${at}: ${error.message}`)
    })
    const answer = read(stdout)
    const next = blocks[index + 1]
    const shown = next?.language === 'json' ? (JSON.parse(next.code) as { error?: object }) : undefined
    expect(answer.error === undefined, `${at}: ${stdout}`).toBe(shown?.error === undefined)
    if (shown) expectShown(shown, answer, at)
    setFrom(answer.data ?? {})
    outputs.push(stdout)
  }
  return outputs
}

/** The program of a page, ready to run. */
function fileOf(page: PageName): string {
  const { outputText } = ts.transpileModule(programOf(page), {
    compilerOptions: { target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
  })
  const file = path.join(programs, `${page}.mjs`)
  writeFileSync(file, outputText)
  return file
}

const runProgram = async (page: PageName): Promise<string> =>
  (await run(process.execPath, [fileOf(page)], { cwd: desk, env: env() })).stdout

test('the programs of the guide have no error of types', () => {
  for (const page of PAGES) writeFileSync(path.join(programs, `${page}.ts`), programOf(page))
  const config = ts.readConfigFile(path.join(folder, 'tsconfig.json'), (file) => ts.sys.readFile(file)).config as object
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, folder)
  const program = ts.createProgram(
    PAGES.map((page) => path.join(programs, `${page}.ts`)),
    { ...options, noUnusedLocals: false },
  )
  const wrong = ts.getPreEmitDiagnostics(program).map((one) => ts.flattenDiagnosticMessageText(one.messageText, '\n'))
  expect(wrong).toEqual([])
})

type Answer = { post?: { status: string; pinId: string }; receipt?: object }

test('a reader of the first page has a pin on Pinterest in the end, and its receipt', async () => {
  const outputs = await runShell('first-pin')
  const [{ post }, { receipt }] = outputs.slice(-2).map((output) => (JSON.parse(output) as { data: Answer }).data) as [
    Answer,
    Answer,
  ]
  expect(post).toMatchObject({ status: 'sent', pinId: expect.stringMatching(/^\d+$/) as string })
  expect(receipt).toMatchObject({ post: { pinId: post!.pinId }, signature: expect.any(String) as string })
  expect(await runProgram('first-pin')).toMatch(/scheduled/)
})

test('the page on media: by address, by upload, a carousel, other media', async () => {
  await runShell('media')
  await runProgram('media')
})

test('the page on the schedule: a time, a slot, back to a draft, lists', async () => {
  await runShell('schedule')
  expect(await runProgram('schedule')).toMatch(/open|scheduled/)
})

test('the page on many pins: a batch, one change to all of it, which is taken back, a link, and a file', async () => {
  const outputs = await runShell('many-pins')
  const { batch } = (JSON.parse(outputs[0]!) as { data: { batch: { id: null; counts: object } } }).data
  expect(batch).toMatchObject({ id: null, counts: { created: 2, failed: 0 } })
  const found = (
    JSON.parse(outputs.at(-1)!) as { data: { import: { rows: number; created: number; errors: { line: number }[] } } }
  ).data.import
  expect([found.rows, found.created, found.errors[0]?.line]).toEqual([2, 1, 3])
  const said = await runProgram('many-pins')
  expect(said).toMatch(/^0 \d+\n1 \d+\n2 url$/m)
  expect(said).toMatch(/^posts\[1\]\.url$/m)
  expect(said.match(/\{ changed: 2, failed: 0 \}/g)).toHaveLength(2)
  expect(said.match(/shop\.example\.com\/spring/g)).toHaveLength(2)
  expect(said).toMatch(/^success 3 null$/m)
})

test('the page on trends: a list with when to start, what fits a board, and the account’s own region', async () => {
  const outputs = await runShell('trends')
  const [list, changed] = outputs.map((output) => JSON.parse(output) as { data: { trends?: object[]; account?: object } })
  expect(list!.data.trends).toHaveLength(2)
  expect(changed!.data.account).toMatchObject({ trendRegion: 'GB+IE', trendInterests: ['home_decor', 'gardening'] })
  const said = await runProgram('trends')
  expect(said.match(/^.+: start (?:now|by \d{4}-\d\d-\d\d), most searched around \d{4}-\d\d-\d\d$/gm)).toHaveLength(3)
  expect(said).toMatch(/: (?:excellent|very-good|good|fair|poor)'/)
})

test('the page on errors: the refusal has that shape, and what is sent twice is done once', async () => {
  const outputs = await runShell('errors-and-retries')
  const ids = [...outputs.at(-1)!.matchAll(/^answer-(\d)\.json:"id":"(\d+)"/gm)].map((match) => match[2])
  expect(ids).toEqual([ids[0], ids[0]])
  const said = await runProgram('errors-and-retries')
  expect(said).toMatch(/^404 NOT_FOUND undefined [\w-]{36}$/m)
  expect(said).toMatch(/^true true$/m)
})

test('the page on webhooks: what is sent on request arrives, and is verified', async () => {
  set['RECEIVER_URL'] = `http://127.0.0.1:${await freePort()}/pinslot`
  await runShell('webhooks')
  const receiver = spawn(process.execPath, [fileOf('webhooks')], { cwd: desk, env: env() })
  let said = ''
  for (const stream of [receiver.stdout, receiver.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  try {
    await expect.poll(() => said, { timeout: 50_000 }).toContain('webhook.test')
    const forged = await fetch(set['RECEIVER_URL'], { method: 'POST', body: '{}' })
    expect(forged.status).toBe(400)
  } finally {
    receiver.kill()
  }
})
