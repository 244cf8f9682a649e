/** Pictures as files of the workspace: where nobody outside can reach ours. */
import { DEFAULT_RETENTION } from '../../../src/core/care/retention.js'
import { afterAll, expect, test } from 'vitest'
import { makeCharts } from '../../../src/charts/charts.js'
import { renderNotice } from '../../../src/slack/notices/render.js'
import { makePictures, MESSAGE_TIMEOUT_MS } from '../../../src/slack/pictures/pictures.js'
import { WebClient } from '@slack/web-api'
import { botToken, teamId } from '../../../src/sandbox/slack/ids.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost, inDays } from '../../support/factories.js'
import { aVideo } from '../../support/videos.js'
import { aTeam, lastMessage, PICTURE, type Team, textOn } from '../support/a-team.js'

const { db } = await aDatabase()
const charts = makeCharts()
afterAll(() => charts.close())
const settings = {
  publicUrl: 'http://127.0.0.1:3000',
  dailyRequestLimit: 5000,
  sendTimeoutMs: 2000,
  simplifiedPins: false,
  aiDisclosures: true,
  searchCountry: 'US',
  retention: DEFAULT_RETENTION,
}
/** What becomes of a call of the Web API; undefined: what the workspace says. */
let answer: (method: string, body: string) => Promise<Response | undefined> | undefined = () => undefined
const calls: string[] = []
const team = aTeam(db, {
  parts: { settings, charts },
  slackFetch: (real) => async (input, init) => {
    const url = String(input instanceof Request ? input.url : input)
    const method = /\/api\/([\w.]+)/.exec(url)?.[1] ?? ''
    calls.push(method)
    const body = init?.body instanceof FormData ? '' : await new Response(init?.body).text()
    return (await answer(method, decodeURIComponent(body))) ?? real(input, init)
  },
})
const uploads = () => calls.filter((method) => method === 'files.completeUploadExternal').length
const reset = () => {
  calls.length = 0
  answer = () => undefined
}

async function aPinWithPicture({ milo }: Team, title = 'With a picture'): Promise<void> {
  await milo.command('/pin')
  await milo.fill({ 'Image link': PICTURE, Title: title, Description: 'x', 'Destination link': 'https://example.com/a' })
  await milo.fill({ Board: 'Garden', When: 'Save as draft' })
  await milo.submit()
}
const filesOn = (content: unknown): string[] =>
  [...textOn(content).matchAll(/"slack_file":\{"id":"(F\w+)"\}/g)].map(([, id]) => id ?? '')

test('a picture is brought to the workspace once, and used from then on', async () => {
  reset()
  const { milo, baseUrl } = team.current
  await aPinWithPicture(team.current)
  const drafts = lastMessage(await milo.command('/pin drafts'))
  const [id, ...more] = filesOn(drafts.blocks)
  expect(more).toEqual([])
  expect(filesOn(lastMessage(await milo.command('/pin find picture')).blocks)).toEqual([id])
  expect(uploads()).toBe(1)
  expect(textOn(drafts.blocks)).not.toContain('image_url')
  const file = await fetch(`${baseUrl}/sandbox/slack/files/${id}`)
  expect(file.headers.get('content-type')).toBe('image/jpeg')
})

test('the card of a new pin, a video too, waits a moment for the picture that has to be brought to Slack', async () => {
  const { milo } = team.current
  for (const [name, chosen] of [
    ['A picture', null],
    ['A video', { name: 'tour.mp4', bytes: aVideo({ width: 720, height: 1280, durationMs: 6000 }) }],
  ] as const) {
    reset()
    answer = async (method) => {
      if (method === 'files.completeUploadExternal') await new Promise((resolve) => setTimeout(resolve, 900))
      return undefined
    }
    await milo.command('/pin')
    if (chosen) await milo.upload('Image or video', chosen)
    await milo.fill({ Title: name, When: 'Save as draft', ...(chosen ? {} : { 'Image link': PICTURE }) })
    const { messages } = await milo.submit()
    expect(messages.at(-1)?.text).toContain(name)
    expect(filesOn(messages.at(-1)?.blocks), name).toHaveLength(1)
  }
})

test('what is drawn is a file, too, and another one when it changed', async () => {
  reset()
  const { milo, app } = team.current
  const onHome = async () => {
    await milo.openHome()
    await app.idle()
    return filesOn((await milo.screen()).home?.blocks)
  }
  await aQueuedPost(team.current, { at: inDays(team.current, 1) })
  const first = await onHome()
  expect(first).toHaveLength(1)
  expect(await onHome()).toEqual(first)
  await aQueuedPost(team.current, { at: inDays(team.current, 2) })
  expect(await onHome()).not.toEqual(first)
})

test('a Home is there at once without a picture that is slow to come, and is published again with it', async () => {
  reset()
  const { milo, app } = team.current
  await aQueuedPost(team.current, { at: inDays(team.current, 1) })
  let letThrough = () => {}
  const gate = new Promise<void>((resolve) => (letThrough = resolve))
  const published: number[] = []
  answer = async (method, body) => {
    if (method === 'files.completeUploadExternal') await gate
    if (method === 'views.publish') published.push([...body.matchAll(/"slack_file"/g)].length)
    if (method === 'views.publish') letThrough()
    return undefined
  }
  await milo.openHome()
  await app.idle()
  expect(published).toEqual([0, 1])
  expect(filesOn((await milo.screen()).home?.blocks)).toHaveLength(1)
})

test('a file that was deleted in Slack is brought there again', async () => {
  reset()
  const { milo } = team.current
  await aPinWithPicture(team.current)
  const [before] = filesOn(lastMessage(await milo.command('/pin drafts')).blocks)
  await db.sql`delete from slk_files where id = ${before ?? ''}`
  await milo.command('/pin find picture') // refused with it, shown without
  expect(filesOn(lastMessage(await milo.screen()).blocks)).toEqual([])
  const [after] = filesOn(lastMessage(await milo.command('/pin find picture')).blocks)
  expect(after).toMatch(/^F/)
  expect(after).not.toBe(before)
  expect(filesOn(lastMessage(await milo.command('/pin drafts')).blocks)).toEqual([after])
})

test('what Slack does not take is not tried again at once, and the view comes without it', async () => {
  reset()
  const { milo, logged } = team.current
  answer = (method) =>
    method === 'files.getUploadURLExternal' ? Promise.resolve(Response.json({ ok: false, error: 'missing_scope' })) : undefined
  await aPinWithPicture(team.current)
  expect(textOn(lastMessage(await milo.command('/pin drafts')).blocks)).toContain('With a picture')
  await milo.command('/pin find picture')
  expect(calls.filter((method) => method === 'files.getUploadURLExternal')).toHaveLength(1)
  expect(logged.some(({ message }) => message === 'a picture did not get to Slack')).toBe(true)
})

test('a form with a picture that Slack refuses opens without it, with the same trigger', async () => {
  reset()
  const { milo, logged } = team.current
  await aPinWithPicture(team.current)
  await milo.command('/pin drafts')
  answer = (method, body) =>
    method === 'views.open' && body.includes('slack_file')
      ? Promise.resolve(
          Response.json({
            ok: false,
            error: 'invalid_arguments',
            response_metadata: { messages: ['[ERROR] invalid slack file'] },
          }),
        )
      : undefined
  const { modal } = await milo.click('Edit', { within: 'With a picture' })
  expect(modal?.title).toBe('Edit pin')
  expect(filesOn(modal?.blocks)).toEqual([])
  expect(logged.some(({ message }) => message.includes('sent without pictures'))).toBe(true)
})

test('two processes that bring the same picture at once agree on one file', async () => {
  reset()
  const { deps, organizationId, slack } = team.current
  await aPinWithPicture(team.current)
  await db.sql`delete from slack_files`
  const [post] = await db.sql<
    { id: string }[]
  >`select id from posts where organization_id = ${organizationId} and title = 'With a picture' order by id desc limit 1`
  const [media] = await db.sql<{ id: string; token: string; content_type: string }[]>`
    select m.id, m.token, m.content_type
      from media m
      join post_media p on p.organization_id = m.organization_id and p.media_id = m.id
     where p.post_id = ${post?.id ?? ''}`
  const client = new WebClient(botToken, { fetch: slack.fetch })
  const source = {
    kind: 'media' as const,
    organizationId,
    media: {
      id: media!.id,
      token: media!.token,
      contentType: media!.content_type,
      width: 1,
      height: 1,
      durationMs: null,
      codec: null,
      fit: null,
      originalId: null,
      hasThumbnail: true,
    },
  }
  const process = () => makePictures(deps).picturesFor({ organizationId, teamId, client, timeoutMs: MESSAGE_TIMEOUT_MS })
  const found = await Promise.all([process().pictureOf(source), process().pictureOf(source), process().pictureOf(source)])
  expect(new Set(found.map((picture) => JSON.stringify(picture))).size).toBe(1)
  expect(found[0]).toMatchObject({ kind: 'file' })
  expect(await db.sql`select 1 from slack_files where organization_id = ${organizationId}`).toHaveLength(1)
})

test('a notice waits for its picture', async () => {
  reset()
  const { deps, organizationId, accountId, slack } = team.current
  await aPinWithPicture(team.current)
  await db.sql`delete from slack_files`
  const [post] = await db.sql<
    { id: string }[]
  >`select id from posts where organization_id = ${organizationId} and title = 'With a picture' order by id desc limit 1`
  const client = new WebClient(botToken, { fetch: slack.fetch })
  const pictured = makePictures(deps).picturesFor({ organizationId, teamId, client, timeoutMs: MESSAGE_TIMEOUT_MS })
  const notice = { kind: 'tagsFailed', accountId, postId: post!.id, message: 'x' } as const
  const message = await renderNotice({ ...deps, ...pictured }, organizationId, notice)
  expect(filesOn(message?.blocks)).toHaveLength(1)
})

test('a picture that Slack takes a second to process is asked about until then, and shown: nothing is refused for it', async () => {
  reset()
  const { milo, slack, logged } = team.current
  slack.setSwitches({ filesTakeMs: 1200 })
  await milo.command('/pin')
  await milo.fill({ 'Image link': PICTURE, Title: 'Slow to process', When: 'Save as draft' })
  const { messages } = await milo.submit()
  expect(filesOn(messages.at(-1)?.blocks)).toHaveLength(1)
  expect(calls.filter((method) => method === 'files.info')).toHaveLength(4) // at once, after 0.2, 0.6 and 1.4 s
  expect(logged.filter(({ message }) => message.startsWith('local slack refused'))).toEqual([])
})

test('one that takes longer is not waited for: what it stands in goes out without it, and has it once it is processed', async () => {
  reset()
  const { milo, slack, app } = team.current
  slack.setSwitches({ filesTakeMs: 7000 })
  await aPinWithPicture(team.current, 'Very slow to process')
  await app.idle() // the poll has ended
  expect(calls.filter((method) => method === 'files.info')).toHaveLength(6)
  const early = await milo.command('/pin find slow')
  expect([lastMessage(early).text, filesOn(lastMessage(early).blocks)]).toEqual([expect.any(String), []])
  await db.sql`update slk_files set ready_at = created_at - interval '1 day'`
  expect(filesOn(lastMessage(await milo.command('/pin find slow')).blocks)).toHaveLength(1)
})
