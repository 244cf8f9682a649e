/** The description of the sandbox's controls. */
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { CONTROLS, sandboxDocumentPlugin } from '../../src/sandbox/document.js'
import { simulatorPlugin } from '../../src/sandbox/platform/plugin.js'
import { slackRoutes } from '../../src/sandbox/slack/routes.js'
import { aDatabase } from '../support/database.js'

const { db } = await aDatabase()

test('it names the controls that a process has, with their bodies, and no others', async () => {
  const app = Fastify()
  await app.register(simulatorPlugin({ db, clock: () => new Date(), publicUrl: () => 'http://localhost' }))
  const nobody = () => Promise.reject(new Error('nobody acts here'))
  await app.register(
    slackRoutes({ act: nobody, screen: nobody, addFault() {}, setSwitches() {}, setGroup: nobody, readFile: nobody }),
  )
  await app.register(sandboxDocumentPlugin())
  const { paths } = (await app.inject('/sandbox/openapi.json')).json<{ paths: Record<string, Record<string, object>> }>()
  const described = Object.entries(paths).flatMap(([url, methods]) => Object.keys(methods).map((method) => `${method} ${url}`))
  const here = CONTROLS.filter(({ url }) => /^\/sandbox\/(platform|slack)\//.test(url))
  expect(described.toSorted()).toEqual(here.map(({ method, url }) => `${method.toLowerCase()} ${url}`).toSorted())
  const body = { required: true, content: { 'application/json': { schema: expect.any(Object) as object } } }
  for (const { method, url } of here.filter((control) => control.body))
    expect(paths[url]?.[method.toLowerCase()]).toMatchObject({ requestBody: body })
  await app.close()
})
