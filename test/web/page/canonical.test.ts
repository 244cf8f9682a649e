/** The address that a page names as its own, as far as it is believed. */
import { expect, test } from 'vitest'
import { readContent } from '../../../src/web/page/read-content.js'

const linkOf = (address: string, head: string) =>
  readContent(`<html lang="en"><head><title>Oak dining table</title>${head}</head><body><h1>Oak</h1></body></html>`, address).link
const canonical = (href: string) => `<link rel="canonical" href="${href}">`
const ogUrl = (href: string) => `<meta property="og:url" content="${href}">`

test.each([
  ['https://good-shop.co.uk/x', 'https://other-shop.co.uk/x', 'https://good-shop.co.uk/x'],
  ['https://a.blogspot.com/x', 'https://b.blogspot.com/x', 'https://a.blogspot.com/x'],
  ['https://a.myshopify.com/x', 'https://b.myshopify.com/x', 'https://a.myshopify.com/x'],
  ['https://a.github.io/x', 'https://b.github.io/x', 'https://a.github.io/x'],
  ['https://a.wordpress.com/x', 'https://b.wordpress.com/x', 'https://a.wordpress.com/x'],
  ['https://x.test/x', 'https://y.test/x', 'https://x.test/x'],
  ['https://good-shop.co.uk/x?utm_source=a', 'https://www.good-shop.co.uk/x', 'https://www.good-shop.co.uk/x'],
  ['https://m.good-shop.co.uk/x', 'https://good-shop.co.uk/x', 'https://good-shop.co.uk/x'],
  ['https://x.test/x', 'http://x.test/x', 'https://x.test/x'],
  ['https://x.test/x?color=1', 'http://x.test/y', 'https://x.test/y'],
  ['https://x.test/x', 'http://www.x.test/x', 'https://x.test/x'],
  ['https://x.test/x', 'http://x.test:8080/x', 'https://x.test/x'],
  ['http://x.test/x', 'http://x.test/y', 'http://x.test/y'],
  ['http://x.test/x', 'https://x.test/x', 'https://x.test/x'],
  ['https://x.test/x', 'https://x.test/', 'https://x.test/x'],
  ['https://x.test/x', 'y', 'https://x.test/y'],
  ['https://x.test/x', '//x.test/y', 'https://x.test/y'],
  ['https://x.test/x', 'javascript:1', 'https://x.test/x'],
])('of %s that names %s it is %s, by either way to name it', (address, named, link) => {
  expect([linkOf(address, canonical(named)), linkOf(address, ogUrl(named))]).toEqual([link, link])
})

test('what cannot be believed gives way to the other name of the page; addresses count from its base', () => {
  expect(linkOf('https://x.test/x?a=1', `${canonical('https://y.test/x')}${ogUrl('https://x.test/x')}`)).toBe('https://x.test/x')
  expect(linkOf('https://x.test/x?a=1', `${canonical('http://www.x.test/z')}${ogUrl('https://x.test/x')}`)).toBe(
    'https://x.test/x',
  )
  expect(linkOf('https://x.test/x', `<base href="/shop/">${canonical('y')}`)).toBe('https://x.test/shop/y')
})
