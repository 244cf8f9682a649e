/** The startup message: what runs where, and how to try it. */
import type { Config } from '../config/config.js'
import { version } from '../root.js'
import type { Running } from './start.js'

export function readyText(config: Config, { parts, seeded, isOwner }: Running, tookMs: number): string {
  const { baseUrl } = parts.address
  const lines = [
    `Pinslot is ready after ${(tookMs / 1000).toFixed(1)} s.`,
    '',
    ...rows([
      ['Kind', kindOf(config)],
      ...(config.slack.kind === 'local' ? [['Page', `${baseUrl}/sandbox`] as const] : []),
      ...besideRealSlack(config, baseUrl),
      ['API', `${baseUrl}/v1`],
      ['Docs', `${baseUrl}/docs`],
      ['Database', config.database.kind === 'embedded' ? `embedded Postgres in ${config.database.dir}` : 'at DATABASE_URL'],
      ['Platform', config.platform.kind === 'simulated' ? `simulated, at ${parts.platformUrl()}` : config.platform.apiUrl],
      ['Slack', slackText(config, config.publicUrl ?? baseUrl)],
      ['Media', config.storage.kind === 'local' ? config.storage.dir : `bucket ${config.storage.place.bucket}`],
      ...(seeded ? [['API key', seeded.apiKey] as const] : []),
    ]),
  ]
  if (seeded) lines.push('', 'Try it:', `  curl -H 'Authorization: Bearer ${seeded.apiKey}' ${baseUrl}/v1/accounts`)
  if (seeded && !isOwner) {
    lines.push('', `Another process owns ${config.dataDir}: its sandbox.json is left as it is.`)
  }
  return [...lines, '', 'Stop it with Ctrl-C.'].join('\n')
}

/** Facts about the process for the log, which several processes and versions may share. */
export const startedFacts = ({ mode }: Config, { parts }: Running, tookMs: number): object => ({
  version,
  node: process.version,
  mode,
  pid: process.pid,
  address: parts.address.baseUrl,
  ms: Math.round(tookMs),
})

/** The kind of process, shown first so that a mistaken start is noticed. */
function kindOf({ mode, database, platform, slack, storage }: Config): string {
  if (mode === 'production') return 'production: nothing is a stand-in'
  const standIns = [
    ...(database.kind === 'embedded' ? ['the database'] : []),
    ...(platform.kind === 'simulated' ? ['the platform'] : []),
    ...(slack.kind === 'local' ? ['Slack'] : []),
  ]
  const isSandbox = standIns.length === 3 && storage.kind === 'local'
  if (isSandbox) return 'sandbox: everything is a stand-in'
  return `development: stand-ins for ${standIns.join(' and ')}, the rest is real`
}

/** The sandbox's remaining parts if Slack is real, without the page of the local workspace. */
function besideRealSlack({ mode, slack, platform }: Config, baseUrl: string): (readonly [string, string])[] {
  if (mode === 'production' || slack.kind === 'local') return []
  if (platform.kind !== 'simulated') return [['Sandbox', 'none: Slack and Pinterest are real']]
  return [
    ['Sandbox', `boards at ${baseUrl}/sandbox/platform, clock at ${baseUrl}/sandbox/clock (no page /sandbox: Slack is real)`],
    ['A day on', `curl ${baseUrl}/sandbox/clock -H 'Content-Type: application/json' -d '{"advanceMs":86400000}'`],
  ]
}

/** @param publicUrl the address for Slack, which usually differs from the listening address */
function slackText({ slack }: Config, publicUrl: string): string {
  if (slack.kind === 'local') return 'local workspace, on the page'
  const reached = slack.appToken === null ? `real, events at ${publicUrl}/slack/events` : 'real, by Socket Mode'
  return slack.oauth === null ? reached : `${reached}, installed at ${publicUrl}/slack/install`
}

const rows = (entries: (readonly [string, string])[]) => entries.map(([name, value]) => `  ${name.padEnd(9)} ${value}`)
