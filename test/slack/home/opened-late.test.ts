/** Home is drawn when it is opened, and a person may be quicker than that. */
import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aTeam, markupOf } from '../support/a-team.js'

const { db } = await aDatabase()
let turnsMeanwhile = false
const team = aTeam(db, {
  slackFetch: (real) => async (input, init) => {
    if (turnsMeanwhile && String(input instanceof Request ? input.url : input).endsWith('views.publish')) {
      turnsMeanwhile = false
      const body = new URLSearchParams(init?.body as string) // Slack’s client sends forms
      body.delete('hash')
      const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: 'What was turned to' } }]
      body.set('view', JSON.stringify({ type: 'home', blocks }))
      await real(input, { ...init, body: body.toString() })
    }
    return real(input, init)
  },
})

test('what was turned to while Home was being drawn stays', async () => {
  const { milo } = team.current
  await milo.openHome()
  await db.sql`update accounts set publishing = 'paused'` // there is something new to draw
  turnsMeanwhile = true
  const { home } = await milo.openHome()
  expect(markupOf(home?.blocks).trim()).toBe('What was turned to')
  expect(team.current.logged.filter(({ level }) => level === 'error')).toEqual([])
})
