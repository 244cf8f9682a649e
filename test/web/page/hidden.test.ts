/** What is hidden from everybody is not read; what is hidden on small screens alone is. */
import { describe, expect, test } from 'vitest'
import { readContent } from '../../../src/web/page/read-content.js'

const OAK = '<p>This table is cut from one piece of oak and oiled by hand in our workshop.</p>'
const isRead = (attributes: string, tag = 'div') =>
  readContent(
    `<html lang="en"><head><title>Oak table</title></head><body><h1>Oak table</h1><${tag} ${attributes}>${OAK}</${tag}></body></html>`,
    'https://shop.example/x',
  ).sentences.length > 0

describe('shown on screens of some size', () => {
  test.each([
    ...[
      'hidden md:block',
      'hidden lg:flex',
      'hidden sm:inline-block',
      'hidden 2xl:grid',
      'hidden min-[900px]:block',
      'hidden max-md:block',
    ],
    ...[
      'md:block hidden',
      'tw-hidden md:tw-block',
      'tw:hidden tw:md:block',
      'hidden md:!flex',
      'hidden @md:block',
      'hidden lt-md:block',
    ],
    ...['sm:hidden', 'md:hidden', 'max-sm:hidden', 'lg:sr-only', 'sr-only md:not-sr-only', 'hidden tablet:block'],
    ...[
      'd-none d-md-block',
      'd-none d-sm-none d-lg-flex',
      'd-md-none',
      'd-none d-xl-inline-block',
      'hidden-xs',
      'hidden-sm hidden-md',
    ],
    ...[
      'visible-lg-block',
      'hide-for-small-only',
      'hide show-for-medium',
      'show-for-large',
      'is-hidden-mobile',
      'is-hidden-touch',
    ],
    ...['is-hidden is-block-desktop', 'uk-visible@m', 'uk-hidden@s', 'uk-hidden uk-visible@l', 'elementor-hidden-mobile'],
    ...[
      'elementor-hidden-desktop elementor-hidden-tablet',
      'overflow-hidden',
      'hidden-gem',
      'dn db-ns',
      'unhidden',
      'hidden invisible md:visible',
    ],
  ])('%s', (classes) => expect(isRead(`class="${classes}"`)).toBe(true))
})

describe('shown to nobody', () => {
  test.each([
    ...[
      'hidden',
      'hidden flex',
      '!hidden',
      'hidden hover:block',
      'hidden group-hover:block',
      'hidden focus:block',
      'hidden print:block',
    ],
    ...['hidden dark:block', 'hidden data-[state=open]:block', 'sr-only', 'sr-only focus:not-sr-only', 'tw-hidden', 'tw-sr-only'],
    ...[
      'd-none',
      'd-none d-print-block',
      'd-none d-md-none',
      'visually-hidden',
      'visually-hidden-focusable',
      'screen-reader-text',
    ],
    ...[
      'is-hidden',
      'is-sr-only',
      'uk-hidden',
      'show-for-sr',
      'skip-link',
      'element-invisible',
      'u-visually-hidden',
      'a-offscreen',
    ],
    'elementor-hidden-desktop elementor-hidden-tablet elementor-hidden-mobile',
  ])('%s', (classes) => expect(isRead(`class="${classes}"`)).toBe(false))
})

describe('by attributes and styles, as a browser takes them', () => {
  test.each([
    ['hidden', false],
    ['hidden=""', false],
    ['hidden="hidden"', false],
    ['hidden="until-found"', true],
    ['aria-hidden="true"', false],
    ['aria-hidden="false"', true],
    ['style="display:none"', false],
    ['style="display: none !important; display: block"', false],
    ['style="display:none;display:block"', true],
    ['style="--x-display: none"', true],
    ['style="height:0;padding-bottom:56.25%"', true],
    ['style="height:0;overflow:hidden"', false],
    ['style="font-size:0"', false],
    ['style="font-size:0.9rem"', true],
    ['style="position:absolute;left:-9999px"', false],
    ['style="color:#fff;background:#fff"', false],
  ])('%s', (attributes, wanted) => expect(isRead(attributes)).toBe(wanted))

  test('the matter itself is seen while something lies over it', () => {
    expect(isRead('aria-hidden="true"', 'main')).toBe(true)
    expect(isRead('aria-hidden="true"', 'article')).toBe(true)
  })
})
