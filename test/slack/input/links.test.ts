/** An address in running text ends where a reader would say that it does, wherever the text comes from. */
import { expect, test } from 'vitest'
import { bareLinkIn, findLinks, imageIn, leadingLink, videoIn, withoutLinks } from '../../../src/slack/input/links.js'

const OAK = 'https://shop.example.com/oak-shelf'

test.each([
  ...['“@”', '"@"', '(@)', '@,', '@.', '@!', '*@*', '`@`', '‘@’', "'@'", '„@“', '«@»', '‹@›', '<@>', '[@]', '{@}', '_@_', '~@~'],
  ...['@;', '@:', '@?', '@…', '@...', '@?!', '@),', '(@).', '“@”.', '"@",', '*_@_*', '_*@*_', '(*@*)', '> @', '• @', '@>', '@|'],
  ...[
    '看@。好',
    '（@）',
    '「@」と',
    '@、',
    '@！',
    '【@】',
    '《@》',
    '@，你好',
    '@؟',
    '@۔',
    '@।',
    '[oak](@)',
    '@🎉',
    '@ 🎉',
    '@❤️',
    '@👋🏼',
  ],
  ...['@\u200b', '@\u00a0and', '@\ufeff', 'see @\nand', '\t@\t', '@\\', '@^', "@'", '@*', '@&', '<@|oak>', '(see @, or not)'],
])('in %j the address is whole', (form) => {
  expect(findLinks(form.replace('@', OAK)).map(({ url }) => url)).toEqual([OAK])
})

test.each([
  ['https://en.wikipedia.org/wiki/Oak_(tree)'],
  ['https://en.wikipedia.org/wiki/Oak_(tree)_(genus)'],
  ['https://shop.example.com/a,b;c'],
  ['https://shop.example.com/?q=a&b=(c)#d'],
  ['https://shop.example.com/it’s'.replace('’', "'")],
  ['https://ja.wikipedia.org/wiki/日本・東京'],
  ['https://münchen.example/straße'],
  ['https://shop.example.com/~ada/oak_'],
  ['https://web.archive.org/web/2020/https://shop.example.com/'],
  ['https://shop.example.com:8080/a-b.html'],
])('%s is whole by itself, in brackets and at the end of a sentence', (url) => {
  for (const text of [url, `(${url})`, `See ${url}.`, `“${url}”`]) expect(findLinks(text).map((one) => one.url)).toEqual([url])
})

test('two that a comma keeps apart are two, and what is none is left out', () => {
  expect(findLinks(`${OAK},https://shop.example.com/b;${OAK}`).map(({ url }) => url)).toEqual([
    OAK,
    'https://shop.example.com/b',
    OAK,
  ])
  expect(findLinks('http:// https://[ ftp://a.b mailto:a@b.c')).toEqual([])
})

test.each([
  [`Oak shelf ${OAK}`, 'Oak shelf'],
  [`Oak shelf (${OAK}) for kitchens`, 'Oak shelf for kitchens'],
  [`Look at ${OAK}, it is oak`, 'Look at, it is oak'],
  [`“${OAK}” Oak`, 'Oak'],
  [`[Oak](${OAK}) shelf`, 'Oak shelf'],
  [`${OAK}, and more`, 'and more'],
  [`One\n${OAK}\n\n\nTwo`, 'One\n\nTwo'],
  ['No (link) at “all”', 'No (link) at “all”'],
])('without its addresses %j says %j', (text, words) => {
  expect(withoutLinks(text)).toBe(words)
})

test.each([
  [`“${OAK}” to Kitchen`, 'to Kitchen'],
  [`(${OAK}), to Kitchen`, 'to Kitchen'],
  [`"${OAK}" "how to hang" to Kitchen`, '"how to hang" to Kitchen'],
  [`* ${OAK} @maker`, '@maker'],
])('%j begins with the address', (line, rest) => {
  expect(leadingLink(line)).toEqual({ url: OAK, rest })
})

test.each([
  ['shop.example.com/oak-shelf', 'https://shop.example.com/oak-shelf'],
  ['“shop.example.com/oak-shelf”,', 'https://shop.example.com/oak-shelf'],
  ['www.shop.de!', 'https://www.shop.de'],
  ['shop.co.uk', 'https://shop.co.uk'],
  ['oak', undefined],
  ['oak.shelf', undefined],
  ['v1.2', undefined],
  ['lamp.', undefined],
  ['e.g.', undefined],
  ['notes.txt', undefined],
])('%j without its https:// is %j', (word, url) => {
  expect(bareLinkIn(word)).toBe(url)
})

test.each([
  ['a.JFIF', 'image'],
  ['a.jpe?w=2', 'image'],
  ['a.heif', 'image'],
  ['a.jpeg', 'image'],
  ['a.m4v', 'video'],
  ['a.qt#t=1', 'video'],
  ['a.html', 'page'],
  ['jpg', 'page'],
])('an address that ends in %s names a %s', (name, kind) => {
  const link = `https://shop.example.com/${name}`
  expect([imageIn(link), videoIn(link)]).toEqual([kind === 'image', kind === 'video'])
})
