/** The slides of a carousel as the text of a form. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitsField, readSlides, writeSlides } from '../../../src/slack/input/slides.js'

test.each([
  ['', []],
  ['Oak', [{ title: 'Oak' }]],
  [
    'Oak\nFor small rooms.\nshop.example.com/oak\n---\n\nNo title',
    [{ title: 'Oak', description: 'For small rooms.', link: 'https://shop.example.com/oak' }, { description: 'No title' }],
  ],
  ['---\n —\nhttps://a.example/', [{}, {}, { title: 'https://a.example/' }]],
])('%j has the slides %j', (text, slides) => expect(readSlides(text)).toEqual(slides))

test('what is written is read again', () => {
  const words = fc.constantFrom('Oak', 'https://a.example/b', 'a\nb', 'a\n\nhttps://a.example/b', 'See\nexample.com')
  const slide = fc.record(
    { title: fc.constantFrom('Oak', 'https://a.example/'), description: words, link: fc.constant('https://c.example/') },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.array(slide, { minLength: 2, maxLength: 5 }), (slides) => {
      if (slides.every((one) => Object.keys(one).length === 0)) return
      expect(readSlides(writeSlides(slides))).toEqual(slides)
    }),
  )
})

test.each([
  ['a line of dashes in a description', { description: 'Oak\n---\nAsh' }],
  ['a dash alone on a line', { description: 'Oak\n—\nAsh' }],
  ['a title of dashes', { title: '---' }],
])('a field that would not give back %s does not show the slides', (_, slide) => {
  expect(fitsField([slide, { title: 'Oak' }])).toBe(false)
  expect(fitsField([{ description: 'Oak\n-- and ash' }, { title: 'Oak' }, {}])).toBe(true)
})
