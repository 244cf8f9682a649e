/** The page over HTTP: its headers, its files, and the stream that announces changes. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { pausePublishing } from '../../../src/core/accounts/publishing.js'
import { root } from '../../../src/root.js'
import { ACT_WINDOW, channels, teamId, users } from '../../../src/sandbox/slack/ids.js'
import { postMessage } from '../../../src/sandbox/slack/messages/messages.js'
import type { View } from '../../../src/sandbox/slack/block-kit.js'
import { pushView } from '../../../src/sandbox/slack/views/views.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost, inDays } from '../../support/factories.js'
import { aGate } from '../../support/gate.js'
import { aWorld } from '../../support/world.js'
import { aBoltApp } from '../bolt-app.js'

const { db } = await aDatabase()
const { app, baseUrl, milo, server, slack } = await aBoltApp(db)
const headers = { host: 'localhost' }

test('the page runs its own scripts alone, and shows who acts', async () => {
  const page = await server.inject({ url: '/sandbox?as=member', headers })
  expect(page.headers['content-security-policy']).toContain("script-src 'self'")
  expect(page.headers['content-security-policy']).not.toContain('unsafe')
  expect(page.body).not.toMatch(/<script(?! type="module" src=)|<style|\sstyle=|\son[a-z]+=/)
  expect(page.body).toContain('data-as="member" data-zone="Europe/Berlin"')
})

test('while the sample data are not there the page waits for them', async () => {
  const gate = aGate()
  slack.workspace.filled = gate.passed
  let isServed = false
  const page = server.inject({ url: '/sandbox', headers }).then((response) => {
    isServed = true
    return response.statusCode
  })
  await server.inject({ url: '/sandbox/page/screen', headers }) // another request is answered meanwhile
  expect(isServed).toBe(false)
  gate.open()
  expect(await page).toBe(200)
})

test('every style and script beside the page is served, and nothing else', async () => {
  const files = readdirSync(path.join(root, 'src/sandbox/page/client')).filter((file) => /\.(css|js)$/.test(file))
  for (const file of files) {
    const response = await server.inject({ url: `/sandbox/page/${file}`, headers })
    expect([file, response.statusCode]).toEqual([file, 200])
  }
  const source = await server.inject({ url: '/sandbox/page/routes.ts', headers })
  expect([source.statusCode, source.json()]).toEqual([404, { error: 'There is no file routes.ts.' }])
})

test('a change is told to every open page', async () => {
  const stream = await fetch(`${baseUrl}/sandbox/slack/events`)
  const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
  const next = async () => (await reader.read()).value
  expect(await next()).toContain('event: changed')
  await milo.say('Hello')
  expect(await next()).toContain('event: changed')
  await reader.cancel()
})

test('each day stands once above its messages: a reply of a later day stays below what it replies to', async () => {
  const say = (text: string, at: string, more = {}) =>
    postMessage(db.sql, { channelId: channels.pins, userId: users.admin, text, ...more }, new Date(at))
  const { ts } = await say('On Monday', '2026-03-02T10:00:00Z')
  await say('Later on Monday', '2026-03-02T12:00:00Z')
  await say('A reply on Tuesday', '2026-03-03T10:00:00Z', { threadTs: ts })
  await say('On Tuesday', '2026-03-03T12:00:00Z')
  await milo.open('pins')
  const { body } = await server.inject({ url: '/sandbox?as=member', headers })
  expect([...body.matchAll(/id="day-([\d-]+)"|(?:On|Later on|A reply on) \w+/g)].map(([all, day]) => day ?? all)).toEqual([
    ...['2026-03-02', 'On Monday', 'A reply on Tuesday', 'Later on Monday'],
    ...['2026-03-03', 'On Tuesday'],
  ])
})

test('what is pressed but gone, and what makes no sense, is a 400 in a sentence', async () => {
  const post = (payload: object) => server.inject({ method: 'POST', url: '/sandbox/page/do', headers, payload })
  const gone = await post({ as: 'admin', do: 'press', place: 'message:C0GENERAL:1.2', block: 'b', action: 'a' })
  expect([gone.statusCode, gone.json()]).toEqual([400, { error: 'This is no longer on the screen.' }])
  const typed = await post({ as: 'admin', do: 'set', place: 'view:V0CLOSED', block: 'b', action: 'a', value: 'A bowl' })
  expect([typed.statusCode, typed.json()]).toEqual([200, {}]) // it went with its form, and nobody needs an error
  expect((await post({ as: 'admin', do: 'nothing' })).statusCode).toBe(400)
  expect((await post({ as: 'admin', do: 'open', channel: 'C0NOWHERE' })).statusCode).toBe(400)
})

test('a form is closed by its own Close: what was meant for one below it, or closed already, closes nothing', async () => {
  const text = (words: string) => ({ type: 'plain_text' as const, text: words })
  const button = { type: 'button' as const, action_id: 'push', text: text('Push') }
  const view = (title: string) => ({
    type: 'modal' as const,
    title: text(title),
    blocks: [{ type: 'actions' as const, elements: [button] }],
  })
  app.command('/pin', async ({ ack, command, client }) => {
    await ack()
    await client.views.open({ trigger_id: command.trigger_id, view: view('Below') })
  })
  app.action('push', async ({ ack, body, client }) => {
    await ack()
    if ('trigger_id' in body) await client.views.push({ trigger_id: body.trigger_id, view: view('Above') })
  })
  await milo.command('/pin')
  await milo.click('Push')
  const screen = await server.inject({ url: '/sandbox/page/screen?as=member', headers })
  const [below, above] = screen.json<{ forms: string[] }>().forms
  const title = async () => (await milo.screen()).modal?.title
  const close = async (how: string, of: string) =>
    server.inject({ method: 'POST', url: '/sandbox/page/do', headers, payload: { as: 'member', do: how, view: of } })
  for (const how of ['close', 'close-all']) {
    expect((await close(how, below!)).statusCode).toBe(200)
    expect(await title()).toBe('Above')
  }
  for (const _twice of [1, 2]) {
    await close('close', above!)
    expect(await title()).toBe('Below')
  }
})

test("what is typed while its form is closed on another screen is taken or goes with the form, and is nobody's error", async () => {
  const text = (words: string) => ({ type: 'plain_text' as const, text: words })
  const element = { type: 'plain_text_input' as const, action_id: 'v' }
  const blocks = [{ type: 'input' as const, block_id: 'title', label: text('Title'), element }]
  const form: View = { type: 'modal', title: text('Form'), blocks }
  const doAct = (act: object) =>
    server.inject({ method: 'POST', url: '/sandbox/page/do', headers, payload: { as: 'admin', ...act } })
  for (let round = 0; round < 40; round++) {
    const { id: view } = await db.tx((sql) => pushView(sql, { id: users.admin, windowId: ACT_WINDOW }, form))
    const typing = { do: 'set', place: `view:${view}`, block: 'title', action: 'v', value: 'A bowl' }
    const answers = await Promise.all([doAct(typing), doAct({ do: 'close', view }), doAct(typing)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  }
  expect(await db.sql`select value from slk_entered where block_id = 'title'`).toEqual([])
})

test('one person cannot press what another was shown alone', async () => {
  await milo.command('/unknown')
  const [own] = (await milo.screen()).messages.filter(({ ephemeral }) => ephemeral)
  const place = `message:C0GENERAL:${own!.ts}`
  const payload = { as: 'admin', do: 'press', place, block: 'b', action: 'a' }
  expect((await server.inject({ method: 'POST', url: '/sandbox/page/do', headers, payload })).statusCode).toBe(400)
})

test('without a queued pin there is no next one', async () => {
  expect((await server.inject({ url: '/sandbox/next-pin', headers })).json()).toEqual({ sendAt: null, username: null })
})

test('the next pin is the first that goes out: those of a paused account do not', async () => {
  const world = await aWorld(db)
  await db.sql`
    insert into slack_installations (team_id, organization_id, installed_at)
    values (${teamId}, ${world.organizationId}, ${world.clock.now})`
  const soon = await aQueuedPost(world, { at: inDays(world, 1) })
  await aQueuedPost(world, { at: inDays(world, 2) })
  const next = async () => (await server.inject({ url: '/sandbox/next-pin', headers })).json<{ sendAt: string | null }>().sendAt
  expect(await next()).toBe(soon.sendAt!.toISOString())
  await pausePublishing(world.deps, world.actor, { accountId: world.accountId, whilePaused: 'wait' })
  expect(await next()).toBeNull()
})
