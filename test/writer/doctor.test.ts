/** What the operator is told of the model: whether it answers, and what to do. */
import { expect, test } from 'vitest'
import { checkModel } from '../../src/service/doctor/examine.js'
import { makeWriter } from '../../src/writer/writer.js'
import { aModelServer, type Behaviour, failing, saying, sending } from './support/model-server.js'

const server = await aModelServer()
const KEY = 'sk-secret-of-the-operator'

async function check(behaviour: Behaviour) {
  server.plays(behaviour)
  const writer = { baseUrl: server.baseUrl, apiKey: KEY, model: 'small-1' }
  return checkModel({ writer }, makeWriter({ ...writer, clock: () => new Date() }))
}

test('without a model there is nothing to look at', async () => {
  expect(await checkModel({ writer: null }, null)).toMatchObject({ state: 'skipped' })
})

test('one that answers is named with its endpoint', async () => {
  const { host } = new URL(server.baseUrl)
  expect(await check(saying('{"word":"yes"}'))).toMatchObject({ state: 'ok', said: `small-1 at ${host} answers.` })
})

test.each<[string, Behaviour, RegExp]>([
  ['a wrong key', failing(401), /^Check LLM_API_KEY/],
  ['a limit', failing(429), /limits of its key/],
  ['a failure', failing(500), /this machine reaches it/],
  ['a website', sending('<html>', 'text/html'), /\/v1\.$/],
  ['a redirect', failing(308, { headers: { location: 'https://elsewhere.example/' } }), /redirects to/],
])('%s is worth a look, with what to do, and without the key', async (_, behaviour, remedy) => {
  const said = await check(behaviour)
  expect(said).toMatchObject({ state: 'warning', remedy: expect.stringMatching(remedy) as string })
  expect(JSON.stringify(said)).not.toContain(KEY)
})
