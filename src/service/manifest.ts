/** The Slack app's manifest for this installation, made from manifest.yml. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { root } from '../root.js'
import { stepFunctions } from '../slack/install/steps.js'

export type ManifestFor = {
  /** Events come through a WebSocket, so the app has no request addresses. */
  isSocket: boolean
  /** The address of the service without a trailing slash; null if it is not reachable for others. */
  publicUrl: string | null
  /** Tokens expire after twelve hours, which only an installation by OAuth renews. */
  isRotating: boolean
  /** Adds the steps for Slack's Workflow Builder, with which an app cannot be listed in its Marketplace. */
  hasSteps?: boolean
}

/** The parts that differ between installations; the rest is passed on unchanged. */
type Manifest = {
  functions?: ReturnType<typeof stepFunctions>
  features: { slash_commands: { url?: string }[]; unfurl_domains?: string[] }
  oauth_config: { redirect_urls?: string[] }
  settings: {
    event_subscriptions: { request_url?: string; bot_events: string[] }
    function_runtime?: 'remote'
    interactivity: { request_url?: string; message_menu_options_url?: string }
    socket_mode_enabled: boolean
    token_rotation_enabled: boolean
  }
}

const EXAMPLE = 'https://pinslot.example.com'

export function makeManifest({ isSocket, publicUrl, isRotating, hasSteps = false }: ManifestFor): Manifest {
  const text = readFileSync(path.join(root, 'manifest.yml'), 'utf8').replaceAll(EXAMPLE, publicUrl ?? EXAMPLE)
  const manifest = parse(text) as Manifest // a test compares the file with the code
  const { features, oauth_config: oauth, settings } = manifest
  settings.socket_mode_enabled = isSocket
  settings.token_rotation_enabled = isRotating
  if (hasSteps) {
    manifest.functions = stepFunctions()
    settings.event_subscriptions.bot_events.push('function_executed')
    settings.function_runtime = 'remote'
  }
  if (publicUrl === null) {
    delete oauth.redirect_urls
    delete features.unfurl_domains
  } else features.unfurl_domains = [new URL(publicUrl).hostname]
  if (!isSocket) return manifest
  for (const command of features.slash_commands) delete command.url
  delete settings.event_subscriptions.request_url
  delete settings.interactivity.request_url
  delete settings.interactivity.message_menu_options_url
  return manifest
}

/** Opens Slack's form of a new app, filled in. */
export const createAppLink = (manifest: object): string =>
  `https://api.slack.com/apps?new_app=1&manifest_json=${encodeURIComponent(JSON.stringify(manifest))}`
