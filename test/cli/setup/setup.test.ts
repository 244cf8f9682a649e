/** The guided setup without its terminal: what it asks, how each answer is tried, and what it keeps. Slack, Pinterest, Postgres and the bucket are real ones of this machine. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readEnvFile, type Values } from '../../../src/cli/setup/env-file.js'
import { QUESTIONS, type Track } from '../../../src/cli/setup/questions.js'
import { SetupCancelled } from '../../../src/cli/setup/setup-error.js'
import { runSetup } from '../../../src/cli/setup/setup.js'
import { inLines, type Talk } from '../../../src/cli/setup/talk.js'
import { wallClock } from '../../../src/deps.js'
import { makeShutdown } from '../../../src/service/shutdown.js'
import { makeSlackCalls } from '../../../src/service/slack-calls.js'
import { aDatabase, anEmptyDatabase } from '../../support/database.js'
import { anS3Store, type S3Store } from '../../support/s3-store.js'
import { type Simulator, startSimulator } from '../../support/simulator.js'
import { APP, startTeamSlack, type TeamSlack, TOKENS } from './support/slack.js'

const log = { debug() {}, info() {}, warn() {}, error() {} }
const { db } = await aDatabase()
const empty = await anEmptyDatabase()
let slack: TeamSlack
let pinterest: Simulator
let bucket: S3Store
let folder: string
let file: string
let right: Values
beforeAll(async () => {
  slack = await startTeamSlack()
  pinterest = await startSimulator(db, wallClock)
  bucket = await anS3Store({ now: new Date() })
})
afterAll(async () => {
  await slack.close()
  await pinterest.close()
  await bucket.close()
})
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'pinslot-setup-'))
  file = path.join(folder, '.env')
  const found = `SLACK_API_URL=${slack.url}\nPLATFORM_API_URL=${pinterest.url}/sandbox/platform/v5\nPINSLOT_DATA_DIR=${folder}\n`
  writeFileSync(file, `${found}# the rest is not ours\nOTHER="x y"\n`)
  right = {
    PUBLIC_URL: 'https://pins.studio.test',
    SLACK_BOT_TOKEN: TOKENS.bot,
    SLACK_SIGNING_SECRET: '0123456789abcdef0123456789abcdef',
    SLACK_CLIENT_ID: APP.clientId,
    SLACK_CLIENT_SECRET: APP.clientSecret,
    STAFF_CHANNEL_ID: '#pinslot-staff',
    PLATFORM_CLIENT_ID: 'client',
    PLATFORM_CLIENT_SECRET: 'secret',
    DATABASE_URL: empty.url,
    STORAGE_URL: `s3://${bucket.bucket}?region=${bucket.keys.region}&endpoint=${bucket.endpoint}`,
    S3_ACCESS_KEY_ID: bucket.keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.keys.secretAccessKey,
  }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Without a terminal, and without its lines. */
const nobody: Talk = { ...inLines, say() {}, passed() {}, link() {} }

type Person = Talk & { asked: string[]; lines: string[] }

/** Answers each question by the next of its answers, and breaks off where there is none left. */
function aPerson(answers: Record<string, readonly string[]>, track?: Track): Person {
  const left = new Map(Object.entries(answers).map(([name, all]) => [name, [...all]]))
  const person: Person = {
    ...inLines,
    canAsk: true,
    asked: [],
    lines: [],
    say: (line) => person.lines.push(line),
    passed: (line) => person.lines.push(line),
    failed: (line) => person.lines.push(`! ${line}`),
    link: (_, url) => person.lines.push(url),
    choose: async () => track,
    ask: async ({ message, initialValue }) => {
      const { name = '' } = QUESTIONS.find(({ label, where }) => message.startsWith(`${label}: ${where}.`)) ?? {}
      person.asked.push(name)
      const answer = left.get(name)?.shift()
      if (answer === undefined) throw new SetupCancelled()
      return answer === 'as it stands' ? initialValue : answer
    },
  }
  return person
}

async function setUp(talk: Talk, { track, answers = {} }: { track?: Track; answers?: Values } = {}) {
  const shutdown = makeShutdown(() => {})
  const tryingWith = () => ({ calls: makeSlackCalls({ log, clock: wallClock, slackApiUrl: `${slack.url}/` }), shutdown, log })
  try {
    return await runSetup({ file, track, answers, talk, tryingWith })
  } finally {
    await shutdown.close()
  }
}

const once = (values: Values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value]]))
const kept = () => readEnvFile(file)

test('production, broken off after every question: each run begins with the next one, and says what it has', async () => {
  const names = Object.keys(right)
  for (const [index, name] of names.entries()) {
    const person = aPerson(once({ [name]: right[name]! }), 'production')
    const run = setUp(person)
    if (index < names.length - 1) await expect(run).rejects.toBeInstanceOf(SetupCancelled)
    else await run
    expect(person.asked).toEqual(names.slice(index, index + 2))
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(kept()[name]).toBe(name === 'STAFF_CHANNEL_ID' ? slack.channels['pinslot-staff'] : right[name])
  }
  const again = aPerson({})
  const { track, config } = await setUp(again)
  expect([track, config.mode, again.asked]).toEqual(['production', 'production', []])
  expect(again.lines).toContain('Bot token: SLACK_BOT_TOKEN speaks for Maple, with every right that the app needs.')
  expect(readFileSync(file, 'utf8')).toContain('# the rest is not ours\nOTHER="x y"\n')
  expect(kept()['ENCRYPTION_KEY']).toHaveLength(44)
  expect(again.lines.join('\n')).not.toMatch(/xoxb-|client-secret|secret\+of|0123456789abcdef/)
  expect(await slack.scheduled()).toBe(0)
  expect(await slack.messages('pinslot-staff')).toEqual([])
})

test('the keys are made once', async () => {
  const keys = () => [kept()['ENCRYPTION_KEY'], kept()['METRICS_TOKEN']]
  await expect(setUp(aPerson({}, 'production'))).rejects.toBeInstanceOf(SetupCancelled)
  const first = keys()
  await expect(setUp(aPerson({}))).rejects.toBeInstanceOf(SetupCancelled)
  expect(keys()).toEqual(first)
  expect(first).toEqual([expect.any(String), expect.any(String)])
})

test('the same by a file of answers, twice', async () => {
  await setUp(nobody, { track: 'production', answers: right })
  const first = readFileSync(file, 'utf8')
  await setUp(nobody, { answers: right })
  expect(readFileSync(file, 'utf8')).toBe(first)
})

test('the link of production has our host in all addresses, and tokens that do not end', async () => {
  const person = aPerson(once({ PUBLIC_URL: right['PUBLIC_URL']! }), 'production')
  await expect(setUp(person)).rejects.toBeInstanceOf(SetupCancelled)
  const link = new URL(person.lines.find((line) => line.startsWith('https://api.slack.com/'))!)
  const manifest = link.searchParams.get('manifest_json')!
  expect(manifest).not.toContain('example.com')
  expect(manifest.match(/https:\/\/pins\.studio\.test\/slack\//g)).toHaveLength(5)
  expect(JSON.parse(manifest)).toMatchObject({ settings: { socket_mode_enabled: false, token_rotation_enabled: false } })
})

const WRONG: [name: string, wrong: () => string, said: RegExp][] = [
  ['PUBLIC_URL', () => 'http://pins.studio.test', /PUBLIC_URL must be an https address that Slack reaches/],
  ['PUBLIC_URL', () => 'https://pins.studio.test/app', /PUBLIC_URL must be an address alone, without a path/],
  ['PUBLIC_URL', () => 'https://pinslot.example.com', /PUBLIC_URL is pinslot\.example\.com, which is only an example/],
  ['SLACK_BOT_TOKEN', () => 'xoxe.xoxb-1-rotates', /must be a bot token, which starts with xoxb-/],
  ['SLACK_BOT_TOKEN', () => 'xoxb-1-nobody', /Slack refuses SLACK_BOT_TOKEN: .*invalid_auth.* “Install App”/],
  ['SLACK_BOT_TOKEN', () => TOKENS.older, /lacks files:write .*older than manifest\.yml.*reinstall it/],
  ['SLACK_SIGNING_SECRET', () => 'shh', /must be 32 characters, digits and a to f: copy it from “Basic Information”/],
  ['SLACK_CLIENT_SECRET', () => 'nobodys', /Slack refuses SLACK_CLIENT_ID and SLACK_CLIENT_SECRET: invalid_client_id/],
  ['STAFF_CHANNEL_ID', () => '#elsewhere', /The app is not in #elsewhere\. Type \/invite @Pinslot in it/],
  ['STAFF_CHANNEL_ID', () => 'nowhere', /The app sees no channel #nowhere\. Check its name/],
  ['PLATFORM_CLIENT_SECRET', () => 'nobodys', /Pinterest refuses PLATFORM_CLIENT_ID and PLATFORM_CLIENT_SECRET\. Take both from/],
  ['DATABASE_URL', () => empty.url.replace(/[^/]*$/, 'none_such'), /"none_such" does not exist\. What to do: make it/],
  ['DATABASE_URL', () => 'mysql://app@db/pins', /DATABASE_URL must start with postgres:/],
  ['S3_SECRET_ACCESS_KEY', () => 'nobodys', /bucket .*SignatureDoesNotMatch|bucket pins of STORAGE_URL/],
]

test.each(WRONG)('a wrong %s is named with what to do, not kept, and asked again (case %#)', async (name, wrong, said) => {
  const { doubts = [] } = QUESTIONS.find((one) => one.name === name)!
  const others = Object.fromEntries(doubts.map((one) => [one, [right[one]!, 'as it stands']]))
  const person = aPerson({ ...once(right), ...others, [name]: [wrong(), right[name]!] }, 'production')
  await setUp(person)
  const failures = person.lines.filter((line) => line.startsWith('!'))
  expect(failures).toEqual([expect.stringMatching(said)])
  if (name !== 'STAFF_CHANNEL_ID' && name !== 'PUBLIC_URL') expect(person.lines.join('\n')).not.toContain(`${wrong()} `)
  expect(person.asked.filter((one) => one === name)).toHaveLength(2)
  expect(kept()[name]).toBe(name === 'STAFF_CHANNEL_ID' ? slack.channels['pinslot-staff'] : right[name])
})

test('tokens of two apps are told apart, and each is asked again', async () => {
  const answers = {
    SLACK_BOT_TOKEN: [TOKENS.bot, ''],
    SLACK_APP_TOKEN: [TOKENS.otherApp, TOKENS.app],
    STAFF_CHANNEL_ID: ['pinslot-staff'],
  }
  writeFileSync(file, `SLACK_API_URL=${slack.url}\nPINSLOT_DATA_DIR=${folder}\n`)
  const person = aPerson(answers, 'slack')
  const { config } = await setUp(person)
  expect(person.lines.join('\n')).toContain(
    'SLACK_APP_TOKEN is of the app A0OTHER, and SLACK_BOT_TOKEN of A0OURS, installed in Maple.',
  )
  expect(person.asked).toEqual(['SLACK_BOT_TOKEN', 'SLACK_APP_TOKEN', 'SLACK_BOT_TOKEN', 'SLACK_APP_TOKEN', 'STAFF_CHANNEL_ID'])
  expect(config).toMatchObject({ mode: 'sandbox', platform: { kind: 'simulated' }, slack: { appToken: TOKENS.app } })
})

test('a token that was taken back since is asked for again', async () => {
  writeFileSync(file, `${readFileSync(file, 'utf8')}PINSLOT_ENV=development\nSLACK_BOT_TOKEN=xoxb-1-gone\n`)
  const person = aPerson({ SLACK_BOT_TOKEN: [TOKENS.bot], SLACK_APP_TOKEN: [TOKENS.app], STAFF_CHANNEL_ID: ['pinslot-staff'] })
  await setUp(person)
  expect(person.lines[0]).toMatch(/^! Bot token: Slack refuses SLACK_BOT_TOKEN/)
  expect(kept()['SLACK_BOT_TOKEN']).toBe(TOKENS.bot)
})

test('where nobody can answer, what is missing is named with its page, and what passed is kept', async () => {
  const answers = { SLACK_BOT_TOKEN: TOKENS.bot }
  await expect(setUp(nobody, { track: 'slack', answers })).rejects.toThrow(
    /^SLACK_APP_TOKEN is missing \(App-level token: the app’s page “Basic Information”.*\)\. Add a line SLACK_APP_TOKEN=… to the file/,
  )
  expect(kept()).toMatchObject({ PINSLOT_ENV: 'development', SLACK_BOT_TOKEN: TOKENS.bot })
  await expect(setUp(nobody, { answers: { SLACK_BOT_TOKN: 'x' } })).rejects.toThrow('SLACK_BOT_TOKN is no variable of Pinslot')
  await expect(setUp(nobody, { answers: { SLACK_APP_TOKEN: 'xoxb-1' } })).rejects.toThrow('must be an app-level token')
})

test('another public address says that the app’s addresses have to follow', async () => {
  await setUp(nobody, { track: 'production', answers: right })
  const person = aPerson({})
  await setUp(person, { answers: { PUBLIC_URL: 'https://pins.other.test' } })
  expect(person.lines.join('\n')).toContain('npm run admin -- slack manifest --url https://pins.other.test prints')
})

test('the local workspace needs nothing, and does not start beside a real Slack', async () => {
  writeFileSync(file, `PINSLOT_DATA_DIR=${folder}\n`)
  expect(await setUp(aPerson({}, 'local'))).toMatchObject({ track: 'local', config: { mode: 'sandbox' } })
  await expect(setUp(aPerson({}, 'slack'))).rejects.toBeInstanceOf(SetupCancelled)
  await expect(setUp(nobody, { track: 'local' })).rejects.toThrow('sets up a real Slack: move it away')
})
