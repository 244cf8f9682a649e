/** What stands on the terminal first: which kind of process it is. */
import { expect, test } from 'vitest'
import { readConfig } from '../../src/config/config.js'
import { readyText } from '../../src/start/startup-message.js'
import type { Running } from '../../src/start/start.js'
import { realSettings } from '../support/real-settings.js'

const parts = { address: { baseUrl: 'http://127.0.0.1:3000' }, platformUrl: () => 'http://127.0.0.1:3000/v5' }
const running = { parts, seeded: null, isOwner: true } as unknown as Running // of its parts the text reads these alone
const real = realSettings('postgres://app@db.internal/pinslot', '/nowhere')
const { DATABASE_URL } = real

test.each([
  [{}, 'sandbox: everything is a stand-in'],
  [{ DATABASE_URL, PINSLOT_ENV: 'development' }, 'development: stand-ins for the platform and Slack, the rest is real'],
  [real, 'production: nothing is a stand-in'],
])('with %j the process says first what it is', (env, kind) => {
  expect(readyText(readConfig(env), running, 0).split('\n')[2]).toBe(`  Kind      ${kind}`)
})
