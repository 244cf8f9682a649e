/** A workspace that did not let the app read files: forms come without the fields for them. */
import { beforeEach, expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aTeam, PICTURE, textOn } from '../support/a-team.js'
import { postsOf } from '../support/composer-fixtures.js'

const { db } = await aDatabase()
let sent: string[] = []
let refuse: (body: string, url: string) => Response | undefined = () => undefined
const team = aTeam(db, {
  slackFetch: (real) => async (input, init) => {
    const body = await new Response(init?.body).text()
    const url = String(input instanceof Request ? input.url : input)
    sent.push(body)
    return refuse(body, url) ?? real(input, init)
  },
})
beforeEach(() => {
  sent = []
})

test.each(['missing_scope', 'invalid_arguments'])(
  'a workspace that lets the app read no files (%s) gets the form without their field, and the way to a pin by links',
  async (error) => {
    const { milo } = team.current
    refuse = (body, url) =>
      url.includes('/views.') && body.includes('file_input')
        ? Response.json({ ok: false, error, response_metadata: { messages: ['file_input'] } })
        : undefined
    const { modal } = await milo.command('/pin new')
    expect(modal?.title).toBe('New pin')
    expect(textOn(modal?.blocks)).not.toContain('file_input')
    expect(textOn(modal?.blocks)).toContain('*Image or video*: Pinslot may not read files in this workspace')
    await milo.fill({ Title: 'A shelf' })
    const refused = await milo.submit()
    expect([refused.modal?.title, refused.alert ?? null]).toEqual(['New pin', null])
    expect(textOn(refused)).toContain('Add an image')
    await milo.click('More')
    await milo.fill({ Title: 'A shelf', 'Image link': PICTURE })
    expect((await milo.submit()).modal).toBeNull()
    expect(await postsOf(team.current, 'draft')).toHaveLength(1)
    sent = []
    await milo.command('/pin new')
    expect(sent.filter((body) => body.includes('file_input'))).toEqual([])
  },
)

test('a form that is refused for its picture keeps its field for files', async () => {
  const { milo } = team.current
  refuse = (body, url) =>
    url.includes('/views.') && body.includes('image_url') ? Response.json({ ok: false, error: 'invalid_arguments' }) : undefined
  expect(textOn((await milo.command('/pin new')).modal?.blocks)).toContain('file_input')
})
