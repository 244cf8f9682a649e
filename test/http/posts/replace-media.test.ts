/** PUT on the media of a post: other media in the place of all that it has. */
import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aDraft, anUploadingPost, aQueuedPost } from '../../support/factories.js'
import { aPictureUrl, anUpload, postsOf } from './support/posts-fixtures.js'
import { aServer } from '../support/support.js'

const { db } = await aDatabase()
const server = await aServer(db)
const tall = await aPictureUrl(server, 400, 600)
const wide = await aPictureUrl(server, 600, 400)
const replace = (id: string, body: object) => server.call('PUT', `${postsOf(server)}/${id}/media`, body)

test('an address, an upload or a carousel takes the place of what the post has', async () => {
  const post = await aQueuedPost(server)
  const read = async () => (await server.call('GET', `${postsOf(server)}/${post.id}`)).body.data.post
  const before = await read()
  const byAddress = await replace(post.id, { mediaUrl: tall })
  expect(byAddress).toMatchObject({
    status: 200,
    body: { data: { post: { id: post.id, status: 'queued', sendAt: before.sendAt } } },
  })
  expect(byAddress.body.data.post.mediaUrl).not.toBe(before.mediaUrl)
  const carousel = await replace(post.id, { mediaUrl: tall, carouselItems: [{ mediaUrl: tall }] })
  expect(carousel.body.data.post.carouselItems).toHaveLength(1)
  const uploadId = await anUpload(server)
  const byUpload = await replace(post.id, { uploadId })
  expect(byUpload.body.data.post).not.toHaveProperty('carouselItems')
  expect(await read()).toEqual(byUpload.body.data.post)
  expect(await replace(post.id, { uploadId })).toMatchObject({
    status: 409,
    body: { error: { reason: 'upload_already_attached' } },
  })
})

test.each([
  ['no source', {}, 'mediaUrl'],
  ['two sources', { mediaUrl: 'https://sample.test/one.jpg', uploadId: 'up_1_x' }, 'uploadId'],
  ['another kind', { mediaUrl: 'https://sample.test/one.jpg', mediaType: 'sound' }, 'mediaType'],
  ['no item', { mediaUrl: 'https://sample.test/one.jpg', carouselItems: [] }, 'carouselItems'],
  ['two shapes', { mediaUrl: tall, carouselItems: [{ mediaUrl: wide }] }, 'carouselItems[0].mediaUrl'],
  ['words', { mediaUrl: tall, title: 'Other' }, 'title'],
])('%s is refused as by create', async (_, body, field) => {
  const post = await aDraft(server)
  expect(await replace(post.id, body)).toMatchObject({ status: 400, body: { error: { field } } })
})

test('a post that is being published is 409, one that is not there 404', async () => {
  const post = await anUploadingPost(server)
  expect(await replace(post.id, { mediaUrl: tall })).toMatchObject({
    status: 409,
    body: { error: { reason: 'post_not_editable' } },
  })
  expect((await replace('999999', { mediaUrl: tall })).status).toBe(404)
})
