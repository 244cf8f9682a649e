/** The words and the link of a pin: stored as people see them, and refused where nobody could follow them. */
import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aServer, copy, mediaUrl } from '../support/support.js'

const { db } = await aDatabase()
const { call, accountId } = await aServer(db)
const posts = `/v1/accounts/${accountId}/posts`
const create = (fields: object) => call('POST', posts, { mediaUrl, ...fields })

/** Of what is seen of none of them: a NUL aside, which is refused as no text at all. */
const UNSEEN: Record<string, string> = {
  'a bell': '\u0007',
  'an escape': '\u001b',
  'a delete': '\u007f',
  'a next line of C1': '\u0085',
  'a zero-width space': '\u200b',
  'a zero-width joiner': '\u200d',
  'a word joiner': '\u2060',
  'a mark of byte order': '\ufeff',
  'a soft hyphen': '\u00ad',
  'a Hangul filler': '\u3164',
  'a lone variation selector': '\ufe0f',
  'a blank of Braille': '\u2800\u2800',
  'a character of private use': '\ue000',
  'one of plane 16': '\u{10fffd}',
  'the place of an object': '\ufffc',
  'no character at all': '\uffff',
}

test.each(Object.entries(UNSEEN))('%s alone is no title, no description and no alt text', async (_name, unseen) => {
  for (const [field, value] of [
    ['title', unseen],
    ['description', ` ${unseen}\n${unseen} `],
  ] as const) {
    const { status, body } = await create({ [field]: value })
    expect([status, body.error?.field], field).toEqual([400, field])
  }
  const { status, body } = await create({ altText: unseen })
  expect([status, body.data.post.altText]).toEqual([201, null])
})

test.each(['\u200b', '\ufeff', '\u2060', '\u00ad', '\u202c', '\u2069', '\u00a0', '\u3164'])(
  '%j at the ends of a link is not stored',
  async (unseen) => {
    const { status, body } = await create({
      url: `${unseen}https://shop.example.com/x${unseen} `,
      mediaUrl: `${unseen}${mediaUrl}${unseen}`,
    })
    expect([status, body.error?.message, body.data?.post.url]).toEqual([201, undefined, 'https://shop.example.com/x'])
  },
)

test('control and zero-width characters inside a text are not stored, and not counted', async () => {
  const dirty = (text: string) => `\u200b\u0007${text.replaceAll(' ', ' \u2060\u001b')}\ufeff\u0085`
  const { body } = await create({
    title: dirty('An oak shelf'),
    description: dirty('Made by hand'),
    altText: dirty('A shelf of oak'),
  })
  expect(body.data.post).toMatchObject({ title: 'An oak shelf', description: 'Made by hand', altText: 'A shelf of oak' })
  expect((await create({ title: `${'x'.repeat(100)}\u200b\u0007` })).status).toBe(201)
  const edited = await call('PATCH', `${posts}/${body.data.post.id}`, { title: 'Oak\u200b shelf\u0007' })
  expect(edited.body.data.post.title).toBe('Oak shelf')
})

test.each([
  'Two\nlines\twith a tab',
  'A family 👨‍👩‍👧‍👦, a heart ❤️, a flag 🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'می‌خواهم', // Persian needs its zero-width non-joiner
  'क्‍ष', // and Hindi its joiner
  'שלום\u200f!',
])('what belongs to the text stays: %s', async (description) => {
  const { body } = await create({ description })
  expect(body.data.post.description).toBe(description)
})

test.each([
  'https://e..com/',
  'https://.com/',
  'https://user:pw@shop.test/',
  'https://user@shop.test/',
  'http://localhost/',
  'http://localhost:3412/shelf',
  'https://shop.localhost/',
  'https://printer.local/',
  'https://intranet/',
  'http://127.0.0.1/',
  'http://2130706433/', // the same in one number
  'http://[::1]/',
  'http://192.168.1.10/shelf',
  `https://${'a'.repeat(64)}.test/`,
])('%s leads nobody anywhere and is no destination', async (url) => {
  for (const answer of [
    await create({ ...copy, url }),
    await call('PUT', `/v1/accounts/${accountId}/spacing-rules`, { type: 'CUSTOM', url, days: 3 }),
  ])
    expect([answer.status, answer.body.error?.field]).toEqual([400, 'url'])
})

test.each([
  'https://shop.example',
  'http://shop.test:8080/a?b=c#d',
  'https://bücher.example/lampe',
  'https://shop.test./shelf',
  'https://a_b.shop.test/',
  'https://8.8.8.8/',
])('%s is a destination, and stays as it was written', async (url) => {
  expect((await create({ ...copy, url })).body.data.post.url).toBe(url)
})

test('a rule for an address that is no destination any more can still be removed', async () => {
  const rules = `/v1/accounts/${accountId}/spacing-rules`
  await call('PUT', rules, { type: 'CUSTOM', url: 'https://old.test/', days: 3 })
  await db.sql`update spacing_rules set url = 'http://localhost/', url_key = 'localhost' where url = 'https://old.test/'`
  expect((await call('DELETE', `${rules}?type=CUSTOM&url=${encodeURIComponent('http://localhost/')}`)).status).toBe(200)
})

test.each([' ', '\t', '\u00a0', ' \n '])('the section %j is none of the board', async (boardSectionId) => {
  const { status, body } = await create({ ...copy, boardId: '101', boardSectionId })
  expect([status, body.error?.field]).toEqual([400, 'boardSectionId'])
})

test.each([' jpg', 'jpg ', 'jpg\n', '\tjpg', '. jpg'])('the extension %j is none', async (extension) => {
  const { status, body } = await call('POST', '/v1/media/uploads', { extension })
  expect([status, body.error?.field]).toEqual([400, 'extension'])
})
