import net, { type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { followOpenRequests } from '../../src/start/start.js'

test('requests that are still open when the time is over are cut, and counted', async () => {
  const app = fastify()
  app.get('/quick', () => 'done')
  app.get('/slow', () => sleep(60_000, 'done', { ref: false }))
  const requests = followOpenRequests(app)
  const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  const unasked = net.connect((app.server.address() as AddressInfo).port, '127.0.0.1') // listening on a port, not on a pipe
  expect(await (await fetch(`${baseUrl}/quick`)).text()).toBe('done')
  const slow = [fetch(`${baseUrl}/slow`), fetch(`${baseUrl}/slow`)].map((answer) =>
    answer.then(() => 'answered').catch(() => 'cut'),
  )
  await sleep(200)
  expect(await requests.close(500)).toBe(2)
  expect(await Promise.all(slow)).toEqual(['cut', 'cut'])
  unasked.destroy()
})
