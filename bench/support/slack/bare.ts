/** The yardstick: a route that checks Slack's signature and answers. */
import { verifySlackRequest } from '@slack/bolt'
import Fastify from 'fastify'
import { reportPort } from '../forked.js'
import { SIGNING_SECRET } from './signed.js'

const app = Fastify()
app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, raw, done) => done(null, raw))
app.post('/signed', async ({ body, headers }) => {
  const signed = {
    'x-slack-signature': String(headers['x-slack-signature']),
    'x-slack-request-timestamp': Number(headers['x-slack-request-timestamp']),
  }
  verifySlackRequest({ signingSecret: SIGNING_SECRET, body: String(body), headers: signed })
  return ''
})
reportPort(Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port))
