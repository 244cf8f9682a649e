/** The configuration: read from the environment once, checked as a whole, all problems reported together. */
import { parseUrl } from '../core/lib/http/parse-url.js'
import { isIP } from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import { type DatabaseConfig, databaseUrl, toDatabase } from './database.js'
import { isLoopback, isRealPlatform, problemsTogether, standInsOf } from './rules.js'
import { pageUrl, supportUrl, toLinks } from './links.js'
import { mailFrom, type MailConfig, smtpUrl, toMail } from './mail.js'
import { withFiles } from './files.js'
import { type SlackConfig, toSlack } from './slack.js'
import { otlpHeaders, samplerRatio, toTracing, type TracingConfig } from './tracing.js'
import { DEFAULT_TOKENS_A_DAY, llmApiKey, llmBaseUrl, llmModel, toWriter, type WriterConfig } from './writer.js'
import { readS3Url, type S3Place } from '../storage/s3-place.js'
import type { OperatorLinks, Retention } from '../core/ports/deps.js'
import { DEFAULT_RETENTION } from '../core/care/retention.js'

export type DatabaseKind = 'sandbox' | 'production'

export type Config = {
  mode: 'sandbox' | 'production'
  /** The contents of the database: made-up accounts and workspaces, or real ones. An embedded database may have either. */
  databaseKind: DatabaseKind
  host: string
  port: number
  dataDir: string
  /** null: the listening address, known once we listen. */
  publicUrl: string | null
  database: DatabaseConfig
  /** Without the app's id and secret calls work, but no token can be refreshed. */
  platform:
    | { kind: 'simulated' }
    | { kind: 'pinterest'; apiUrl: string; authorizeUrl: string; clientId: string; clientSecret: string }
  /** A folder with a subfolder for each host, from which the sandbox reads the web; null: only its own pages. */
  sandboxWeb: string | null
  slack: SlackConfig
  storage: { kind: 'local'; dir: string } | { kind: 's3'; place: S3Place; accessKeyId: string; secretAccessKey: string }
  /** null: the team's own channel of the local workspace. */
  staffChannelId: string | null
  /** The workspace of that channel; null: messages there are sent with the configured token. */
  staffTeamId: string | null
  /** Allows Slack's own assistant to use the tools for its users. */
  slackbotMcp: boolean
  /** 32 bytes; null: generated once and kept in the data folder. */
  encryptionKey: Buffer | null
  /** Keys that can still decrypt what they sealed. */
  previousEncryptionKeys: Buffer[]
  /** Addresses and networks that may set X-Forwarded-For. */
  trustedProxies: string[]
  dailyRequestLimit: number
  /** Limits beyond which requests are refused at once: delays of the event loop and the database, and requests in progress. */
  overload: { loopMs: number; databaseMs: number; mostAtWork: number }
  /** null: in production nobody may read the metrics, in the sandbox everybody who can reach it. */
  metricsToken: string | null
  retention: ReturnType<typeof toRetention>
  /** The model that writes drafts of pages; null: none does. */
  writer: WriterConfig | null
  /** The server that mail goes out by; null: none is sent. */
  mail: MailConfig | null
  /** What the foot of every public page leads to. */
  links: OperatorLinks
  /** The limit of one organization and UTC day, for the model. */
  modelTokensADay: number
  /** The collector of traces; null: tracing is off. */
  tracing: TracingConfig | null
  simplifiedPins: boolean
  aiDisclosures: boolean
  /** ISO 3166-1 alpha-2. */
  searchCountry: string
  logLevel: (typeof LOG_LEVELS)[number]
  /** True if npm is a parent of this process, whose end then stops it. */
  launchedByNpm: boolean
}

/** The message lists every problem, a line each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
const DEFAULT_OAUTH_URL = 'https://www.pinterest.com/oauth/'
const DEFAULT_API_URL = 'https://api.pinterest.com/v5'

/**
 * Treats an empty variable as not set, because shells and compose files unset variables this way. Trims it, because files of
 * secrets end in a line break.
 */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' ? value.trim() || undefined : value), schema.optional())

const exactUrl = z
  .string()
  .refine(isHttpUrl, 'must be an http or https address')
  .refine(hasNoCredentials, 'must not hold a name or a password: addresses are written to the log')
const httpUrl = exactUrl.transform((url) => new URL(url).href.replace(/(?<!\/)\/+$/, ''))
const flag = z.enum(['true', 'false', '1', '0'], 'must be true or false').transform((value) => value === 'true' || value === '1')
const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,10}$/.test(text) && Number(text) >= from && Number(text) <= to,
      `must be a whole number from ${from} to ${to}`,
    )
    .transform(Number)

const key = z
  .string()
  .refine(isKey, 'must be 32 random bytes in base64, 44 characters: make one by openssl rand -base64 32')
  .transform((text) => Buffer.from(text, 'base64'))

const networks = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .refine((all) => all.every(isNetwork), 'must be addresses or networks such as 10.0.0.0/8, with commas between them')

const storageUrl = z.string().transform((text, context): 'local' | S3Place => {
  try {
    if (text === 'local') return text
    if (text.startsWith('s3://')) return readS3Url(text)
    throw new Error('must be local or start with s3://')
  } catch (error) {
    context.addIssue(error instanceof Error ? error.message : String(error))
    return z.NEVER
  }
})

const environment = z.object({
  PORT: optional(wholeNumber(0, 65_535)),
  HOST: optional(z.string()),
  PINSLOT_DATA_DIR: optional(z.string()),
  PINSLOT_SANDBOX_WEB: optional(z.string()),
  PINSLOT_ENV: optional(z.enum(['development', 'production'], 'must be development or production')),
  DATABASE_URL: optional(databaseUrl),
  DATABASE_DIRECT_URL: optional(databaseUrl),
  DATABASE_PREPARE: optional(flag),
  PLATFORM_API_URL: optional(httpUrl),
  PLATFORM_OAUTH_URL: optional(exactUrl),
  PLATFORM_CLIENT_ID: optional(z.string()),
  PLATFORM_CLIENT_SECRET: optional(z.string()),
  PLATFORM_SIMPLIFIED_PINS: optional(flag),
  PLATFORM_AI_DISCLOSURES: optional(flag),
  PLATFORM_SEARCH_COUNTRY: optional(z.string().regex(/^[A-Z]{2}$/, 'must be a country as two capital letters, such as US')),
  SLACK_SIGNING_SECRET: optional(z.string()),
  SLACK_BOT_TOKEN: optional(
    z
      .string()
      .regex(
        /^xoxb-/,
        'must be a bot token, which starts with xoxb- (one that starts with xoxe. ends after twelve hours: give SLACK_CLIENT_ID instead)',
      ),
  ),
  SLACK_APP_TOKEN: optional(z.string().regex(/^xapp-/, 'must be an app-level token, which starts with xapp-')),
  SLACK_CLIENT_ID: optional(z.string().regex(/^\d+\.\d+$/, 'must be the id of the app, two numbers with a point between them')),
  SLACK_CLIENT_SECRET: optional(z.string()),
  SLACK_API_URL: optional(httpUrl.transform((url) => `${url}/`)),
  SLACKBOT_MCP: optional(flag),
  STAFF_TEAM_ID: optional(
    z.string().regex(/^[TE][A-Z0-9]+$/, 'must be the id of a workspace such as T0123456789, or of an enterprise (E…)'),
  ),
  STAFF_CHANNEL_ID: optional(z.string().regex(/^[CG][A-Z0-9]+$/, 'must be a channel id such as C0123456789')),
  STORAGE_URL: optional(storageUrl),
  S3_ACCESS_KEY_ID: optional(z.string().regex(/^[^\s/]+$/, 'must be an access key id, without spaces and slashes')),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  ENCRYPTION_KEY: optional(key),
  ENCRYPTION_KEY_PREVIOUS: optional(
    z
      .string()
      .transform((text) => text.split(',').map((one) => one.trim()))
      .pipe(z.array(key)),
  ),
  PUBLIC_URL: optional(
    httpUrl.refine(isOrigin, 'must be an address alone, without a path: pages link to each other from its root'),
  ),
  TRUSTED_PROXIES: optional(networks),
  DAILY_REQUEST_LIMIT: optional(wholeNumber(1, 1_000_000_000)),
  OVERLOAD_LOOP_MS: optional(wholeNumber(5, 60_000)),
  OVERLOAD_DATABASE_MS: optional(wholeNumber(5, 60_000)),
  MOST_REQUESTS_AT_WORK: optional(wholeNumber(20, 100_000)),
  METRICS_TOKEN: optional(
    z.string().regex(/^[!-~]{16,}$/, 'must be at least 16 characters without spaces (openssl rand -hex 32)'),
  ),
  RETENTION_AUDIT_DAYS: optional(wholeNumber(90, 36_500)),
  RETENTION_ATTEMPTS_DAYS: optional(wholeNumber(90, 36_500)),
  RETENTION_PIN_DAYS: optional(wholeNumber(400, 36_500)),
  RETENTION_ACCOUNT_DAYS: optional(wholeNumber(90, 36_500)),
  LLM_BASE_URL: optional(llmBaseUrl),
  LLM_API_KEY: optional(llmApiKey),
  LLM_MODEL: optional(llmModel),
  LLM_TOKENS_PER_DAY: optional(wholeNumber(1, 1_000_000_000)),
  SMTP_URL: optional(smtpUrl),
  MAIL_FROM: optional(mailFrom),
  PRIVACY_URL: optional(pageUrl),
  TERMS_URL: optional(pageUrl),
  SUPPORT_URL: optional(supportUrl),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(httpUrl),
  OTEL_EXPORTER_OTLP_HEADERS: optional(otlpHeaders),
  OTEL_SERVICE_NAME: optional(z.string().regex(/^[!-~]{1,100}$/, 'must be a name without spaces, such as pinslot')),
  OTEL_TRACES_SAMPLER_ARG: optional(samplerRatio),
  LOG_LEVEL: optional(z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)),
  npm_lifecycle_event: z.string().optional(),
})
type Environment = z.output<typeof environment>

export const NAMES = Object.keys(environment.shape).filter((name) => name !== 'npm_lifecycle_event')

/**
 * @returns the problem with a variable's value, as the rest of a sentence that begins with its name; undefined if there is none
 */
export function wrongValue(name: string, value: string): string | undefined {
  if (!(name in environment.shape)) return 'is no variable of Pinslot: .env.example lists them all'
  const schema: z.ZodType = environment.shape[name as keyof Environment] // checked above
  return schema.safeParse(value).error?.issues[0]?.message
}

/**
 * Checks an address to which Slack can send its requests.
 * @returns it without a trailing slash, or the problem as the rest of a sentence
 */
export function publicAddress(text: string): { url: string } | { problem: string } {
  const wrong = wrongValue('PUBLIC_URL', text)
  if (wrong !== undefined) return { problem: `${wrong}.` }
  const url = new URL(text).origin
  const { hostname } = new URL(url)
  if (!url.startsWith('https:') || isLoopback(hostname))
    return { problem: 'must be an https address that Slack reaches, such as https://pins.studio.com. Socket Mode needs none.' }
  if (/(^|\.)example\.(com|org|net)$/.test(hostname))
    return { problem: `is ${hostname}, which is only an example: give the address of your own service.` }
  return { url }
}

/**
 * Reads the configuration; an empty environment is the sandbox. Any stand-in in use makes the mode `sandbox`: together with
 * anything real this requires PINSLOT_ENV=development, and PINSLOT_ENV=production refuses it.
 * @throws ConfigError naming every variable that is wrong or missing
 * @see docs/operating.md#what-a-start-refuses
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = withFiles(env, NAMES)
  const parsed = environment.safeParse(given.env)
  const wrong = parsed.error?.issues.map(({ path, message }) => `${path.join('.')} ${message}.`) ?? []
  if (!parsed.success || given.problems.length > 0) throw new ConfigError([...given.problems, ...wrong].join('\n'))
  const problems = problemsTogether(parsed.data)
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return toConfig(parsed.data)
}

function toConfig(given: Environment): Config {
  const dataDir = path.resolve(given.PINSLOT_DATA_DIR ?? '.pinslot')
  const database = toDatabase(given, dataDir)
  const platform: Config['platform'] = isRealPlatform(given)
    ? {
        kind: 'pinterest',
        apiUrl: given.PLATFORM_API_URL ?? DEFAULT_API_URL,
        authorizeUrl: given.PLATFORM_OAUTH_URL ?? DEFAULT_OAUTH_URL,
        clientId: given.PLATFORM_CLIENT_ID ?? '',
        clientSecret: given.PLATFORM_CLIENT_SECRET ?? '',
      }
    : { kind: 'simulated' }
  const slack = toSlack(given)
  const storage: Config['storage'] =
    given.STORAGE_URL === undefined || given.STORAGE_URL === 'local'
      ? { kind: 'local', dir: path.join(dataDir, 'media') }
      : {
          kind: 's3',
          place: given.STORAGE_URL,
          accessKeyId: given.S3_ACCESS_KEY_ID ?? '',
          secretAccessKey: given.S3_SECRET_ACCESS_KEY ?? '',
        }
  const standsIn = standInsOf(given).length > 0
  return {
    mode: standsIn ? 'sandbox' : 'production',
    databaseKind: platform.kind === 'simulated' || slack.kind === 'local' ? 'sandbox' : 'production',
    host: given.HOST ?? (standsIn ? '127.0.0.1' : '0.0.0.0'),
    port: given.PORT ?? 3000,
    dataDir,
    publicUrl: given.PUBLIC_URL ?? null,
    database,
    platform,
    sandboxWeb: given.PINSLOT_SANDBOX_WEB === undefined ? null : path.resolve(given.PINSLOT_SANDBOX_WEB),
    slack,
    storage,
    staffChannelId: given.STAFF_CHANNEL_ID ?? null,
    staffTeamId: given.STAFF_TEAM_ID ?? null,
    slackbotMcp: given.SLACKBOT_MCP ?? false,
    encryptionKey: given.ENCRYPTION_KEY ?? null,
    previousEncryptionKeys: given.ENCRYPTION_KEY_PREVIOUS ?? [],
    trustedProxies: given.TRUSTED_PROXIES ?? [],
    dailyRequestLimit: given.DAILY_REQUEST_LIMIT ?? 5000,
    overload: {
      loopMs: given.OVERLOAD_LOOP_MS ?? 50,
      databaseMs: given.OVERLOAD_DATABASE_MS ?? 250,
      mostAtWork: given.MOST_REQUESTS_AT_WORK ?? 1_000,
    },
    metricsToken: given.METRICS_TOKEN ?? null,
    retention: toRetention(given),
    writer: toWriter(given),
    mail: toMail(given),
    links: toLinks(given),
    modelTokensADay: given.LLM_TOKENS_PER_DAY ?? DEFAULT_TOKENS_A_DAY,
    tracing: toTracing(given),
    simplifiedPins: given.PLATFORM_SIMPLIFIED_PINS ?? false,
    aiDisclosures: given.PLATFORM_AI_DISCLOSURES ?? true,
    searchCountry: given.PLATFORM_SEARCH_COUNTRY ?? 'US',
    logLevel: given.LOG_LEVEL ?? (standsIn ? 'warn' : 'info'),
    launchedByNpm: given.npm_lifecycle_event !== undefined,
  }
}

function hasNoCredentials(text: string): boolean {
  const { username = '', password = '' } = parseUrl(text) ?? {}
  return username === '' && password === ''
}

/**
 * True for 32 bytes in base64, with or without padding, in either alphabet. Node would decode nearly any text, such as a password
 * of 43 characters.
 */
function isKey(text: string): boolean {
  const plain = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=$/, '')
  const key = Buffer.from(plain, 'base64')
  return key.length === 32 && key.toString('base64') === `${plain}=`
}

function isOrigin(url: string): boolean {
  const parsed = parseUrl(url)
  return parsed === undefined || parsed.href === `${parsed.origin}/`
}

function isHttpUrl(text: string): boolean {
  return ['http:', 'https:'].includes(parseUrl(text)?.protocol ?? '')
}

function isNetwork(text: string): boolean {
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const version = isIP(address)
  // a prefix of 0 would trust a header that anybody can write
  return version !== 0 && (prefix === undefined || (Number(prefix) > 0 && Number(prefix) <= (version === 4 ? 32 : 128)))
}

type RetentionVariables = {
  RETENTION_AUDIT_DAYS?: number | undefined
  RETENTION_ATTEMPTS_DAYS?: number | undefined
  RETENTION_PIN_DAYS?: number | undefined
  RETENTION_ACCOUNT_DAYS?: number | undefined
}

const toRetention = (given: RetentionVariables): Retention => ({
  auditDays: given.RETENTION_AUDIT_DAYS ?? DEFAULT_RETENTION.auditDays,
  attemptDays: given.RETENTION_ATTEMPTS_DAYS ?? DEFAULT_RETENTION.attemptDays,
  pinDays: given.RETENTION_PIN_DAYS ?? DEFAULT_RETENTION.pinDays,
  accountDays: given.RETENTION_ACCOUNT_DAYS ?? DEFAULT_RETENTION.accountDays,
})
