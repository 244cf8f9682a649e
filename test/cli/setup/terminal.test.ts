/** `npm run setup` as a person runs it: in a real terminal, against a Slack that is not ours, with the simulated Pinterest. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startEmbedded } from '../../../src/db/embedded/embedded.js'
import { openPool } from '../../../src/db/pool.js'
import { readReadyFile } from '../../support/processes.js'
import { startTeamSlack, TEAM_ID, type TeamSlack, TOKENS } from './support/slack.js'
import { CTRL_C, DOWN, ENTER, killTerminals, runScript, runSetupAlone, startSetup } from './support/terminal.js'

const folder = mkdtempSync(path.join(tmpdir(), 'pinslot-setup-'))
const file = path.join(folder, '.env')
const settings = () => readFileSync(file, 'utf8')
let slack: TeamSlack
beforeAll(async () => {
  slack = await startTeamSlack()
  writeFileSync(file, `# ours\nSLACK_API_URL=${slack.url}\nPORT=0\nUNRELATED='stays  here'\n`)
})
afterEach(killTerminals)
afterAll(async () => {
  await slack.close()
  rmSync(folder, { recursive: true, force: true })
})

test('broken off after every question, it goes on where it stopped, and ends with Slack and a message to the staff', async () => {
  const track = startSetup(folder)
  await track.until('What do you want to set up?')
  track.type(CTRL_C)
  await track.until('npm run setup goes on from here')
  expect(await track.ended).toBe(130)

  const token = startSetup(folder)
  await token.until('What do you want to set up?')
  token.type(DOWN + ENTER)
  await token.until('https://api.slack.com/apps?new_app=1&manifest_json=%7B')
  await token.until('Bot token: ')
  token.type(CTRL_C)
  await token.until('npm run setup goes on from here')
  expect(await token.ended).toBe(130)

  const app = startSetup(folder)
  await app.until('Bot token: ')
  app.type(`xoxb-1-wrong${ENTER}`)
  await app.until('Slack refuses SLACK_BOT_TOKEN')
  await app.until('Bot token: ')
  app.type(TOKENS.bot + ENTER)
  await app.until('SLACK_BOT_TOKEN speaks for Maple')
  await app.until('App-level token: ')
  app.type(CTRL_C)
  await app.until('npm run setup goes on from here')
  expect(await app.ended).toBe(130)

  const channel = startSetup(folder)
  await channel.until('SLACK_BOT_TOKEN speaks for Maple')
  await channel.until('App-level token: ')
  channel.type(TOKENS.app + ENTER)
  await channel.until('Slack takes SLACK_APP_TOKEN')
  await channel.until('Staff channel: ')
  channel.type(`#elsewhere${ENTER}`)
  await channel.until('The app is not in #elsewhere. Type /invite @Pinslot in it.')
  await channel.until('Staff channel: ')
  channel.type(CTRL_C)
  await channel.until('npm run setup goes on from here')
  expect(await channel.ended).toBe(130)

  const last = startSetup(folder)
  await last.until('Slack takes SLACK_APP_TOKEN')
  await last.until('Staff channel: ')
  last.type(`pinslot-staff${ENTER}`)
  await last.until('The app is in #pinslot-staff')
  await last.until('Slack     real, by Socket Mode')
  await last.until('The people of Maple belong to organization')
  await last.until('npm start starts it from now on.')
  expect(await slack.messages('pinslot-staff')).toEqual([
    'Pinslot is running, with a simulated Pinterest. Reports and alerts appear here. Type /pin to begin.',
  ])
  const { pid } = readReadyFile(path.join(folder, '.pinslot'))
  expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain('xox')
  last.type(CTRL_C)
  expect(await last.ended).toBe(0)

  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(settings()).toMatch(/^# ours\nSLACK_API_URL=\S+\nPORT=0\nUNRELATED='stays {2}here'\nPINSLOT_ENV=development\n/)
  expect(settings()).toContain(`STAFF_CHANNEL_ID=${slack.channels['pinslot-staff']}\n`)
  for (const terminal of [track, token, app, channel, last])
    for (const secret of [TOKENS.bot, TOKENS.app, 'xoxb-1-wrong']) expect(terminal.text()).not.toContain(secret)
}, 400_000)

test('the same by --answers without a terminal, and once more: one organization, one workspace, and no secret on the screen', async () => {
  const other = path.join(folder, 'other')
  mkdirSync(other)
  const answers = path.join(other, 'answers')
  const dataDir = path.join(folder, '.pinslot')
  const lines = {
    SLACK_API_URL: slack.url,
    PORT: '0',
    PINSLOT_DATA_DIR: dataDir,
    SLACK_BOT_TOKEN: TOKENS.bot,
    STAFF_CHANNEL_ID: '#pinslot-staff',
  }
  const write = (more: Record<string, string>) =>
    writeFileSync(
      answers,
      Object.entries({ ...lines, ...more })
        .map(([name, value]) => `${name}='${value}'\n`)
        .join(''),
    )
  const setUp = () => runSetupAlone(other, ['--track', 'slack', '--answers', 'answers', '--stop'])

  write({ SLACK_APP_TOKEN: TOKENS.otherApp })
  const wrong = await setUp()
  expect(wrong.code).toBe(1)
  expect(wrong.printed).toContain(
    'SLACK_APP_TOKEN is of the app A0OTHER, and SLACK_BOT_TOKEN of A0OURS, installed in Maple. Take both',
  )
  write({ SLACK_APP_TOKEN: TOKENS.app })
  const [first, again] = [await setUp(), await setUp()]
  for (const { code, printed } of [first, again]) {
    expect(code, printed).toBe(0)
    expect(printed).toContain('ok       The people of Maple belong to organization 1.')
  }
  for (const { printed } of [wrong, first, again]) expect(printed).not.toMatch(/xoxb-1|xapp-1/)
  expect(await slack.messages('pinslot-staff')).toHaveLength(1)

  const server = await startEmbedded(dataDir, 'pinslot')
  const pool = openPool(server.url, { max: 1 })
  expect(await pool.sql`select id from organizations`).toHaveLength(1)
  expect(await pool.sql`select from slack_installations where team_id = ${TEAM_ID}`).toHaveLength(1)
  const heard = await pool.sql`select distinct notify_channel_id as channel from accounts`
  expect(heard).toEqual([{ channel: slack.channels['pinslot-staff'] }]) // and no channel of the local workspace
  await pool.close()
  await server.stop()
}, 400_000)

test('an option that is none of ours is told with the usage, exit 2', async () => {
  const { code, printed } = await runSetupAlone(folder, ['--track', 'shop'])
  expect([code, printed]).toEqual([2, expect.stringContaining('--track is one of local, slack, production.')])
  expect(printed).toContain('Usage: npm run setup -- ')
})

test('npm start and npm run admin read .env, a variable that is set goes before it, and other ways to start do not read it', async () => {
  const cwd = mkdtempSync(path.join(folder, 'env-'))
  writeFileSync(path.join(cwd, '.env'), 'PORT=of-the-file\nLOG_LEVEL=loud\nSTORAGE_URL=nowhere\n')
  const admin = (args: string[], env = {}) =>
    runScript('admin.mjs', { cwd, args: [...args, 'org', 'create', '--name', 'Maple'], env })
  expect((await admin(['--with-env-file'])).printed).toMatch(/^PORT must.*\nSTORAGE_URL must.*\nLOG_LEVEL must/m)
  expect((await admin(['--with-env-file'], { PORT: '0', LOG_LEVEL: '' })).printed).toMatch(
    /^STORAGE_URL must be local or start with s3:\S+$/m,
  )
  expect((await admin([], { PORT: 'of-the-environment' })).printed).toMatch(/^PORT must be a whole number from 0 to 65535\.\n$/)
})
