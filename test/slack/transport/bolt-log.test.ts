/** Slack's own client tells all at debug; of that our log gets what is nobody's secret. */
import { WebClient } from '@slack/web-api'
import { expect, test } from 'vitest'
import { makeBoltLog } from '../../../src/slack/transport/bolt-log.js'

test('what is sent to Slack, and what it answers, is in no line', async () => {
  const lines: string[] = []
  const line = (level: string) => (fields: object, message: string) =>
    void lines.push(`${level} ${JSON.stringify(fields)} ${message}`)
  const log = { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') }
  const fetch = () => Promise.resolve(Response.json({ ok: true, answered: 'a word of theirs' }))
  const client = new WebClient('xoxb-1-a', { logger: makeBoltLog(log), fetch })
  await client.chat.postMessage({ channel: 'C1', text: 'https://pinslot.test/connect/link/for-one-alone' })
  expect(lines.join('\n')).toContain("apiCall('chat.postMessage')")
  expect(lines.join('\n')).not.toMatch(/for-one-alone|a word of theirs|xoxb/)
})
