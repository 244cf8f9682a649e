/** A page of which drafts can be made, with pictures that the tests draw. */

export const COLORS = ['a33', '3a3', '33a', 'aa3']
const ALTS = [
  'White plates on an oak shelf above the sink',
  'A narrow shelf with glass jars beside the stove',
  'Two shelves of pine with a row of cups',
  'A rail with wooden spoons below a shelf',
]
const picture = (url: string, at: number, said: string) =>
  `<figure><img src="${url}" ${said} alt="${ALTS[at % ALTS.length]}"></figure>`

const DRAWN = COLORS.slice(0, 3).map((color) => `https://pictures.test/600x900-${color}`)
/** `said`: what the page says of the size of each picture. */
type Options = { head?: string; pictures?: readonly string[]; said?: string }

/** Of an article with so many pictures. */
export function aPage({ head = '', pictures = DRAWN, said = 'width="600" height="900"' }: Options = {}): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Open shelves for a small kitchen</title>
<meta property="og:type" content="article"><meta property="og:title" content="Open shelves for a small kitchen">${head}</head>
<body><main><article><h1>Open shelves for a small kitchen</h1>
<p>Open shelves keep plates within reach of the stove and make a narrow kitchen look wider. A board of solid oak carries a whole set of plates without bending.</p>
${pictures.map((url, at) => picture(url, at, said)).join('\n')}
<p>Hang the lowest shelf a hand above the tiles, so that tall bottles still fit below it. A rail under the board has room for cups and wooden spoons.</p>
<p>Oil the wood twice a year, and wipe up water at once. Jars with wide lids keep flour and rice dry beside the stove.</p>
</article></main></body></html>`
}
