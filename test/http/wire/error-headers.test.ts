import Fastify from 'fastify'
import { DEFAULT_RETENTION } from '../../../src/core/care/retention.js'
import { expect, test } from 'vitest'
import { makeErrorSender } from '../../../src/http/errors.js'

const log = { debug() {}, info() {}, warn() {}, error() {} }
const settings = {
  publicUrl: 'https://pinslot.test',
  dailyRequestLimit: 1,
  sendTimeoutMs: 1,
  simplifiedPins: false,
  aiDisclosures: true,
  searchCountry: 'US',
  retention: DEFAULT_RETENTION,
}

test('what a route had said of its answer before it failed is not said of the error', async () => {
  const app = Fastify()
  app.setErrorHandler(makeErrorSender({ settings, log }))
  app.get('/', (_request, reply) => {
    void reply.headers({ 'cache-control': 'immutable', 'content-range': 'bytes 0-1/2', 'accept-ranges': 'bytes' })
    throw new Error('too late')
  })
  const { statusCode, headers } = await app.inject('/')
  expect(statusCode).toBe(500)
  expect(headers['cache-control']).toBe('no-store')
  expect(Object.keys(headers)).not.toEqual(expect.arrayContaining([expect.stringMatching(/-ranges?$/)]))
  await app.close()
})
