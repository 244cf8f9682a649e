/** Pages that are as large as may be read, or made so that a parser takes long. */

const MIB = 1024 * 1024
/** As much of a page is read. */
const MOST = 5_000_000

const HEAD =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Open shelves for a small kitchen</title><meta property="og:type" content="article"><meta property="og:image" content="https://x.example.com/a.jpg"></head><body><main><article><h1>Open shelves for a small kitchen</h1>'
const WORDS =
  '<p>Open shelves keep plates within reach of the stove, and make a narrow kitchen look wider. A board of oak carries them all.</p>'
const END = '</article></main></body></html>'
const filled = (part: string): string =>
  HEAD + WORDS + part.repeat(Math.floor((MOST - HEAD.length - WORDS.length - END.length) / part.length)) + END

export const HEAVY: Readonly<Record<string, () => string>> = {
  'an article of 5 MB': () => filled(WORDS),
  'a list of 5 MB with a picture in each entry': () =>
    filled(
      '<h2>Another shelf</h2><figure><img src="/p.jpg" width="600" height="900" alt="A shelf of oak above a sink"></figure><p>It carries plates.</p>',
    ),
  '5 MB of elements in each other': () => filled('<div>'),
  '5 MB of bold and italics that never end': () => filled('<b><i><a href="#">'),
  '5 MB of tables in each other': () => filled('<table><tr><td>'),
  '5 MB of one attribute': () => `${HEAD}${WORDS}<div title="${'x'.repeat(MOST - MIB / 4)}">${END}`,
  '5 MB of linked data': () =>
    filled(
      '<script type="application/ld+json">{"@type":"Product","name":"A shelf","offers":{"price":"1.00","priceCurrency":"EUR"}}</script>',
    ),
  '5 MB of one sentence without a space': () => `${HEAD}<p>${'shelf'.repeat(MOST / 5 - 1000)}</p>${END}`,
  '5 MB of brackets': () => filled('<'),
}
