/** `/pin help`, and what a verb that is none is answered with. */
import { expect, test } from 'vitest'
import { checkLimits } from '../../../blocks/limits/limits.js'
import { verbs } from '../../../src/slack/verbs.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost } from '../../support/factories.js'
import { aTeam, lastMessage, markupOf, valuesOf, textOn } from '../support/a-team.js'

const { db } = await aDatabase()
const team = aTeam(db)
const typed = async (words: string) => lastMessage(await team.current.milo.command(words))

test('every verb stands in the help with its example, in groups, and with a button that does it', async () => {
  const { text, blocks } = await typed('/pin help')
  expect(checkLimits({ text, blocks }, 'message')).toEqual([])
  for (const { usage, example } of Object.values(verbs)) {
    expect(markupOf(blocks)).toContain(`*${usage.replaceAll('<', '&lt;')}*`)
    expect(markupOf(blocks)).toContain(`\`${example}\``)
  }
  const groups = markupOf(blocks).match(/^\*(Pins|Schedule|Boards and stats|Account|Help)\*$/gm)
  expect(groups).toEqual(['*Pins*', '*Schedule*', '*Boards and stats*', '*Account*', '*Help*'])
  const buttons = blocks.flatMap(({ accessory }) => (accessory?.type === 'button' ? [accessory] : []))
  expect(buttons).toHaveLength(Object.keys(verbs).length - 1) // help is there already
})

test.each([
  ['Queue', 'Nothing is scheduled for maker.'],
  ['Open slots', 'No open slots for maker.'],
])('the button "%s" of the help answers as the verb does, below it', async (label, answer) => {
  const { milo } = team.current
  await milo.command('/pin help')
  const { messages } = await milo.click(label)
  expect(messages.map(({ text }) => text).join('\n')).toMatch(/What \/pin can do/)
  expect(messages.at(-1)?.text).toContain(answer)
})

test.each([
  ['Show', 'Show a pin'],
  ['Find', 'Find pins'],
  ['Slots', 'Weekly slots'],
  ['Report', 'Report a problem'],
  ['Request', 'Request a feature'],
  ['Score a board', 'Score a board'],
  ['Ideas', 'Find ideas'],
  ['New pin', 'New pin'],
])('the button "%s" of the help opens the form that the verb opens', async (label, title) => {
  const { milo } = team.current
  await milo.command('/pin help')
  expect((await milo.click(label)).modal?.title).toBe(title)
})

test.each([
  ['pause', 'settings'],
  ['resume', 'settings'],
  ['timezone', 'settings'],
  ['channel', 'settings'],
  ['spacing', 'settings'],
  ['schedule', 'queue'],
  ['calendar', 'queue'],
  ['calender', 'queue'],
  ['delete', 'queue'],
  ['analytics', 'stats'],
  ['numbers', 'stats'],
  ['account', 'connect'],
  ['reconnect', 'connect'],
  ['key', 'keys'],
  ['token', 'keys'],
  ['search', 'find'],
  ['create', 'new'],
  ['bug', 'report'],
  ['feature', 'request'],
  ['section', 'boards'],
  ['score', 'fit'],
  ['relevance', 'fit'],
  ['match', 'fit'],
  ['inspiration', 'ideas'],
  ['recommend', 'ideas'],
  ['recommendations', 'ideas'],
  ['idea', 'ideas'],
  ['suggest', 'request'],
  ['fin', 'find'],
  ['best', 'top'],
  ['times', 'slots'],
  ['set', 'settings'],
  ['constructor', 'connect'],
])('/pin %s leads to /pin %s', async (word, verb) => {
  expect((await typed(`/pin ${word}`)).text).toContain(`There is no /pin ${word}. Did you mean /pin ${verb}?`)
})

test('the verb that was meant is one click away, with the words that stood behind it', async () => {
  const { milo } = team.current
  const { id } = await aQueuedPost(team.current, { title: 'Kitchen shelf' })
  await milo.command(`/pin shwo "${id}"`)
  expect(lastMessage(await milo.click(`/pin show "${id}"`)).text).toContain('Kitchen shelf')
  await milo.command('/pin compose https://example.com/a')
  expect(valuesOf(await milo.click('/pin new https://example.com/a'))['Destination link']).toBe('https://example.com/a')
})

test('what stood behind a wrong verb is never read as markup, nor too long for a button', async () => {
  const message = await typed(`/pin serch <!channel> ${'&'.repeat(3000)}`)
  expect(checkLimits({ text: message.text, blocks: message.blocks }, 'message')).toEqual([])
  expect(markupOf(message.blocks)).not.toContain('<!channel>')
  expect(textOn(message.blocks)).toContain('/pin find <!channel>')
})

/** What asks the platform has tests of its own. */
const HERE = Object.keys(verbs).filter((verb) => verb !== 'stats' && verb !== 'top')
test.each(HERE)('/pin %s without anything behind it answers or asks', async (verb) => {
  const { milo, logged } = team.current
  const { messages, modal } = await milo.command(`/pin ${verb}`)
  expect(modal !== null || messages.length > 0).toBe(true)
  expect(logged.filter(({ level }) => level === 'error')).toEqual([])
})
