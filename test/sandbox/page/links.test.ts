/** A button that leads somewhere: the browser follows it in a tab of its own, and the app hears of it, as in Slack. */
import { DateTime } from 'luxon'
import { expect, test } from 'vitest'
import { renderBlocks } from '../../../src/sandbox/page/blocks.js'

const render = (url: string) => {
  const text = { type: 'plain_text', text: 'Continue <there>' }
  const elements = [{ type: 'button', action_id: 'go', text, style: 'primary', url }]
  const now = DateTime.fromISO('2026-03-02T10:00:00Z')
  const reader = { zone: 'UTC', now, userName: () => '', channelName: () => '' }
  const choices = { users: [], channels: [] }
  return renderBlocks([{ type: 'actions', block_id: 'b', elements }], {
    place: 'view:V1',
    values: {},
    errors: {},
    reader,
    choices,
  })
}

test('it is a link that is pressed too', () => {
  const html = render('https://pinslot.test/connect/link/a.b?x=1&y=2')
  expect(html).toContain('href="https://pinslot.test/connect/link/a.b?x=1&amp;y=2" target="_blank" rel="noopener noreferrer"')
  expect(html).toMatch(/<a [^>]*class="btn primary" data-do="press" data-action="go"/)
  expect(html).toContain('Continue &lt;there&gt;</a>')
})

test('an address that is none to follow makes a plain button', () => {
  expect(render('javascript:alert(1)')).toMatch(/^<div.*<button type="button"/)
})
