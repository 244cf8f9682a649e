/** What a page names as its picture is asked for whatever it is called, and its bytes decide; from the address of the page to the draft. */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readPost } from '../../../src/core/posts/list.js'
import { aDatabase } from '../../support/database.js'
import { generateAll, openSites, type Site } from './support/generations.js'

const { db } = await aDatabase()
const aWebsite = openSites(db, { pictures: 'ofSites' })

const TEXT = `<h1>Oak dining table</h1><p>This table is cut from one piece of oak and oiled by hand in our workshop.</p>
<p>It is large enough for a family of eight and has rounded corners.</p>`
const page = (head: string, body = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Oak dining table</title>${head}</head><body>${body}${TEXT}</body></html>`
const product = (image: unknown, name = 'Oak dining table') =>
  `<script type="application/ld+json">${JSON.stringify({ '@type': 'Product', name, image })}</script>`
const drawn = (width: number, height: number, kind: 'jpeg' | 'gif' = 'jpeg') =>
  sharp({ create: { width, height, channels: 3, background: '#a33' } })
    .toFormat(kind)
    .toBuffer()

async function madeOf(site: Site) {
  const { status, failureCode, postIds } = await generateAll(site, site.at('x'), { drafts: 1 })
  expect({ status, failureCode }).toEqual({ status: 'success', failureCode: null })
  const post = await readPost(site.deps, site.actor, { accountId: site.accountId, postId: postIds[0]! })
  const [{ width, height } = { width: 0, height: 0 }] = post.media
  return { size: `${width}x${height}`, url: post.url }
}

/** The picture that is right is 620 by 930, any other one 600 by 900. */
test.each<{ name: string; html: string; file: string; meta?: object; kind?: 'gif' }>([
  { name: 'a flag', file: 'img/rainbow-flag.jpg', html: page(product(['/img/rainbow-flag.jpg', '/other.jpg'], 'Rainbow flag')) },
  {
    name: 'a tee with a logo',
    file: 'img/tee.jpg',
    html: page(
      product('/img/tee.jpg', 'Vintage logo tee'),
      '<img src="/img/tee.jpg" alt="Vintage logo tee" width="800" height="1200"><img src="/other.jpg" alt="Size chart" width="800" height="1200">',
    ),
  },
  { name: 'a blank notebook', file: 'img/blank-notebook.jpg', html: page(product('/img/blank-notebook.jpg', 'Blank notebook')) },
  {
    name: 'the larger one of a srcset without spaces',
    file: 'b.jpg',
    html: page('', '<img srcset="/other.jpg 400w,/b.jpg 800w" alt="Oak table">'),
  },
  {
    name: 'one that a script gives out',
    file: 'image.php',
    meta: { headers: { 'content-type': 'image/jpeg' } },
    html: page(product('/image.php?id=12')),
  },
  {
    name: 'one whose type nobody names',
    file: 'cdn/7f3a',
    meta: { headers: { 'content-type': 'application/octet-stream' } },
    html: page('<meta property="og:image" content="/cdn/7f3a">'),
  },
  { name: 'one that a link names', file: 'pic.jpg', html: page('<link rel="image_src" href="/pic.jpg">') },
  {
    name: 'a GIF, of which the first frame is taken',
    file: 'pic.gif',
    kind: 'gif',
    html: page('<meta property="og:image" content="/pic.gif">'),
  },
  {
    name: 'a GIF that the body shows alone',
    file: 'pic.gif',
    kind: 'gif',
    html: page('', '<img src="/pic.gif" alt="A table of oak">'),
  },
])('$name becomes the picture of the draft', async ({ html, file, meta, kind }) => {
  const site = await aWebsite()
  site.put('x', html)
  site.put(file, await drawn(620, 930, kind))
  site.put('other.jpg', await drawn(600, 900))
  if (meta) site.put(`${file}.meta.json`, JSON.stringify(meta))
  expect(await madeOf(site)).toEqual({ size: '620x930', url: site.at('x') })
})

test('what is named and is no picture gives way to the next one', async () => {
  const site = await aWebsite()
  site.put('x', page('<meta property="og:image" content="/image.php?id=1"><link rel="image_src" href="/pic.jpg">'))
  site.put('image.php', '<p>no such picture</p>')
  site.put('pic.jpg', await drawn(620, 930))
  expect((await madeOf(site)).size).toBe('620x930')
})

test.each([
  ['https://good-shop.co.uk/x', 'https://other-shop.co.uk/x'],
  ['https://a.blogspot.com/x', 'https://b.blogspot.com/x'],
  ['https://secure.test/x', 'http://secure.test/x'],
])('the draft of %s leads there, though it calls itself %s', async (url, canonical) => {
  const site = await aWebsite()
  const { host } = new URL(url)
  site.putAt(`${host}/x`, page(`<link rel="canonical" href="${canonical}"><meta property="og:image" content="/pic.jpg">`))
  site.putAt(`${host}/pic.jpg`, await drawn(620, 930))
  const { postIds } = await generateAll(site, url, { drafts: 1 })
  const post = await readPost(site.deps, site.actor, { accountId: site.accountId, postId: postIds[0]! })
  expect(post.url).toBe(url)
})
