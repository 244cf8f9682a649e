import { publicAddress } from '../config/config.js'
import { createAppLink, makeManifest } from '../service/manifest.js'
import { type StandaloneCommand, UsageError } from './command.js'
import { optionalText } from './options.js'

export const slackManifest: StandaloneCommand = {
  name: 'slack manifest',
  usage: '[--socket] [--url https://…] [--rotation]',
  summary:
    'Prints the manifest of the Slack app, and a link that creates the app from it. --socket: Socket Mode, without a public address.\n' +
    '    --rotation: tokens end after twelve hours. Use it only if every workspace installs the app itself, without SLACK_BOT_TOKEN.',
  examples: ['slack manifest --socket', 'slack manifest --url https://pins.studio.com'],
  options: { socket: { type: 'boolean' }, url: { type: 'string' }, rotation: { type: 'boolean' } },
  prepareAlone(values) {
    const isSocket = values['socket'] === true
    const url = optionalText(values, 'url')
    if (url === undefined && !isSocket)
      throw new UsageError('--url is missing: give the https address of the service, or --socket if it has none.')
    const address = url === undefined ? null : publicAddress(url)
    if (address !== null && 'problem' in address) throw new UsageError(`--url ${address.problem}`)
    const manifest = makeManifest({ isSocket, publicUrl: address?.url ?? null, isRotating: values['rotation'] === true })
    const link = createAppLink(manifest)
    return async () => ({
      json: { manifest, link },
      lines: [JSON.stringify(manifest, null, 2), '', 'Create the app with this link:', link],
    })
  },
}
