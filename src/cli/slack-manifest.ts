import { publicAddress } from '../config/config.js'
import { createAppLink, makeManifest } from '../service/manifest.js'
import { type StandaloneCommand, UsageError } from './command.js'
import { optionalText } from './options.js'

const PASTE = 'Paste it at https://api.slack.com/apps: a new app from a manifest, or “App Manifest” of the app that you have.'

export const slackManifest: StandaloneCommand = {
  name: 'slack manifest',
  usage: '[--socket] [--url https://…] [--rotation] [--workflows]',
  summary:
    'Prints the manifest of the Slack app, and a link that creates the app from it. --socket: Socket Mode, without a public address.\n' +
    '    --rotation: tokens end after twelve hours. Use it only if every workspace installs the app itself, without SLACK_BOT_TOKEN.\n' +
    '    --workflows: with steps for Workflow Builder. An app with them cannot be listed in Slack’s Marketplace.',
  examples: ['slack manifest --socket', 'slack manifest --url https://pins.studio.com'],
  options: {
    socket: { type: 'boolean' },
    url: { type: 'string' },
    rotation: { type: 'boolean' },
    workflows: { type: 'boolean' },
  },
  prepareAlone(values) {
    const isSocket = values['socket'] === true
    const url = optionalText(values, 'url')
    if (url === undefined && !isSocket)
      throw new UsageError('--url is missing: give the https address of the service, or --socket if it has none.')
    const address = url === undefined ? null : publicAddress(url)
    if (address !== null && 'problem' in address) throw new UsageError(`--url ${address.problem}`)
    const hasSteps = values['workflows'] === true
    const manifest = makeManifest({
      isSocket,
      publicUrl: address?.url ?? null,
      isRotating: values['rotation'] === true,
      hasSteps,
    })
    const link = hasSteps ? null : createAppLink(manifest) // with steps it is longer than servers take
    return async () => ({
      json: { manifest, link },
      lines: [JSON.stringify(manifest, null, 2), '', ...(link === null ? [PASTE] : ['Create the app with this link:', link])],
    })
  },
}
