import path from 'node:path'
import { expect, test } from 'vitest'
import { type Config, ConfigError, readConfig } from '../../src/config/config.js'

const realParts = {
  DATABASE_URL: 'postgres://app:secret@db.internal/pinslot',
  PLATFORM_CLIENT_ID: '1234',
  PLATFORM_CLIENT_SECRET: 'shh',
  SLACK_SIGNING_SECRET: 'signing',
  SLACK_BOT_TOKEN: 'xoxb-1',
  STAFF_CHANNEL_ID: 'C0STAFF',
  STORAGE_URL: 'local',
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  PUBLIC_URL: 'https://pins.example.com/',
}
const problemsOf = (env: NodeJS.ProcessEnv): string[] => {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n')
    throw error
  }
  return []
}

test('no environment at all is the sandbox: every part a stand-in, on loopback', () => {
  expect(readConfig({})).toMatchObject({
    mode: 'sandbox',
    host: '127.0.0.1',
    port: 3000,
    database: { kind: 'embedded', dir: path.resolve('.pinslot') },
    platform: { kind: 'simulated' },
    slack: { kind: 'local' },
    storage: { kind: 'local', dir: path.resolve('.pinslot', 'media') },
    dailyRequestLimit: 5000,
  })
})

const { ENCRYPTION_KEY, PUBLIC_URL } = realParts
/** What stand-ins beside real parts need. */
const development = { PINSLOT_ENV: 'development', ENCRYPTION_KEY, PUBLIC_URL }

test.each([
  [
    { DATABASE_URL: realParts.DATABASE_URL },
    { databaseKind: 'sandbox', database: { kind: 'url' }, platform: { kind: 'simulated' }, slack: { kind: 'local' } },
  ],
  [
    { PLATFORM_CLIENT_ID: '1', PLATFORM_CLIENT_SECRET: 's' },
    { databaseKind: 'sandbox', platform: { kind: 'pinterest', apiUrl: 'https://api.pinterest.com/v5' } },
  ],
  [{ PLATFORM_API_URL: 'http://127.0.0.1:9/v5/' }, { platform: { kind: 'pinterest', apiUrl: 'http://127.0.0.1:9/v5' } }],
  [
    { SLACK_SIGNING_SECRET: 's', SLACK_BOT_TOKEN: 'xoxb-1' },
    { databaseKind: 'sandbox', slack: { kind: 'real' }, database: { kind: 'embedded' } },
  ],
])('each real part replaces its stand-in alone in development, and not without saying so: %j', (env, part) => {
  expect(readConfig({ ...development, ...env })).toMatchObject({ mode: 'sandbox', ...part })
  expect(problemsOf({ ...development, ...env, PINSLOT_ENV: '' })).toEqual([
    expect.stringMatching(/^PINSLOT_ENV is missing: beside .* there would be stand-ins for .*, or PINSLOT_ENV=development /),
  ])
})

test('with every real part it is no sandbox', () => {
  const config = readConfig({ ...realParts, PINSLOT_ENV: 'production' })
  expect(config).toMatchObject({
    mode: 'production',
    databaseKind: 'production',
    host: '0.0.0.0',
    publicUrl: 'https://pins.example.com',
  })
})

test.each(['', 'development', 'production'])(
  'with every real part it is production, whatever PINSLOT_ENV says: %j',
  (PINSLOT_ENV) => {
    expect(readConfig({ ...realParts, PINSLOT_ENV })).toMatchObject({ mode: 'production' })
    for (const name of ['ENCRYPTION_KEY', 'PUBLIC_URL', 'STORAGE_URL', 'STAFF_CHANNEL_ID'])
      expect(problemsOf({ ...realParts, PINSLOT_ENV, [name]: '' })).toEqual([expect.stringMatching(`^${name} is missing: `)])
  },
)

test('an embedded database may hold real accounts, and is no database of the sandbox then', () => {
  const { DATABASE_URL: _, ...others } = realParts
  expect(readConfig({ ...others, PINSLOT_ENV: 'development' })).toMatchObject({ mode: 'sandbox', databaseKind: 'production' })
})

test('production names each missing variable', () => {
  const problems = problemsOf({ PINSLOT_ENV: 'production' })
  expect(problems.map((line) => line.split(' ')[0])).toEqual(Object.keys(realParts))
})

test('all problems are told together, each with its variable and its fix', () => {
  expect(problemsOf({ PORT: '70000', ENCRYPTION_KEY: 'short', DATABASE_URL: 'mysql://x', PUBLIC_URL: 'pins' })).toEqual([
    'PORT must be a whole number from 0 to 65535.',
    'DATABASE_URL must start with postgres://.',
    'ENCRYPTION_KEY must be 32 random bytes in base64, 44 characters: make one by openssl rand -base64 32.',
    'PUBLIC_URL must be an http or https address.',
  ])
})

test.each(['https://pins.example.com/pinslot', 'https://pins.example.com/?a', 'https://pins.example.com/#a'])(
  'PUBLIC_URL is an address alone: %s is none',
  (url) => {
    expect(problemsOf({ PUBLIC_URL: url })).toEqual([
      'PUBLIC_URL must be an address alone, without a path: pages link to each other from its root.',
    ])
  },
)

test.each([
  ['HTTPS://Pins.Example.com', 'https://pins.example.com'],
  ['https://pins.example.com:443/', 'https://pins.example.com'],
])('PUBLIC_URL %s is %s', (given, publicUrl) => {
  expect(readConfig({ PUBLIC_URL: given })).toMatchObject({ publicUrl })
})

test('a part that is half given is a mistake, not its stand-in', () => {
  expect(
    problemsOf({ ...development, SLACK_BOT_TOKEN: 'xoxb-1', PLATFORM_CLIENT_ID: '1' }).map((line) => line.split(' ')[0]),
  ).toEqual(['PLATFORM_CLIENT_SECRET', 'SLACK_SIGNING_SECRET'])
})

const oauth = { SLACK_CLIENT_ID: '12.34', SLACK_CLIENT_SECRET: 'shh' }
const app = { clientId: '12.34', clientSecret: 'shh' }

test.each([
  [
    { SLACK_SIGNING_SECRET: 's', ...oauth },
    { signingSecret: 's', botToken: null, appToken: null, oauth: app },
  ],
  [
    { SLACK_SIGNING_SECRET: 's', SLACK_BOT_TOKEN: 'xoxb-1', ...oauth },
    { signingSecret: 's', botToken: 'xoxb-1', appToken: null, oauth: app },
  ],
  [
    { SLACK_APP_TOKEN: 'xapp-1', SLACK_BOT_TOKEN: 'xoxb-1' },
    { signingSecret: null, botToken: 'xoxb-1', appToken: 'xapp-1', oauth: null },
  ],
  [
    { SLACK_APP_TOKEN: 'xapp-1', ...oauth },
    { signingSecret: null, botToken: null, appToken: 'xapp-1', oauth: app },
  ],
])('the real Slack is reached by HTTP or Socket Mode, and called by one token or those of installations: %j', (env, slack) => {
  expect(readConfig({ ...development, ...env }).slack).toEqual({ kind: 'real', apiUrl: null, ...slack })
})

test('Socket Mode is one value apart', () => {
  const http = { SLACK_SIGNING_SECRET: 's', SLACK_BOT_TOKEN: 'xoxb-1' }
  const [one, other] = [http, { ...http, SLACK_APP_TOKEN: 'xapp-1' }].map((env) => readConfig({ ...development, ...env })) as [
    Config,
    Config,
  ]
  expect(other).toEqual({ ...one, slack: { ...one.slack, appToken: 'xapp-1' } })
})

test.each([
  [{ SLACK_SIGNING_SECRET: 's' }, ['SLACK_BOT_TOKEN']],
  [{ SLACK_APP_TOKEN: 'xapp-1' }, ['SLACK_BOT_TOKEN']],
  [{ SLACK_CLIENT_ID: '12.34' }, ['SLACK_SIGNING_SECRET', 'SLACK_CLIENT_SECRET']],
  [{ SLACK_CLIENT_SECRET: 'shh', SLACK_APP_TOKEN: 'xapp-1' }, ['SLACK_CLIENT_ID']],
  [{ SLACK_API_URL: 'https://slack-gov.com/api' }, ['SLACK_SIGNING_SECRET', 'SLACK_BOT_TOKEN']],
  [{ ...oauth, SLACK_SIGNING_SECRET: 's', STAFF_CHANNEL_ID: 'C0STAFF' }, ['STAFF_TEAM_ID']],
])('a Slack that is half given is a mistake: %j lacks %j', (env, missing) => {
  const problems = problemsOf({ ...development, ...env })
  expect(problems.map((line) => line.split(' ')[0])).toEqual(missing)
  for (const line of problems) expect(line).toMatch(/^[A-Z_]+ is missing: .{10,}\.$/)
})

test('production runs with installations and Socket Mode alone', () => {
  const { SLACK_SIGNING_SECRET: _s, SLACK_BOT_TOKEN: _b, ...others } = realParts
  const env = { ...others, ...oauth, SLACK_APP_TOKEN: 'xapp-1', STAFF_TEAM_ID: 'T0STAFF', PINSLOT_ENV: 'production' }
  expect(readConfig(env)).toMatchObject({ mode: 'production', staffTeamId: 'T0STAFF' })
})

test('the page of consent belongs to an app', () => {
  expect(
    problemsOf({ ...development, PLATFORM_OAUTH_URL: 'https://consent.test/oauth' }).map((line) => line.split(' ')[0]),
  ).toEqual(['PLATFORM_CLIENT_ID', 'PLATFORM_CLIENT_SECRET'])
  const app = { ...development, PLATFORM_CLIENT_ID: '1', PLATFORM_CLIENT_SECRET: 's' }
  expect(readConfig(app)).toMatchObject({ platform: { authorizeUrl: 'https://www.pinterest.com/oauth/' } })
  const elsewhere = { ...app, PLATFORM_OAUTH_URL: 'https://consent.test/oauth' }
  expect(readConfig(elsewhere)).toMatchObject({ platform: { authorizeUrl: 'https://consent.test/oauth' } })
  const asGiven = { ...app, PLATFORM_OAUTH_URL: 'https://consent.test/oauth/' }
  expect(readConfig(asGiven)).toMatchObject({ platform: { authorizeUrl: 'https://consent.test/oauth/' } })
})

test('older keys stand beside the current one, which they cannot replace', () => {
  const [key, old, older] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string, string]
  expect(readConfig({})).toMatchObject({ encryptionKey: null, previousEncryptionKeys: [] })
  expect(readConfig({ ENCRYPTION_KEY: key, ENCRYPTION_KEY_PREVIOUS: `${old}, ${older}` })).toMatchObject({
    encryptionKey: Buffer.alloc(32, 1),
    previousEncryptionKeys: [Buffer.alloc(32, 2), Buffer.alloc(32, 3)],
  })
  expect(problemsOf({ ENCRYPTION_KEY_PREVIOUS: old })).toEqual([expect.stringMatching(/^ENCRYPTION_KEY is missing: /)])
  expect(problemsOf({ ENCRYPTION_KEY: key, ENCRYPTION_KEY_PREVIOUS: `${old},short` })).toEqual([
    'ENCRYPTION_KEY_PREVIOUS.1 must be 32 random bytes in base64, 44 characters: make one by openssl rand -base64 32.',
  ])
})

test.each([
  ['as openssl makes it', '6Jd6vLPDXTHNtxgfQnUVs7tQfPWSRNf+Ls8xQ9SE/cE='],
  ['without its padding', '6Jd6vLPDXTHNtxgfQnUVs7tQfPWSRNf+Ls8xQ9SE/cE'],
  ['in the alphabet of addresses', '6Jd6vLPDXTHNtxgfQnUVs7tQfPWSRNf-Ls8xQ9SE_cE'],
])('a key is 32 bytes in base64, %s', (_how, key) => {
  expect(readConfig({ ENCRYPTION_KEY: key }).encryptionKey?.toString('hex')).toBe(
    'e8977abcb3c35d31cdb7181f427515b3bb507cf59244d7fe2ecf3143d484fdc1',
  )
})

test.each([
  ['a phrase of 43 characters', 'a phrase of forty-three letters, or so long'],
  ['letters of which the last has bits too many', `${'a'.repeat(42)}b`],
  ['bytes in hex', 'e8977abcb3c35d31cdb7181f427515b3bb507cf59244d7fe2ecf3143d484fdc1'],
  ['31 bytes', Buffer.alloc(31, 7).toString('base64')],
  ['a key with something behind it', `${ENCRYPTION_KEY}!`],
])('%s is no key, though Node reads it as base64', (_what, key) => {
  expect(problemsOf({ ENCRYPTION_KEY: key })).toEqual([
    expect.stringMatching(/^ENCRYPTION_KEY must be .* openssl rand -base64 32\.$/),
  ])
})

test('the sandbox is not opened to other machines', () => {
  expect(problemsOf({ HOST: '0.0.0.0' })).toEqual([expect.stringContaining('HOST must be 127.0.0.1')])
})

const bucket = {
  PINSLOT_ENV: 'development',
  STORAGE_URL: 's3://pins/media?region=eu-central-1',
  S3_ACCESS_KEY_ID: 'AKID',
  S3_SECRET_ACCESS_KEY: 'shh',
}

test('media is kept in a bucket, in the sandbox and in production', () => {
  const storage = { kind: 's3', place: { bucket: 'pins', prefix: 'media/' }, accessKeyId: 'AKID', secretAccessKey: 'shh' }
  expect(readConfig(bucket)).toMatchObject({ mode: 'sandbox', storage })
  expect(readConfig({ ...realParts, ...bucket, PINSLOT_ENV: 'production' })).toMatchObject({ mode: 'production', storage })
})

test.each(Object.keys(bucket).slice(1))('a bucket without %s is half given', (name) => {
  expect(problemsOf({ ...bucket, [name]: '' })).toEqual([expect.stringMatching(`^${name} is missing: `)])
})

test('a variable set to nothing is not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ', SLACK_BOT_TOKEN: '' })).toMatchObject({ port: 3000, mode: 'sandbox' })
})

test('the token of the metrics is long enough not to be guessed', () => {
  expect(readConfig({})).toMatchObject({ metricsToken: null })
  expect(readConfig({ METRICS_TOKEN: 'f00dfeed'.repeat(4) })).toMatchObject({ metricsToken: 'f00dfeed'.repeat(4) })
  for (const token of ['short', 'sixteen letters long'])
    expect(problemsOf({ METRICS_TOKEN: token })).toEqual([
      'METRICS_TOKEN must be at least 16 characters without spaces (openssl rand -hex 32).',
    ])
})
