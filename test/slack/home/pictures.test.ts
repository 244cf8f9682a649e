/** A Home whose pictures Slack cannot load. */
import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost } from '../../support/factories.js'
import { aTeam, markupOf } from '../support/a-team.js'

const { db } = await aDatabase()

let refusing = false
/** As Slack answers when it could not load a picture of a view. */
const team = aTeam(db, {
  slackFetch: (real) => async (input, init) => {
    const isPublish = String(input instanceof Request ? input.url : input).includes('views.publish')
    if (!refusing || !isPublish || !decodeURIComponent(await new Response(init?.body).text()).includes('"type":"image"'))
      return real(input, init)
    const messages = ['[ERROR] downloading image failed [json-pointer:/view/blocks/3/image_url]']
    return Response.json({ ok: false, error: 'invalid_blocks', response_metadata: { messages } })
  },
})

test('comes without them, and with them the next time', async () => {
  const { milo, logged } = team.current
  await aQueuedPost(team.current)
  await aDraft(team.current)
  refusing = true
  await milo.openHome()
  const { home } = await milo.click('Schedule')
  expect(JSON.stringify(home?.blocks)).not.toContain('"type":"image"')
  expect(markupOf(home?.blocks)).toContain('*Mar 2 to Mar 8*\n1 pin')
  // of a pin, and of the schedule
  expect(logged.filter(({ message }) => message.includes('without pictures'))).toHaveLength(2)
  refusing = false
  expect(JSON.stringify((await milo.openHome()).home?.blocks)).toContain('"type":"image"')
})
