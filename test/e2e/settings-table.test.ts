/** Every setting, missing, empty, wrong and beside others: refused with a sentence that names it. What needs a process is in database-kind.test.ts. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '../../src/config/config.js'
import { root } from '../../src/root.js'
import { realSettings } from '../support/real-settings.js'

const real: Record<string, string> = realSettings('postgres://app@db.internal/pinslot', '/nowhere')
const bucket = { STORAGE_URL: 's3://pins?region=eu-central-1', S3_ACCESS_KEY_ID: 'AKID', S3_SECRET_ACCESS_KEY: 'shh' }
const model = { LLM_BASE_URL: 'https://llm.example.com/v1', LLM_API_KEY: 'sk-shh', LLM_MODEL: 'small-1' }
const mail = { SMTP_URL: 'smtps://me%40studio.com:shh@mail.example.com:465', MAIL_FROM: 'Pins <pins@studio.com>' }
const installed = { SLACK_CLIENT_ID: '12.34', SLACK_CLIENT_SECRET: 'shh', STAFF_TEAM_ID: 'T0STAFF' }

/** What a missing variable means in production: the sentence, or the one that is needed instead. */
const NEEDED = ['DATABASE_URL', 'PLATFORM_CLIENT_ID', 'PLATFORM_CLIENT_SECRET', 'SLACK_SIGNING_SECRET', 'SLACK_BOT_TOKEN']
const NEEDED_TOO = ['STAFF_CHANNEL_ID', 'STORAGE_URL', 'ENCRYPTION_KEY', 'PUBLIC_URL']

/** Settings on top of everything real, with the error about the variable; null: it starts. */
const ROWS: Record<string, [Record<string, string>, RegExp | null][]> = {
  PORT: [[{ PORT: '65536' }, /whole number/]],
  HOST: [
    [{ HOST: '0.0.0.0', SLACK_SIGNING_SECRET: '', SLACK_BOT_TOKEN: '', PINSLOT_ENV: 'development' }, /must be 127\.0\.0\.1/],
  ],
  PINSLOT_DATA_DIR: [[{ PINSLOT_DATA_DIR: '' }, null]],
  PINSLOT_SANDBOX_WEB: [[{ PINSLOT_SANDBOX_WEB: '/tmp/web' }, /is for the sandbox alone/]],
  PINSLOT_ENV: [
    [{ PINSLOT_ENV: 'prod' }, /must be development or production/],
    [{ PINSLOT_ENV: '', DATABASE_URL: '' }, /is missing: beside .* stand-ins for the database\. .*DATABASE_URL/],
    [{ PINSLOT_ENV: '', SLACK_SIGNING_SECRET: '', SLACK_BOT_TOKEN: '' }, /stand-ins for Slack\. /],
    [
      { PINSLOT_ENV: '', PLATFORM_API_URL: '', PLATFORM_CLIENT_ID: '', PLATFORM_CLIENT_SECRET: '' },
      /stand-ins for the platform\. /,
    ],
    [{ PINSLOT_ENV: '' }, null],
  ],
  DATABASE_URL: [
    [{ DATABASE_URL: 'mysql://db' }, /must start with postgres:/],
    [{ DATABASE_URL: 'postgres://app:shh/1@db.internal/pinslot' }, /^(?!.*shh).*must look like postgres:.*%2F for \//],
    [{ DATABASE_URL: 'postgres://app@db.internal/pinslot?sslmode=verify-foo' }, /takes sslmode=disable, /],
    [
      { DATABASE_URL: 'postgres://app@db.internal/pinslot?sslmode=verify-full&sslrootcert=/nowhere.pem' },
      /names \/nowhere\.pem as sslrootcert, which can't be read \(ENOENT\)/,
    ],
    [
      { DATABASE_URL: `postgres://app@db.internal/pinslot?sslmode=verify-full&sslrootcert=${path.join(root, 'package.json')}` },
      /which holds no certificate in PEM/,
    ],
    [{ DATABASE_URL: 'postgres://app@one.internal,two.internal:5433/pinslot' }, null],
    [
      { PINSLOT_ENV: 'development', DATABASE_URL: '', DATABASE_DIRECT_URL: 'postgres://app@db.internal/pinslot' },
      /DATABASE_DIRECT_URL is used beside it\. Set it to .*, or leave DATABASE_DIRECT_URL out\.$/,
    ],
  ],
  DATABASE_DIRECT_URL: [
    [{ DATABASE_DIRECT_URL: 'db.internal' }, /must start with postgres:/],
    [{ DATABASE_DIRECT_URL: 'postgres://app:shh%s@db.internal/pinslot' }, /^(?!.*shh).*must look like postgres:/],
    [{ DATABASE_DIRECT_URL: 'postgres://app@db.internal/pinslot' }, null],
  ],
  DATABASE_PREPARE: [[{ DATABASE_PREPARE: 'no' }, /must be true or false/]],
  PLATFORM_API_URL: [
    [{ PLATFORM_API_URL: 'api.pinterest.com' }, /http or https/],
    [{ PLATFORM_API_URL: 'http://api.pinterest.com/v5' }, /must begin with https/],
    [{ PLATFORM_API_URL: 'https://me:shh@proxy.example.com/v5' }, /^(?!.*shh).*must not hold a name or a password/],
    [{ PLATFORM_API_URL: '' }, null],
  ],
  PLATFORM_OAUTH_URL: [[{ PLATFORM_OAUTH_URL: 'http://consent.example.com' }, /must begin with https/]],
  PLATFORM_CLIENT_ID: [[{ PINSLOT_ENV: 'development', PLATFORM_CLIENT_ID: '' }, /is missing/]],
  PLATFORM_CLIENT_SECRET: [[{ PINSLOT_ENV: 'development', PLATFORM_CLIENT_SECRET: '' }, /is missing/]],
  PLATFORM_SIMPLIFIED_PINS: [[{ PLATFORM_SIMPLIFIED_PINS: 'yes' }, /must be true or false/]],
  PLATFORM_AI_DISCLOSURES: [[{ PLATFORM_AI_DISCLOSURES: 'yes' }, /must be true or false/]],
  PLATFORM_SEARCH_COUNTRY: [[{ PLATFORM_SEARCH_COUNTRY: 'usa' }, /two capital letters/]],
  SLACK_SIGNING_SECRET: [
    [{ PINSLOT_ENV: 'development', SLACK_SIGNING_SECRET: '' }, /is missing/],
    [{ SLACKBOT_MCP: 'true', SLACK_APP_TOKEN: 'xapp-1', SLACK_SIGNING_SECRET: '' }, /is missing: requests of Slackbot/],
  ],
  SLACK_API_URL: [
    [{ SLACK_API_URL: 'slack-gov.com' }, /must be an http or https address/],
    [
      { SLACK_API_URL: 'http://slack-gov.com/api' },
      /must begin with https:\/\/: tokens and the secret of the app travel over it/,
    ],
    [{ SLACK_API_URL: 'https://ada:shh@slack-gov.com/api' }, /^(?!.*shh).*must not hold a name or a password/],
    [{ SLACK_API_URL: 'https://slack-gov.com/api' }, null],
    [{ SLACK_API_URL: 'http://127.0.0.1:9/api/' }, null],
  ],
  SLACKBOT_MCP: [[{ SLACKBOT_MCP: 'yes' }, /must be true or false/]],
  SLACK_APP_TOKEN: [[{ SLACK_APP_TOKEN: 'xoxb-1' }, /starts with xapp-/]],
  SLACK_BOT_TOKEN: [[{ SLACK_BOT_TOKEN: 'xoxe.1' }, /starts with xoxb-/]],
  SLACK_CLIENT_ID: [[{ ...installed, SLACK_CLIENT_ID: '' }, /is missing/]],
  SLACK_CLIENT_SECRET: [[{ ...installed, SLACK_CLIENT_SECRET: '' }, /is missing/]],
  STAFF_CHANNEL_ID: [
    [{ STAFF_CHANNEL_ID: '' }, /is missing: .* Set it to the id of a channel, such as C0123456789\.$/],
    [{ STAFF_CHANNEL_ID: '#staff' }, /must be a channel id/],
  ],
  STAFF_TEAM_ID: [[{ ...installed, SLACK_BOT_TOKEN: '', STAFF_TEAM_ID: '' }, /is missing/]],
  STORAGE_URL: [
    [{ STORAGE_URL: 'gs://pins' }, /must be local or start with s3/],
    [{ ...bucket, STORAGE_URL: '' }, /is missing/],
  ],
  S3_ACCESS_KEY_ID: [[{ ...bucket, S3_ACCESS_KEY_ID: '' }, /is missing/]],
  S3_SECRET_ACCESS_KEY: [[{ ...bucket, S3_SECRET_ACCESS_KEY: '' }, /is missing/]],
  ENCRYPTION_KEY: [
    [{ ENCRYPTION_KEY: 'short' }, /32 random bytes/],
    [{ PINSLOT_ENV: 'development', DATABASE_URL: '', ENCRYPTION_KEY: '' }, /is missing: real tokens/],
  ],
  ENCRYPTION_KEY_PREVIOUS: [[{ ENCRYPTION_KEY_PREVIOUS: 'short' }, /32 random bytes/]],
  PUBLIC_URL: [
    [{ PUBLIC_URL: 'http://pins.example.com' }, /must begin with https/],
    [{ PUBLIC_URL: 'http://127.0.0.1:3000' }, /must begin with https:\/\/ for the real Slack/],
    [{ PUBLIC_URL: 'http://127.0.0.1:3000', SLACK_APP_TOKEN: 'xapp-1' }, null],
    [{ PUBLIC_URL: 'http://pins.example.com', SLACK_APP_TOKEN: 'xapp-1' }, /must begin with https/],
    [{ PINSLOT_ENV: 'development', DATABASE_URL: '', PUBLIC_URL: '' }, /is missing: the real Slack/],
  ],
  TRUSTED_PROXIES: [
    [{ TRUSTED_PROXIES: 'proxy.internal' }, /addresses or networks/],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, /addresses or networks/],
    [{ TRUSTED_PROXIES: '10.0.0.1, ::/0' }, /addresses or networks/],
    [{ TRUSTED_PROXIES: '10.0.0.1, fd00::/8' }, null],
  ],
  OVERLOAD_LOOP_MS: [[{ OVERLOAD_LOOP_MS: '1' }, /whole number from 5/]],
  OVERLOAD_DATABASE_MS: [[{ OVERLOAD_DATABASE_MS: '0.5s' }, /whole number from 5/]],
  MOST_REQUESTS_AT_WORK: [[{ MOST_REQUESTS_AT_WORK: '19' }, /whole number from 20/]],
  DAILY_REQUEST_LIMIT: [[{ DAILY_REQUEST_LIMIT: '0' }, /whole number/]],
  METRICS_TOKEN: [[{ METRICS_TOKEN: 'short' }, /at least 16/]],
  LLM_BASE_URL: [
    [{ ...model, LLM_BASE_URL: '' }, /is missing: the model is asked there\./],
    [{ ...model, LLM_BASE_URL: 'llm.example.com' }, /http or https/],
    [{ ...model, LLM_BASE_URL: 'https://me:shh@llm.example.com/v1' }, /without a name, a query/],
    [{ ...model, LLM_BASE_URL: 'https://llm.example.com/v1?api-version=1' }, /without a name, a query/],
    [{ ...model, LLM_BASE_URL: 'http://llm.example.com/v1' }, /must begin with https/],
    [{ ...model, LLM_BASE_URL: 'http://8.8.8.8/v1' }, /must begin with https/],
    [{ ...model, LLM_BASE_URL: 'http://10.1.2.3:8000/v1' }, null],
    [{ ...model, LLM_BASE_URL: 'http://[::1]:8000/v1' }, null],
    [{ ...model, LLM_BASE_URL: 'http://ollama:11434/v1' }, null],
    [{ ...model, LLM_BASE_URL: 'http://models.svc.cluster.local/v1' }, null],
    [model, null],
  ],
  LLM_API_KEY: [
    [{ ...model, LLM_API_KEY: ' ' }, /is missing: .* takes any word/],
    [{ ...model, LLM_API_KEY: 'two words' }, /one word/],
  ],
  LLM_MODEL: [
    [{ ...model, LLM_MODEL: '' }, /is missing: .* which model/],
    [{ ...model, LLM_MODEL: 'my model' }, /without spaces/],
  ],
  LLM_TOKENS_PER_DAY: [
    [{ LLM_TOKENS_PER_DAY: '0' }, /whole number/],
    [{ ...model, LLM_TOKENS_PER_DAY: '1000000' }, null],
    [{ LLM_TOKENS_PER_DAY: '1000000' }, null],
  ],
  SMTP_URL: [
    [{ ...mail, SMTP_URL: '' }, /is missing: mail goes out there/],
    [{ ...mail, SMTP_URL: 'https://me:shh@mail.example.com' }, /^(?!.*shh).*must look like smtps:/],
    [{ ...mail, SMTP_URL: 'smtps://me:shh%@mail.example.com' }, /^(?!.*shh).*%40 for @/],
    [{ ...mail, SMTP_URL: 'mail.example.com:465' }, /must look like smtps:/],
    [{ ...mail, SMTP_URL: 'smtps://me:shh@mail.example.com/?pool=true' }, /^(?!.*shh).*must look like smtps:/],
    [{ ...mail, SMTP_URL: 'smtp://relay.internal' }, null],
    [mail, null],
  ],
  MAIL_FROM: [
    [{ ...mail, MAIL_FROM: '' }, /is missing: mail goes out from it/],
    [{ ...mail, MAIL_FROM: 'Pins' }, /must be an address/],
    [{ ...mail, MAIL_FROM: 'pins@studio.com' }, null],
  ],
  PRIVACY_URL: [
    [{ PRIVACY_URL: 'studio.com/privacy' }, /must be an http or https address of a page/],
    [{ PRIVACY_URL: 'https://me:shh@studio.com/privacy' }, /^(?!.*shh).*without a name or a password/],
    [{ PRIVACY_URL: 'https://studio.com/privacy#slack' }, null],
  ],
  TERMS_URL: [
    [{ TERMS_URL: 'javascript:alert(1)' }, /must be an http or https address/],
    [{ TERMS_URL: 'https://studio.com/terms' }, null],
  ],
  SUPPORT_URL: [
    [{ SUPPORT_URL: 'help' }, /or an e-mail address/],
    [{ SUPPORT_URL: 'help@studio.com?cc=all@studio.com' }, /or an e-mail address/],
    [{ SUPPORT_URL: 'help@studio.com' }, null],
    [{ SUPPORT_URL: 'https://studio.com/help' }, null],
  ],
  OTEL_EXPORTER_OTLP_ENDPOINT: [
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, /http or https/],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://me:shh@collector:4318' }, /^(?!.*shh).*must not hold a name or a password/],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }, null],
  ],
  OTEL_EXPORTER_OTLP_HEADERS: [
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'shh' }, /^(?!.*shh).*must be headers/],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20shh, x-team = pins' }, null],
  ],
  OTEL_SERVICE_NAME: [[{ OTEL_SERVICE_NAME: 'our pins' }, /without spaces/]],
  OTEL_TRACES_SAMPLER_ARG: [
    [{ OTEL_TRACES_SAMPLER_ARG: '1.5' }, /share from 0 to 1/],
    [{ OTEL_TRACES_SAMPLER_ARG: '0.05' }, null],
  ],
  LOG_LEVEL: [[{ LOG_LEVEL: 'loud' }, /must be one of/]],
  RETENTION_AUDIT_DAYS: [[{ RETENTION_AUDIT_DAYS: '1' }, /whole number/]],
  RETENTION_ATTEMPTS_DAYS: [[{ RETENTION_ATTEMPTS_DAYS: '1' }, /whole number/]],
  RETENTION_PIN_DAYS: [[{ RETENTION_PIN_DAYS: '1' }, /whole number/]],
  RETENTION_ACCOUNT_DAYS: [[{ RETENTION_ACCOUNT_DAYS: '89' }, /whole number/]],
}

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n')
    throw error
  }
}

const rows = Object.entries(ROWS).flatMap(([name, cases]) => cases.map(([env, said]) => ({ name, env, said })))
test.each(rows)('$name: $env', ({ name, env, said }) => {
  const problems = problemsOf({ ...real, ...env })
  if (said === null) expect(problems).toEqual([])
  else expect(problems.filter((line) => line.startsWith(name) && said.test(line))).toHaveLength(1)
})

test.each([...NEEDED, ...NEEDED_TOO])(
  'with everything real, %s missing or empty is refused, and never answered with a stand-in',
  (name) => {
    for (const value of [undefined, '', ' \n'])
      for (const PINSLOT_ENV of ['', 'production']) {
        const env: Record<string, string> = { ...real, PINSLOT_ENV }
        if (value === undefined) delete env[name]
        else env[name] = value
        expect(problemsOf(env).join('\n')).toContain(name)
      }
  },
)

test('a model is configured whole or not at all, and its key is in no sentence', () => {
  expect(readConfig(real)).toMatchObject({ writer: null, modelTokensADay: 200_000 })
  expect(readConfig({ ...real, ...model, LLM_BASE_URL: 'https://llm.example.com/v1/' }).writer).toEqual({
    baseUrl: 'https://llm.example.com/v1',
    apiKey: 'sk-shh',
    model: 'small-1',
  })
  for (const missing of Object.keys(model)) {
    const said = problemsOf({ ...real, ...model, [missing]: '' })
    expect(said).toEqual([expect.stringMatching(`^${missing} is missing: .* leave the other LLM_ variables out`)])
    expect(said.join()).not.toContain('sk-shh')
  }
  expect(problemsOf({ ...real, ...model, LLM_API_KEY: 'sk-very secret' }).join()).not.toContain('secret')
})

test('traces are kept where a collector is named, one in ten unless another share is', () => {
  expect(readConfig(real).tracing).toBeNull()
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' }
  const some = { endpoint: 'http://collector:4318', headers: {}, serviceName: 'pinslot', ratio: 0.1 }
  expect(readConfig({ ...real, ...endpoint }).tracing).toEqual(some)
  const more = { OTEL_TRACES_SAMPLER_ARG: '1', OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20shh, x-team = pins' }
  expect(readConfig({ ...real, ...endpoint, ...more }).tracing).toEqual({
    ...some,
    ratio: 1,
    headers: { authorization: 'Bearer shh', 'x-team': 'pins' },
  })
})

test('white space around a value, as files of secrets have it, is not part of it', () => {
  const padded = Object.fromEntries(Object.entries(real).map(([name, value]) => [name, ` ${value}\n`]))
  expect(readConfig(padded)).toEqual(readConfig(real))
})

test('every variable of .env.example has its row here and in the table of docs/operating.md', () => {
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
  const names = [...read('.env.example').matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1] ?? '')
  expect(Object.keys(ROWS).sort()).toEqual(names.sort())
  const section = read('docs/operating.md').split('## What a start refuses')[1]?.split('\n## ')[0] ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  const inRows = rows.flatMap((line) =>
    [...(line.split('|')[1] ?? '').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map((match) => match[1] ?? ''),
  )
  expect(inRows.sort()).toEqual(names.sort())
})
