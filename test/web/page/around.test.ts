/** The classes of an article are its own, and say nothing of what stands around it. */
import { describe, expect, test } from 'vitest'
import { tokenNames } from '../../../src/web/page/classes.js'
import { readContent } from '../../../src/web/page/read-content.js'

const OAK =
  '<p>This table is cut from one piece of oak and oiled by hand in our workshop.</p><p>It is large enough for a family of eight and has rounded corners.</p>'
const IMG = '<img src="/pic.jpg" alt="Oak table" width="800" height="1200">'
const read = (body: string) =>
  readContent(`<html lang="en"><head><title>Oak table</title></head><body>${body}</body></html>`, 'https://shop.example/x')

describe('an article is read whatever its own classes are', () => {
  test.each([
    ...[
      'post recipe_author-255 comments-open category-logo-design',
      'author-jane',
      'category-related',
      'tag-sidebar',
      'has-related-posts',
    ],
    ...[
      'no-comments',
      'comments-closed',
      'with-sidebar',
      'sidebar-right',
      'layout-sidebar-left',
      'has-author-box',
      'share-enabled',
      'author',
    ],
    ...[
      'single-author',
      'has-consent',
      'newsletter-2024',
      'category-cookies',
      'tag-recommendations',
      'review',
      'product-review',
      'bread-cookie',
    ],
  ])('%s', (classes) => {
    for (const tag of ['article', 'div']) {
      const isOwn = tag === 'div' ? `hentry ${classes}` : classes
      const { sentences, pictures } = read(`<h1>Oak table</h1><${tag} class="${isOwn}">${OAK}${IMG}</${tag}>`)
      expect(sentences, tag).toHaveLength(2)
      expect(
        pictures.map(({ url }) => url),
        tag,
      ).toEqual(['https://shop.example/pic.jpg'])
    }
  })
})

describe('what stands around the matter is left out by its name', () => {
  test.each([
    ...[
      'sidebar',
      'sidebar-1',
      'widget-sidebar',
      'primary-sidebar',
      'author-box',
      'post-author',
      'article__author',
      'about-author-info',
      'author_bio',
    ],
    ...[
      'related-posts',
      'relatedProducts',
      'c-related',
      'comments',
      'comment-list',
      'entry-comments',
      'comments-area',
      'newsletter-form',
    ],
    ...[
      'newsletter',
      'product-recommendations',
      'up-sells upsell',
      'breadcrumbs',
      'testimonials-slider',
      'customer-reviews',
      'cross-sells',
    ],
  ])('%s', (classes) => {
    const around = `<div class="${classes}"><p>Somebody else has written this long sentence about other things.</p><img src="/other.jpg" alt="Another thing" width="800" height="1200"></div>`
    const { sentences, pictures } = read(
      `<main><h1>Oak table</h1>${OAK}${OAK.replaceAll('table', 'bench')}${IMG}</main>${around}`,
    )
    expect(sentences.join(' ')).not.toContain('Somebody')
    expect(pictures.map(({ url }) => url)).toEqual(['https://shop.example/pic.jpg'])
  })
})

test('a word within another word, and a state, name nothing', () => {
  const names = new Set(['author', 'ad', 'share', 'comment', 'old', 'related'])
  for (const token of [
    'authority',
    'load',
    'adapter',
    'shareholder',
    'commentary',
    'gold',
    'unrelated',
    'has-author',
    'author-jane',
    'comments-open',
  ])
    expect(tokenNames(token, names), token).toBe(false)
  for (const token of [
    'author',
    'post-author',
    'authors',
    'authorBox',
    'author__image',
    'comments',
    'comment-42',
    'ad',
    'ad-slot',
  ])
    expect(tokenNames(token, names), token).toBe(true)
})
