/** A Home whose pictures Slack cannot load. */
import { afterAll, expect, test } from 'vitest'
import { makeCharts } from '../../../src/charts/charts.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost } from '../../support/factories.js'
import { aTeam, markupOf } from '../support/a-team.js'

const { db } = await aDatabase()
const charts = makeCharts()
afterAll(() => charts.close())

let refusing = false
/** As Slack answers when it could not load a picture of a view. */
const team = aTeam(db, {
  parts: { charts },
  slackFetch: (real) => async (input, init) => {
    const isPublish = String(input instanceof Request ? input.url : input).includes('views.publish')
    if (!refusing || !isPublish || !decodeURIComponent(await new Response(init?.body).text()).includes('"type":"image"'))
      return real(input, init)
    const messages = ['[ERROR] downloading image failed [json-pointer:/view/blocks/3/image_url]']
    return Response.json({ ok: false, error: 'invalid_blocks', response_metadata: { messages } })
  },
})

test('comes without them, and with them the next time', async () => {
  const { milo, app, logged } = team.current
  await aQueuedPost(team.current, { title: 'Add next', at: new Date('2026-03-04T15:00:00Z') })
  refusing = true
  await milo.openHome()
  await app.idle()
  const { home } = await milo.screen()
  expect(JSON.stringify(home?.blocks)).not.toContain('"type":"image"')
  expect(markupOf(home?.blocks)).toContain('Add next')
  expect(logged.filter(({ message }) => message.includes('without pictures'))).toHaveLength(1)
  refusing = false
  await milo.openHome()
  await app.idle()
  expect(JSON.stringify((await milo.screen()).home?.blocks)).toContain('"type":"image"')
})
