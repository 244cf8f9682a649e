/** Which hosts are one website, and which links are one page. */
import { expect, test } from 'vitest'
import { isSameSite, withoutSuffix } from '../../../../src/core/lib/http/same-site.js'

test.each([
  ['example.com', 'www.example.com'],
  ['shop.example.com', 'example.com'],
  ['m.example.com', 'www.example.com'],
  ['EXAMPLE.com', 'example.com.'],
  ['good-shop.co.uk', 'www.good-shop.co.uk'],
  ['blog.good-shop.com.au', 'good-shop.com.au'],
  ['a.example.co.jp', 'b.example.co.jp'],
  ['ann.github.io', 'ann.github.io'],
  ['www.ann.blogspot.com', 'ann.blogspot.com'],
  ['ann.wordpress.com', 'www.ann.wordpress.com'],
  ['xn--bcher-kva.example', 'www.xn--bcher-kva.example'],
  ['192.0.2.7', '192.0.2.7'],
])('%s and %s are one website', (one, other) => {
  expect([isSameSite(one, other), isSameSite(other, one)]).toEqual([true, true])
})

test.each([
  ['good-shop.co.uk', 'other-shop.co.uk'],
  ['a.com.au', 'b.com.au'],
  ['a.com.br', 'b.com.br'],
  ['a.co.jp', 'b.co.jp'],
  ['a.org.uk', 'b.org.uk'],
  ['a.blogspot.com', 'b.blogspot.com'],
  ['a.blogspot.de', 'b.blogspot.de'],
  ['a.blogspot.com.br', 'b.blogspot.com.br'],
  ['a.myshopify.com', 'b.myshopify.com'],
  ['a.github.io', 'b.github.io'],
  ['a.gitlab.io', 'b.gitlab.io'],
  ['a.netlify.app', 'b.netlify.app'],
  ['a.vercel.app', 'b.vercel.app'],
  ['a.pages.dev', 'b.pages.dev'],
  ['a.web.app', 'b.web.app'],
  ['a.herokuapp.com', 'b.herokuapp.com'],
  ['a.wixsite.com', 'b.wixsite.com'],
  ['a.webflow.io', 'b.webflow.io'],
  ['a.s3.amazonaws.com', 'b.s3.amazonaws.com'],
  ['a.wordpress.com', 'b.wordpress.com'],
  ['a.tumblr.com', 'b.tumblr.com'],
  ['a.substack.com', 'b.substack.com'],
  ['a.squarespace.com', 'a.squarespace.net'],
  ['a.blogspot.com', 'blogspot.com'],
  ['co.uk', 'good-shop.co.uk'],
  ['example.com', 'example.org'],
  ['example.com', 'notexample.com'],
  ['192.0.2.7', '192.0.3.7'],
])('%s and %s are two', (one, other) => {
  expect([isSameSite(one, other), isSameSite(other, one)]).toEqual([false, false])
})

test('a host is called by what stands before its suffix', () => {
  const hosts = ['good-shop.co.uk', 'shop.example.com', 'a.blogspot.com', 'b.org.uk', 'localhost']
  expect(hosts.map(withoutSuffix)).toEqual(['good-shop', 'shop.example', 'a', 'b', 'localhost'])
})
