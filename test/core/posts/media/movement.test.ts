/** An animated image shows its first picture: each way to a pin says so. */
import { expect, test } from 'vitest'
import { editPost } from '../../../../src/core/posts/edit.js'
import { aDatabase } from '../../../support/database.js'
import { fileOf, importAll } from '../../imports/support/imports.js'
import { generateAll, openSites } from '../../generations/support/generations.js'
import { aPage } from '../../generations/support/page.js'
import { anAnimation } from '../../media/support/animation.js'
import { create, FILM, openStudios, picture } from '../support/create-fixtures.js'

const { db } = await aDatabase()
const aStudio = openStudios(db)
const aSite = openSites(db, { pictures: 'ofSites' })

test('an import names the lines whose images moved', async () => {
  const site = await aSite()
  site.put('moving.gif', await anAnimation('gif'))
  site.put('moving.webp', await anAnimation('webp'))
  const line = (title: string, url: string) => [title, url, 'https://example.com/a']
  const file = fileOf(
    [line('A', site.at('moving.gif')), line('B', site.at('none.jpg')), line('C', site.at('moving.webp'))],
    ['Title', 'Media URL', 'Link'],
  )
  const done = await importAll(site, file)
  expect(done).toMatchObject({ status: 'success', created: 2, failed: 1 })
  expect(done.notes).toEqual([
    'Lines with an animated image: 2, 4. The pin shows its first picture; use a video to keep the movement.',
  ])
})

test('a draft of a page says that its image moved', async () => {
  const site = await aSite()
  site.put('moving.gif', await anAnimation('gif'))
  site.put('shelves.html', aPage({ pictures: [site.at('moving.gif')] }))
  const made = await generateAll(site, site.at('shelves.html'), { drafts: 1 })
  expect(made.warnings).toContainEqual({ code: 'movement_lost', postId: made.postIds[0] })
})

test.each([
  ['an image', {}, 0, 'mediaUrl'],
  ['the cover of a carousel', { carouselItems: [picture(200, 300, '3a3')] }, 0, 'mediaUrl'],
  ['its second image', { carouselItems: [picture(200, 300, '3a3')] }, 1, 'carouselItems[0].mediaUrl'],
  ['the cover of a video', { media: FILM, coverPicture: picture(300, 500) }, 1, 'cover.mediaUrl'],
])('a later edit names %s that moved as a request does', async (_, given, position, field) => {
  const world = await aStudio()
  const { deps, actor, accountId, organizationId } = world
  const { id: postId } = await create(world, given)
  await db.sql`
    update media
       set is_stilled = true
     where organization_id = ${organizationId}
       and id = (select media_id from post_media where organization_id = ${organizationId} and post_id = ${postId} and position = ${position})`
  const { warnings } = await editPost(deps, actor, { accountId, postId, changes: { title: 'Another title' } })
  expect(warnings?.map((one) => one.field)).toEqual([field])
})
