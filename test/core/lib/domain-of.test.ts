import { expect, test } from 'vitest'
import { domainOf } from '../../../src/core/lib/http/url.js'

test.each([
  ['https://www.shop.example.org/about', 'shop.example.org'],
  ['shop.example.org', 'shop.example.org'],
  ['  WWW.Shop.example.org/a?b ', 'shop.example.org'],
  ['shop.example.org:8080/shelf', 'shop.example.org'],
  ['//shop.example.org', 'shop.example.org'],
  ['http://shop.example.org.', 'shop.example.org'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['', null],
  [null, null],
  ['my shop', null],
  ['shop', null],
  ['me@shop.example.org', null],
  ['mailto:me@shop.example.org', null],
  ['ftp://shop.example.org', null],
  ['http://localhost', null],
])('the domain of the website %j is %j', (website, domain) => {
  expect(domainOf(website)).toBe(domain)
})
