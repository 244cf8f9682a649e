/** Slides: the title, description and link of each image of a carousel. */
import { expect, test } from 'vitest'
import { printOf } from '../../../../src/core/posts/approval/changes.js'
import { duplicatePost } from '../../../../src/core/posts/create/duplicate.js'
import type { NewPost } from '../../../../src/core/posts/create/create.js'
import type { Slide } from '../../../../src/core/posts/content.js'
import { fitPostPicture } from '../../../../src/core/posts/create/fit-picture.js'
import { deletePost } from '../../../../src/core/posts/delete.js'
import { editPost, type EditPost } from '../../../../src/core/posts/edit.js'
import { type PostImage, postImage } from '../../../../src/core/posts/row.js'
import type { Post } from '../../../../src/core/posts/post.js'
import { undoChange } from '../../../../src/core/posts/undo/undo.js'
import { aDatabase } from '../../../support/database.js'
import { create, FILM, openStudios, picture, refused, type Studio } from '../support/create-fixtures.js'
import { reread } from '../support/changes.js'

const { db } = await aDatabase()
const aStudio = openStudios(db)

const LINK = 'https://shop.example.com/oak'
const SLIDES: Slide[] = [{ title: 'Oak' }, { description: 'Two\nlines', link: LINK }]
const carousel = (images = 2): Partial<NewPost> => ({
  media: picture(200, 300),
  carouselItems: Array.from({ length: images - 1 }, () => picture(200, 300, '3a3')),
})
const edit = ({ deps, actor, accountId }: Studio, { id: postId }: Post, changes: EditPost['changes']) =>
  editPost(deps, actor, { accountId, postId, changes })
const undo = ({ deps, actor, accountId }: Studio, { id: postId, version }: Post) =>
  undoChange(deps, actor, { accountId, postId, version })
const imageOf = async ({ organizationId }: Studio, { id }: Post) => {
  const [row] = await db.sql<[{ image: PostImage }]>`
    select ${postImage(db.sql, organizationId)} as image from posts p where p.organization_id = ${organizationId} and p.id = ${id}`
  return row.image
}

test('each image has its title, description and link, cleaned and checked as those of a pin', async () => {
  const world = await aStudio()
  const post = await create(world, {
    ...carousel(),
    slides: [{ title: ' Oak ' }, { description: 'Two\nlines', link: ` ${LINK} ` }],
  })
  expect(post.slides).toEqual(SLIDES)
  expect((await reread(world, post.id)).slides).toEqual(SLIDES)
  expect((await create(world, carousel())).slides).toEqual([])
})

test.each([
  ['a single image', { slides: SLIDES }, 'slides'],
  ['a video', { media: FILM, slides: SLIDES }, 'slides'],
  ['a slide too few', { ...carousel(3), slides: SLIDES }, 'slides'],
  ['a slide too many', { ...carousel(), slides: [...SLIDES, {}] }, 'slides'],
  ['six slides', { ...carousel(5), slides: Array.from({ length: 6 }, () => ({})) }, 'slides'],
  ['an empty title', { ...carousel(), slides: [{ title: ' ' }, {}] }, 'slides[0].title'],
  ['a long title', { ...carousel(), slides: [{}, { title: 'x'.repeat(101) }] }, 'slides[1].title'],
  ['a long description', { ...carousel(), slides: [{}, { description: 'x'.repeat(801) }] }, 'slides[1].description'],
  ['no address', { ...carousel(), slides: [{ link: 'oak' }, {}] }, 'slides[0].link'],
  ['a private address', { ...carousel(), slides: [{ link: 'http://127.0.0.1/' }, {}] }, 'slides[0].link'],
  ['a saved pin', { media: null, savePinId: '123', title: null, description: null, url: null, slides: SLIDES }, 'slides'],
] as [string, Partial<NewPost>, string][])('%s is refused at its field, and nothing is fetched', async (_what, given, field) => {
  const world = await aStudio()
  await refused(world, given, field)
  expect(world.fetched).toEqual([])
})

test('an edit replaces all slides, none removes them, and Undo brings them back', async () => {
  const world = await aStudio()
  const post = await create(world, { ...carousel(), slides: SLIDES })
  const edited = await edit(world, post, { slides: [{}, { title: 'Ash' }] })
  expect(edited.slides).toEqual([{}, { title: 'Ash' }])
  expect((await undo(world, edited)).posts).toMatchObject([{ slides: SLIDES }])
  const cleared = await edit(world, post, { slides: [] })
  expect(cleared.slides).toEqual([])
  expect((await undo(world, cleared)).posts).toMatchObject([{ slides: SLIDES }])
  await expect(edit(world, post, { slides: [{}] })).rejects.toMatchObject({ details: { field: 'slides' } })
  expect((await edit(world, post, { title: 'Other' })).slides).toEqual(SLIDES)
})

test('as many new images keep the slides, others drop them unless slides come along, and Undo restores both', async () => {
  const world = await aStudio()
  const post = await create(world, { ...carousel(), slides: SLIDES })
  const [one, two, three] = [picture(200, 300, '111'), picture(200, 300, '222'), picture(200, 300, '333')]
  expect((await edit(world, post, { media: [one, two] })).slides).toEqual(SLIDES)
  const alone = await edit(world, post, { media: [one] })
  expect(alone.slides).toEqual([])
  expect((await undo(world, alone)).posts).toMatchObject([{ slides: SLIDES, media: [{}, {}] }])
  const more = [{ title: '1' }, { title: '2' }, { title: '3' }]
  await expect(edit(world, post, { media: [one, two], slides: more })).rejects.toMatchObject({ details: { field: 'slides' } })
  expect((await edit(world, post, { media: [one, two, three], slides: more })).slides).toEqual(more)
})

test('slides for images that were replaced meanwhile are refused', async () => {
  const world = await aStudio()
  const post = await create(world, carousel())
  const one = picture(200, 300, '444')
  let isReplaced = false
  world.onFetch = () => {
    isReplaced = true
  }
  const results = await Promise.allSettled([
    edit(world, post, { media: [one] }),
    edit(world, post, { slides: SLIDES }),
    edit(world, post, { slides: [{ title: 'a' }, { title: 'b' }] }),
  ])
  expect(isReplaced).toBe(true)
  const { media, slides } = await reread(world, post.id)
  expect([0, media.length === 1 ? -1 : 2]).toContain(slides.length)
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ details: { field: 'slides' } })
})

test('a copy, a restored post and a fitted carousel have them', async () => {
  const world = await aStudio()
  const { deps, actor, accountId } = world
  const square = { media: picture(300, 300), carouselItems: [picture(300, 300, '3a3')] }
  const post = await create(world, { ...square, slides: SLIDES })
  expect((await duplicatePost(deps, actor, { accountId, postId: post.id })).slides).toEqual(SLIDES)
  const fitted = await fitPostPicture(deps, actor, { accountId, postId: post.id, fit: 'crop' })
  expect(fitted.slides).toEqual(SLIDES)
  const gone = await deletePost(deps, actor, { accountId, postId: post.id })
  const { posts } = await undoChange(deps, actor, { accountId, postId: post.id, version: gone.version })
  expect(posts).toMatchObject([{ slides: SLIDES }])
})

test('an approval looks at them: without any, its fingerprint is that of a request from before there were slides', async () => {
  const world = await aStudio()
  const post = await create(world, carousel())
  const bare = await imageOf(world, post)
  const { slides: _, ...older } = bare
  expect(printOf({}, bare)).toBe(printOf({}, older as PostImage))
  const edited = await imageOf(world, await edit(world, post, { slides: SLIDES }))
  expect(printOf({}, edited)).not.toBe(printOf({}, bare))
  expect(printOf({ looksAt: ['title'] }, edited)).toBe(printOf({ looksAt: ['title'] }, bare))
})
