/** Rules between variables: incomplete parts, requirements of production, and exclusions. */
import { halfGivenSlack, type SlackVariables, slackInProduction, toSlack } from './slack.js'
import { halfGivenMail, type MailVariables } from './mail.js'
import { halfGivenWriter, type WriterVariables, writerInClearText } from './writer.js'

/** The variables of each part; for some it only matters that they are set. */
export type Given = SlackVariables &
  WriterVariables &
  MailVariables & {
    PINSLOT_SANDBOX_WEB?: string | undefined
    PINSLOT_ENV?: 'development' | 'production' | undefined
    HOST?: string | undefined
    DATABASE_URL?: string | undefined
    DATABASE_DIRECT_URL?: string | undefined
    PLATFORM_API_URL?: string | undefined
    PLATFORM_OAUTH_URL?: string | undefined
    PLATFORM_CLIENT_ID?: string | undefined
    PLATFORM_CLIENT_SECRET?: string | undefined
    STORAGE_URL?: unknown
    S3_ACCESS_KEY_ID?: string | undefined
    S3_SECRET_ACCESS_KEY?: string | undefined
    ENCRYPTION_KEY?: unknown
    ENCRYPTION_KEY_PREVIOUS?: unknown
    PUBLIC_URL?: string | undefined
  }
type Missing = [keyof Given, string][]

/** The parts that use stand-ins, in words. */
export function standInsOf(given: Given): string[] {
  return [
    ...(given.DATABASE_URL ? [] : ['the database']),
    ...(isRealPlatform(given) ? [] : ['the platform']),
    ...(isRealSlack(given) ? [] : ['Slack']),
  ]
}

export const isRealPlatform = (given: Given) => Boolean(given.PLATFORM_API_URL || given.PLATFORM_CLIENT_ID)
const isRealSlack = (given: Given) => toSlack(given).kind === 'real'
const isBucket = (given: Given) => given.STORAGE_URL !== undefined && given.STORAGE_URL !== 'local'

/**
 * @returns a sentence for each problem, which begins with the variable and ends with the remedy; none if the variables fit
 * together
 */
export function problemsTogether(given: Given): string[] {
  const standIns = standInsOf(given)
  const isProduction = given.PINSLOT_ENV === 'production' || standIns.length === 0
  const missing = new Map([...halfGiven(given), ...(isProduction ? missingInProduction(given) : missingBesideReal(given))])
  const problems = [...missing].map(([name, because]) => `${name} is missing: ${because}.`)
  if (!isProduction) problems.push(...notAskedFor(given, standIns))
  if (isProduction && given.PINSLOT_SANDBOX_WEB !== undefined)
    problems.push('PINSLOT_SANDBOX_WEB is for the sandbox alone: leave it out, as pages are read from the web.')
  if (standIns.length > 0 && given.HOST !== undefined && !isLoopback(given.HOST)) {
    problems.push('HOST must be 127.0.0.1 while a stand-in is in use: the sandbox has controls without a password.')
  }
  return [...problems, ...inClearText(given, isProduction)]
}

/** A half configured part is a mistake, not a request for its stand-in. */
function halfGiven(given: Given): Missing {
  const needed: Missing = []
  if (given.PLATFORM_CLIENT_ID || given.PLATFORM_CLIENT_SECRET || given.PLATFORM_OAUTH_URL) {
    needed.push(['PLATFORM_CLIENT_ID', 'the real platform needs the id of the app'])
    needed.push(['PLATFORM_CLIENT_SECRET', 'the real platform needs the secret of the app'])
  }
  needed.push(...halfGivenSlack(given), ...halfGivenWriter(given), ...halfGivenMail(given))
  if (isBucket(given) || given.S3_ACCESS_KEY_ID || given.S3_SECRET_ACCESS_KEY) {
    needed.push(['STORAGE_URL', 'the S3 keys belong to a bucket, s3://bucket?region=…'])
    needed.push(['S3_ACCESS_KEY_ID', 'the bucket is reached with it'])
    needed.push(['S3_SECRET_ACCESS_KEY', 'calls to the bucket and upload addresses are signed with it'])
  }
  if (given.DATABASE_DIRECT_URL)
    needed.push([
      'DATABASE_URL',
      'DATABASE_DIRECT_URL is used beside it. Set it to the address of the pooler, or leave DATABASE_DIRECT_URL out',
    ])
  if (given.ENCRYPTION_KEY_PREVIOUS)
    needed.push([
      'ENCRYPTION_KEY',
      'ENCRYPTION_KEY_PREVIOUS opens what was sealed before. Set ENCRYPTION_KEY to the key that seals from now on',
    ])
  return absent(given, needed)
}

function missingInProduction(given: Given): Missing {
  const instead = 'production does not start with a stand-in for'
  return absent(given, [
    ['DATABASE_URL', `${instead} the database`],
    ['PLATFORM_CLIENT_ID', `${instead} the platform`],
    ['PLATFORM_CLIENT_SECRET', `${instead} the platform`],
    ...slackInProduction(given, instead),
    ['STAFF_CHANNEL_ID', 'issue reports and alerts would reach nobody. Set it to the id of a channel, such as C0123456789'],
    ['STORAGE_URL', 'say local to keep media on this disk, or s3://bucket?region=…'],
    ['ENCRYPTION_KEY', `${instead} the key of secrets at rest`],
    ['PUBLIC_URL', 'links and media need the address under which others reach this service, such as https://pins.example.com'],
  ])
}

/** Real tokens need a key that the operator keeps, and Slack needs our address. */
function missingBesideReal(given: Given): Missing {
  const needed: Missing = []
  if (isRealPlatform(given) || isRealSlack(given))
    needed.push(['ENCRYPTION_KEY', 'real tokens are sealed with a key that you keep (openssl rand -base64 32)'])
  if (isRealSlack(given) && !given.SLACK_APP_TOKEN)
    needed.push(['PUBLIC_URL', 'the real Slack reaches this service there; without an address of your own, set SLACK_APP_TOKEN'])
  return absent(given, needed)
}

const absent = (given: Given, needed: Missing): Missing => needed.filter(([name]) => given[name] === undefined)

/** Prevents that a lost variable starts a stand-in, because real work would end in the sandbox. */
function notAskedFor(given: Given, standIns: string[]): string[] {
  if (given.PINSLOT_ENV === 'development') return []
  const real = [
    ...(given.DATABASE_URL ? ['DATABASE_URL'] : []),
    ...(isRealPlatform(given) ? ['the real platform'] : []),
    ...(isRealSlack(given) ? ['the real Slack'] : []),
    ...(isBucket(given) ? ['the bucket of STORAGE_URL'] : []),
  ]
  if (real.length === 0) return []
  const lacks = missingInProduction(given).map(([name]) => name)
  return [
    `PINSLOT_ENV is missing: beside ${listed(real)} there would be stand-ins for ${listed(standIns)}. ` +
      `Set what is missing (${lacks.join(', ')}), or PINSLOT_ENV=development to try it like that.`,
  ]
}

/** Requires https for addresses over which secrets are sent, and for Slack, which accepts nothing else. */
function inClearText(given: Given, isProduction: boolean): string[] {
  const problems: string[] = []
  const { PUBLIC_URL: publicUrl } = given
  if (publicUrl !== undefined && !publicUrl.startsWith('https:')) {
    const isHere = isLoopback(new URL(publicUrl).hostname)
    const isForSlack = isRealSlack(given) && !given.SLACK_APP_TOKEN
    if (isForSlack)
      problems.push('PUBLIC_URL must begin with https:// for the real Slack, which sends its events to no other address.')
    else if (!isHere && (isProduction || isRealSlack(given)))
      problems.push('PUBLIC_URL must begin with https://: keys of the API, uploads and links that let people in travel over it.')
  }
  for (const name of ['PLATFORM_API_URL', 'PLATFORM_OAUTH_URL', 'SLACK_API_URL'] as const) {
    const url = given[name]
    if (url !== undefined && !url.startsWith('https:') && !isLoopback(new URL(url).hostname))
      problems.push(`${name} must begin with https://: tokens and the secret of the app travel over it.`)
  }
  return [...problems, ...writerInClearText(given)]
}

export const isLoopback = (host: string) => ['localhost', '::1', '[::1]'].includes(host) || /^127(\.\d{1,3}){3}$/.test(host)

const listed = (names: string[]) => [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ')
