import type { PlaceName } from '../../core/secrets/sealed-columns.js'
import type { ForgetDone, Forgotten } from '../../service/backup/forget-secrets.js'
import type { StandaloneCommand } from '../command.js'

export const secretsForget: StandaloneCommand = {
  name: 'secrets forget',
  usage: '[--confirm]',
  summary:
    'For a lost ENCRYPTION_KEY, with every process stopped. Forgets what none of the keys that are set opens; then the service starts with a new one.\n' +
    '    Without --confirm it says what would be lost, and changes nothing.',
  examples: ['secrets forget', 'secrets forget --confirm'],
  options: { confirm: { type: 'boolean' } },
  prepareAlone(values) {
    const isConfirmed = values['confirm'] === true
    return async ({ forgetSecrets }) => {
      const done = await forgetSecrets({ isConfirmed })
      return { json: { ...done }, lines: linesOf(done) }
    }
  },
}

/** The name of each table's rows, and how to replace them. */
const OF: Readonly<Record<PlaceName, [things: string, then: string]>> = {
  connections: [
    'Connections of accounts',
    'Connect each account again. Queued pins wait for that, each for a day from its time.',
  ],
  slack_installations: ['Installations in Slack', 'Each workspace installs the app again.'],
  calendar_links: ['Calendar links', 'Admins make new ones.'],
  webhooks: [
    'Webhooks',
    'Each is paused, and what happens waits. An admin gives it a new secret, tells the receiver, and resumes it.',
  ],
  idempotency_keys: ['Kept answers with a secret', 'A request that is repeated is carried out again.'],
  database_identity: ['Check value of the key', 'It is made again.'],
}

function linesOf({ isForgotten, places }: ForgetDone): string[] {
  const lost = places.filter(({ lost }) => lost > 0)
  if (lost.length === 0) return ['The keys that are set open every secret: there is nothing to forget.']
  return [
    isForgotten ? 'Forgotten, since no key that is set opens it:' : 'No key that is set opens these:',
    ...lost.map(lineOf),
    ...(isForgotten
      ? ['The service may be started with this ENCRYPTION_KEY.']
      : [
          'If somebody has the key that sealed them, put it in ENCRYPTION_KEY_PREVIOUS: then nothing is lost. Nothing was changed.',
          'Only if it is lost for good: stop every process, then npm run admin -- secrets forget --confirm.',
        ]),
  ]
}

function lineOf({ place, lost, opened }: Forgotten): string {
  const [things, then] = OF[place]
  return `  ${things}: ${lost}${opened > 0 ? ` of ${lost + opened}` : ''}. ${then}`
}
