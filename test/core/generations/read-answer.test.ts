/** What a model sends is a stranger's text, however long: it is read, and what is wrong with it is said. */
import { expect, test } from 'vitest'
import { readAnswer } from '../../../src/core/sources/generations/written/read-answer.js'
import { questionOf } from '../../../src/core/sources/generations/written/question.js'
import { compose } from '../../../src/core/sources/generations/compose/compose.js'
import { contentOf, PAGES } from '../../web/page/support/pages.js'

const LONG = 200_000
const page = contentOf(PAGES[0]!)
const language = page.language
const local = compose(page, { drafts: 1, boards: [] })
if (local.kind !== 'composed') throw new Error('the page has no drafts')
const { title, description, altText } = local.drafts[0]!
const draft = { title, description, altText, picture: 0, board: null }
const read = (text: string) => {
  const question = questionOf({ page, wanted: 1, language, keywords: [], boards: [] })
  return readAnswer(text, { page, question, language, wanted: 1 })
}
const NO_JSON = { drafts: [], faults: ['The answer was no JSON of the form that was asked for.'] }

test.each([
  ['by itself', (json: string) => json],
  ['between the lines of code', (json: string) => `\n\`\`\`json\n${json}\n\`\`\`\n`],
  ['between lines without a language, and with spaces that JSON has not', (json: string) => `\`\`\`\u00a0${json}\u00a0\`\`\``],
  ['with 200,000 spaces inside', (json: string) => `\`\`\`json\n${json.replace('[', `${' '.repeat(LONG)}[`)}\n\`\`\``],
  ['behind 200,000 line breaks', (json: string) => `\`\`\`json${'\n'.repeat(LONG)}${json}\`\`\``],
])('an answer is read %s', (_, wrapped) => {
  expect(read(wrapped(JSON.stringify({ drafts: [draft] })))).toMatchObject({
    drafts: [{ title, description, altText }],
    faults: [],
  })
})

test.each([
  ['spaces with a letter at their end', `x${' '.repeat(LONG)}x`],
  ['fences', '```'.repeat(LONG / 3)],
  ['fences apart', '``` '.repeat(LONG / 4)],
])('an answer of %s is no answer', (_, text) => {
  expect(read(text)).toEqual(NO_JSON)
})

test.each([
  ['title', '. '],
  ['title', '<a'],
  ['description', '@@'],
  ['description', 'a@'],
  ['altText', '-a'],
] as const)('a %s of 200,000 characters like “%s” is too long', (field, two) => {
  const { drafts, faults } = read(JSON.stringify({ drafts: [{ ...draft, [field]: `x${two.repeat(LONG / 2)}x` }] }))
  expect(drafts).toEqual([])
  expect(faults[0]).toMatch(new RegExp(`^Draft 1 has a ${field} of 200002 characters: \\d+ to \\d+ are needed\\.$`))
})
