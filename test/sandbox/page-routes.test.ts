/** The page over HTTP: its headers, its files, and the stream that tells it to look again. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../src/root.js'
import { aDatabase } from '../support/database.js'
import { aBoltApp } from './bolt-app.js'

const { db } = await aDatabase()
const { app, baseUrl, heard, milo, server } = await aBoltApp(db)
const headers = { host: 'localhost' }

test('the page runs its own scripts alone, and shows who acts', async () => {
  const page = await server.inject({ url: '/sandbox?as=member', headers })
  expect(page.headers['content-security-policy']).toContain("script-src 'self'")
  expect(page.headers['content-security-policy']).not.toContain('unsafe')
  expect(page.body).not.toMatch(/<script(?! type="module" src=)|<style|\sstyle=|\son[a-z]+=/)
  expect(page.body).toContain('data-as="member" data-zone="Europe/Berlin"')
})

test('every style and script beside the page is served, and nothing else', async () => {
  const files = readdirSync(path.join(root, 'src/sandbox/page')).filter((file) => /\.(css|js)$/.test(file))
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

test('what is pressed but gone, and what makes no sense, is a 400 in a sentence', async () => {
  const post = (payload: object) => server.inject({ method: 'POST', url: '/sandbox/page/do', headers, payload })
  const gone = await post({ as: 'admin', do: 'press', place: 'message:C0GENERAL:1.2', block: 'b', action: 'a' })
  expect([gone.statusCode, gone.json()]).toEqual([400, { error: 'This is no longer on the screen.' }])
  expect((await post({ as: 'admin', do: 'nothing' })).statusCode).toBe(400)
  expect((await post({ as: 'admin', do: 'open', channel: 'C0NOWHERE' })).statusCode).toBe(400)
})

test('what was drawn anew is pressed where the one control stands that does the same', async () => {
  const button = (action_id: string) => ({ type: 'button', action_id, text: { type: 'plain_text', text: action_id } })
  const row = (...names: string[]) => ({ type: 'actions', elements: names.map(button) })
  app.command('/pin', async ({ ack, respond }) => {
    await ack()
    await respond({ text: 'Choose', blocks: [row('one', 'open'), row('two', 'open')] })
  })
  await milo.command('/pin')
  const { ts } = (await milo.screen()).messages.at(-1)!
  const press = async (action: string) =>
    server.inject({
      method: 'POST',
      url: '/sandbox/page/do',
      headers,
      payload: { as: 'member', do: 'press', place: `message:C0GENERAL:${ts}`, block: 'as it was', action },
    })
  expect((await press('one')).statusCode).toBe(200)
  expect(heard.at(-1)?.body).toMatchObject({ actions: [{ action_id: 'one' }] })
  const sent = heard.length
  expect((await press('open')).statusCode).toBe(400)
  expect(heard.length).toBe(sent)
})

test('one person cannot press what another was shown alone', async () => {
  await milo.command('/unknown')
  const [own] = (await milo.screen()).messages.filter(({ ephemeral }) => ephemeral)
  const place = `message:C0GENERAL:${own!.ts}`
  const payload = { as: 'admin', do: 'press', place, block: 'b', action: 'a' }
  expect((await server.inject({ method: 'POST', url: '/sandbox/page/do', headers, payload })).statusCode).toBe(400)
})

test('without a queued pin there is no next one', async () => {
  expect((await server.inject({ url: '/sandbox/next-pin', headers })).json()).toEqual({ sendAt: null })
})
