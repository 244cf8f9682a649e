/** The questions of the setup: a row for each setting, with the page that shows its value and the way to test it. */
import { publicAddress, readConfig, wrongValue } from '../../config/config.js'
import type { Log } from '../../core/ports/deps.js'
import { databaseTime, openPlatform, openStorage, wallClock } from '../../deps.js'
import { type Check, messageOf, ok, problem } from '../../service/doctor/check.js'
import { checkDatabase } from '../../service/doctor/database.js'
import { checkMedia } from '../../service/doctor/media.js'
import { checkPlatformApp } from '../../service/doctor/platform.js'
import { checkAppToken, checkBotToken, checkChannel, checkOAuthApp } from '../../service/doctor/slack.js'
import type { Shutdown } from '../../service/shutdown.js'
import type { SlackCalls } from '../../service/slack-calls.js'
import type { Values } from './env-file.js'

export type Track = 'local' | 'slack' | 'production'

export type Trying = { calls: SlackCalls; shutdown: Shutdown; log: Log }
/** `keeps`: stored instead of the answer. */
export type Trial = { check: Check; keeps?: string | null }

export type Question = {
  name: string
  label: string
  /** The page that shows the value, or what to enter. */
  where: string
  /** Hidden while it is typed. */
  isSecret: boolean
  isOptional?: true
  /** True if it has to be answered, given the settings so far. */
  isAsked: (values: Values, track: Track) => boolean
  /** Tests the answer, which is among the values already. */
  try: (values: Values, trying: Trying) => Promise<Trial>
  /** Other settings that may be the wrong ones: they are requested again, too. */
  doubts?: readonly string[]
}

const at = (values: Values, name: string): string => values[name] ?? ''
const isProduction = (_: Values, track: Track) => track === 'production'
const isBucket = (values: Values) => at(values, 'STORAGE_URL').startsWith('s3:')
const isSocket = (values: Values, track: Track) => track === 'slack' || at(values, 'SLACK_APP_TOKEN') !== ''

/** Checks only the form. An empty sentence reports nothing yet, because the setting is tested together with a later one. */
const byForm = (name: string, said = '', accepts: (value: string) => string | undefined = () => undefined) => ({
  try: async (values: Values): Promise<Trial> => {
    const wrong = accepts(at(values, name))
    return { check: wrong === undefined ? ok(name, said) : problem(name, `${name} ${wrong}`) }
  },
})

export const QUESTIONS: readonly Question[] = [
  {
    name: 'PUBLIC_URL',
    label: 'Public address',
    where: 'the https address at which Slack and Pinterest reach this machine, without a path',
    isSecret: false,
    isAsked: isProduction,
    try: async (values) => {
      const address = publicAddress(at(values, 'PUBLIC_URL'))
      if ('problem' in address) return { check: problem('Public address', `PUBLIC_URL ${address.problem}`) }
      return { check: ok('Public address', `${address.url} is tried once the service runs, by doctor.`), keeps: address.url }
    },
  },
  {
    name: 'SLACK_BOT_TOKEN',
    label: 'Bot token',
    where: 'the app’s page “OAuth & Permissions”, after “Install to Workspace”: it starts with xoxb-',
    isSecret: true,
    isAsked: () => true,
    try: async (values, { calls }) => ({ check: await checkBotToken(at(values, 'SLACK_BOT_TOKEN'), calls) }),
  },
  {
    name: 'SLACK_APP_TOKEN',
    label: 'App-level token',
    where: 'the app’s page “Basic Information”, “App-Level Tokens”: generate one with connections:write. It starts with xapp-',
    isSecret: true,
    isAsked: isSocket,
    try: async (values, { calls }) => ({
      check: await checkAppToken(at(values, 'SLACK_APP_TOKEN'), at(values, 'SLACK_BOT_TOKEN'), calls),
    }),
    doubts: ['SLACK_BOT_TOKEN'],
  },
  {
    name: 'SLACK_SIGNING_SECRET',
    label: 'Signing secret',
    where: 'the app’s page “Basic Information”, “App Credentials”',
    isSecret: true,
    isAsked: (values, track) => track === 'production' && !isSocket(values, track),
    ...byForm('SLACK_SIGNING_SECRET', 'It has the right form. Only Slack’s first request can prove it.', (value) =>
      /^[0-9a-f]{32}$/.test(value) ? undefined : 'must be 32 characters, digits and a to f: copy it from “Basic Information”.',
    ),
  },
  {
    name: 'SLACK_CLIENT_ID',
    label: 'Client ID, if other workspaces install the app, too',
    where: 'the app’s page “Basic Information”. Leave it empty for your workspace alone',
    isSecret: false,
    isOptional: true,
    isAsked: isProduction,
    ...byForm('SLACK_CLIENT_ID'),
  },
  {
    name: 'SLACK_CLIENT_SECRET',
    label: 'Client secret',
    where: 'the app’s page “Basic Information”, below the client ID',
    isSecret: true,
    isAsked: (values, track) => track === 'production' && at(values, 'SLACK_CLIENT_ID') !== '',
    try: async (values, { calls }) => {
      const app = { clientId: at(values, 'SLACK_CLIENT_ID'), clientSecret: at(values, 'SLACK_CLIENT_SECRET') }
      return { check: await checkOAuthApp(app, calls) }
    },
    doubts: ['SLACK_CLIENT_ID'],
  },
  {
    name: 'STAFF_CHANNEL_ID',
    label: 'Staff channel',
    where: 'the name of a channel of yours, such as #pinslot-staff. Make it in Slack, and type /invite @Pinslot in it',
    isSecret: false,
    isAsked: () => true,
    try: async (values, { calls }) => {
      const given = at(values, 'STAFF_CHANNEL_ID')
      const channel = /^(?:[CG][A-Z0-9]{8,}|#.*)$/.test(given) ? given : `#${given}`
      const { check, id } = await checkChannel(at(values, 'SLACK_BOT_TOKEN'), channel, calls)
      return { check, keeps: id }
    },
  },
  {
    name: 'PLATFORM_CLIENT_ID',
    label: 'Pinterest’s app ID',
    where: 'the app’s page at https://developers.pinterest.com/apps/. Its redirect address is PUBLIC_URL/connect/callback',
    isSecret: false,
    isAsked: isProduction,
    ...byForm('PLATFORM_CLIENT_ID'),
  },
  {
    name: 'PLATFORM_CLIENT_SECRET',
    label: 'Pinterest’s app secret',
    where: 'the same page, “App secret key”',
    isSecret: true,
    isAsked: isProduction,
    try: async (values, trying) => {
      const platform = openPlatform(partial(values, /^PLATFORM_/), trying)
      return { check: await checkPlatformApp(platform, at(values, 'PUBLIC_URL')) }
    },
    doubts: ['PLATFORM_CLIENT_ID'],
  },
  {
    name: 'DATABASE_URL',
    label: 'Database',
    where: 'the address of a Postgres 15 or newer: postgres://user:password@host:5432/database',
    isSecret: true,
    isAsked: isProduction,
    try: async (values) => {
      const config = { ...partial(values, /^(?:DATABASE|PLATFORM)_/), databaseKind: 'production' } as const
      const { checks } = await checkDatabase(config, at(values, 'DATABASE_URL'), { wallClock, databaseTime })
      const [first = ok('Database', 'It answers.')] = checks
      return { check: checks.find(({ state }) => state === 'problem') ?? first }
    },
  },
  {
    name: 'STORAGE_URL',
    label: 'Media',
    where:
      'a bucket, s3://bucket?region=eu-central-1 (for a store that is not Amazon’s, add &endpoint=https://…), or local for this disk',
    isSecret: false,
    isAsked: isProduction,
    try: async (values, trying) => (isBucket(values) ? { check: ok('Media', '') } : { check: await tryStore(values, trying) }),
  },
  {
    name: 'S3_ACCESS_KEY_ID',
    label: 'Access key ID of the bucket',
    where: 'the page of the store’s access keys',
    isSecret: false,
    isAsked: isBucket,
    ...byForm('S3_ACCESS_KEY_ID'),
  },
  {
    name: 'S3_SECRET_ACCESS_KEY',
    label: 'Secret access key of the bucket',
    where: 'shown once, when the key is made',
    isSecret: true,
    isAsked: isBucket,
    try: async (values, trying) => ({ check: await tryStore(values, trying) }),
    doubts: ['STORAGE_URL', 'S3_ACCESS_KEY_ID'],
  },
]

/**
 * Tests the form of an answer, then runs its question's test. An exception is a problem, too, so that the setup repeats the
 * question.
 */
export async function tryAnswer({ name, isOptional, ...question }: Question, values: Values, trying: Trying): Promise<Trial> {
  const value = at(values, name)
  if (value === '') return { check: isOptional ? ok(name, '') : problem(name, `${name} is missing.`) }
  const wrong = name === 'STAFF_CHANNEL_ID' ? undefined : wrongValue(name, value)
  if (wrong !== undefined) return { check: problem(name, `${name} ${wrong.replace(/\.?$/, '.')}`) }
  try {
    return await question.try(values, trying)
  } catch (error) {
    return { check: problem(name, messageOf(error)) }
  }
}

async function tryStore(values: Values, { shutdown, log }: Trying): Promise<Check> {
  const config = partial(values, /^(?:STORAGE_URL$|S3_)/)
  return checkMedia(config, openStorage(config, { shutdown, log }))
}

/** Makes a configuration from the settings with these names only. */
function partial(values: Values, names: RegExp) {
  const kept = Object.entries(values).filter(([name]) => names.test(name) || /^(?:ENCRYPTION_KEY|PINSLOT_DATA_DIR)/.test(name))
  return readConfig({ ...Object.fromEntries(kept), PINSLOT_ENV: 'development' })
}
