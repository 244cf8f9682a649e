/** All pages with a model that writes sensibly, over the real protocol: what it is asked holds what it needs, and what it writes is taken. */
import { expect, test } from 'vitest'
import { compose } from '../../../src/core/sources/generations/compose/compose.js'
import { languageOf, sentencesOf } from '../../../src/core/sources/generations/compose/sentences.js'
import { inventedIn } from '../../../src/core/sources/generations/stands.js'
import { FORM, questionOf } from '../../../src/core/sources/generations/written/question.js'
import { readAnswer } from '../../../src/core/sources/generations/written/read-answer.js'
import { makeWriter } from '../../../src/writer/writer.js'
import { contentOf, PAGES } from '../../web/page/support/pages.js'
import { aModelServer } from '../../writer/support/model-server.js'
import { writing } from '../../writer/support/sensible-model.js'

const server = await aModelServer(writing())
const writer = makeWriter({ baseUrl: server.baseUrl, apiKey: 'any', model: 'small-1', clock: () => new Date() })
const boards = [
  { id: '1', name: 'Kitchen ideas' },
  { id: '2', name: 'Gifts' },
]

const table = await Promise.all(
  PAGES.map(async (name) => {
    const page = contentOf(name)
    const local = compose(page, { drafts: 3, boards })
    const language = languageOf(page, sentencesOf(page)) ?? page.language
    const question = questionOf({ page, wanted: 3, language, keywords: [], boards })
    const { messages } = question
    const answer = await writer.write({ messages, form: FORM, maxTokens: 3_000, timeoutMs: 30_000 })
    const text = answer.kind === 'answered' ? answer.text : ''
    const { drafts, faults } = readAnswer(text, { page, question, language, wanted: 3 })
    const least = local.kind === 'composed' ? local.drafts.length : 0
    return { name, page, least, drafts, faults, letters: messages.reduce((sum, { content }) => sum + content.length, 0) }
  }),
)

test('nine in ten pages have as many drafts of it as Pinslot would make', () => {
  const fewer = table.filter(({ drafts, least }) => drafts.length < least)
  expect(fewer.length, fewer.map(({ name, faults }) => `${name}: ${faults.join(' ')}`).join('\n')).toBeLessThanOrEqual(
    table.length * 0.1,
  )
})

test('nothing in them is invented', () => {
  for (const { name, page, drafts } of table) for (const draft of drafts) expect(inventedIn(draft, page), name).toEqual([])
})

test('no question is longer than its limit', () => {
  expect(Math.max(...table.map(({ letters }) => letters))).toBeLessThan(20_000)
})
