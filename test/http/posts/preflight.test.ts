/** GET …/preflight, and the codes on the post. */
import { expect, test } from 'vitest'
import { aVideo } from '../../support/videos.js'
import { aDatabase } from '../../support/database.js'
import { aServer, inDays } from '../support/support.js'
import { complete } from './support/posts-fixtures.js'

const { db } = await aDatabase()

test('a check says each finding with its code, its severity, a sentence and how to fix it; the post has the codes', async () => {
  const { call, accountId, clock } = await aServer(db)
  const posts = `/v1/accounts/${accountId}/posts`
  const made = await call('POST', posts, { ...complete, url: 'http://example.com/shelf', sendAt: inDays(3) })
  const path = `${posts}/${made.body.data.post.id}`
  expect(made.body.data.post).not.toHaveProperty('warnings')
  const { status, body } = await call('GET', `${path}/preflight`)
  expect([status, body.data]).toEqual([
    200,
    {
      preflight: {
        checkedAt: clock.now.getTime() / 1000,
        findings: [
          {
            code: 'link_insecure',
            severity: 'warning',
            message: 'The link starts with http, not https: browsers warn people about such pages.',
            fix: { field: 'url', value: 'https://example.com/shelf' },
          },
          {
            code: 'picture_small',
            severity: 'warning',
            message: 'The image is 400 × 600 pixels. It looks blurred on Pinterest.',
            fix: { field: 'mediaUrl' },
          },
        ],
        link: 'http://example.com/shelf',
      },
    },
  ])
  expect((await call('GET', path)).body.data.post).toMatchObject({ warnings: ['link_insecure', 'picture_small'] })
  const listed = await call('GET', `${posts}?status=queued`)
  expect(listed.body.data['posts']).toMatchObject([{ warnings: ['link_insecure', 'picture_small'] }])
  const fixed = await call('PATCH', path, { url: 'https://example.com/shelf' })
  expect(fixed.body.data.post).not.toHaveProperty('warnings') // of another link nothing is known yet
  expect((await call('GET', `${path}/preflight`)).body.data).toMatchObject({
    preflight: { findings: [{ code: 'picture_small' }] },
  })
})

test('its link is said as it goes out, with the UTM parameters of its account', async () => {
  const { call, accountId } = await aServer(db)
  const made = await call('POST', `/v1/accounts/${accountId}/posts`, { ...complete, url: 'https://example.com/shelf?a=1#top' })
  const path = `/v1/accounts/${accountId}/posts/${made.body.data.post.id}/preflight`
  await call('PUT', `/v1/accounts/${accountId}/utm-rules`, { source: 'pinterest', medium: 'social' })
  expect((await call('GET', path)).body.data).toMatchObject({
    preflight: { link: 'https://example.com/shelf?a=1&utm_source=pinterest&utm_medium=social#top' },
  })
})

test('a video that Pinterest does not take is scheduled, and its check says why it will not go out', async () => {
  const { call, app, accountId } = await aServer(db)
  const { uploadId, uploadUrl } = (await call('POST', '/v1/media/uploads', { extension: 'mp4' })).body.data.upload
  const film = aVideo({ durationMs: 1_200_000, width: 500, height: 1001, codec: 'av01' })
  const url = uploadUrl.replace('https://pinslot.test', '')
  await app.inject({ method: 'PUT', url, headers: { 'content-type': 'video/mp4' }, payload: film })
  const { mediaUrl: _, ...words } = complete
  const made = await call('POST', `/v1/accounts/${accountId}/posts`, { ...words, uploadId, sendAt: inDays(3) })
  expect([made.status, made.body.data.post.status]).toEqual([201, 'queued'])
  const path = `/v1/accounts/${accountId}/posts/${made.body.data.post.id}/preflight`
  const fix = { field: 'mediaUrl' }
  expect((await call('GET', path)).body.data).toMatchObject({
    preflight: {
      findings: [
        {
          code: 'video_length',
          severity: 'blocking',
          message: 'The video is 1200 seconds long. Pinterest accepts 4 seconds to 15 minutes.',
          fix,
        },
        { code: 'picture_small', severity: 'warning', fix },
        { code: 'video_ratio', severity: 'warning', fix },
        {
          code: 'video_codec',
          severity: 'warning',
          message: 'The video is encoded as av01. Pinterest accepts H.264 and H.265.',
          fix,
        },
      ],
    },
  })
})

test('a post of somebody else is not there', async () => {
  const { call, accountId } = await aServer(db)
  const stranger = await aServer(db)
  const made = await call('POST', `/v1/accounts/${accountId}/posts`, complete)
  const path = `/v1/accounts/${accountId}/posts/${made.body.data.post.id}/preflight`
  expect((await stranger.call('GET', path)).status).toBe(404)
  expect((await call('GET', `/v1/accounts/${accountId}/posts/x/preflight`)).status).toBe(404)
})
