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

const slack = {
  PINSLOT_ENV: 'development',
  SLACK_BOT_TOKEN: 'xoxb-1',
  SLACK_APP_TOKEN: 'xapp-1',
  ENCRYPTION_KEY: real.ENCRYPTION_KEY,
}

test('your own Slack with a simulated Pinterest: it says which of the sandbox’s pages there are', () => {
  const text = readyText(readConfig(slack), running, 0)
  expect(text).toContain('boards at http://127.0.0.1:3000/sandbox/platform, clock at http://127.0.0.1:3000/sandbox/clock')
  expect(text).toContain('no page /sandbox: Slack is real')
  expect(text).toContain(
    `A day on  curl http://127.0.0.1:3000/sandbox/clock -H 'Content-Type: application/json' -d '{"advanceMs":86400000}'`,
  )
})

test.each([
  ['sandbox', {}],
  ['production', real],
])('in %s there is nothing to say of it', (_, env) => {
  expect(readyText(readConfig(env), running, 0)).not.toMatch(/^ {2}Sandbox/m)
})

test('beside the real Pinterest there is no sandbox', () => {
  const env = { ...slack, PLATFORM_CLIENT_ID: '1', PLATFORM_CLIENT_SECRET: 'shh' }
  expect(readyText(readConfig(env), running, 0)).toContain('  Sandbox   none: Slack and Pinterest are real')
})
