/** `/pin help`, and what a verb that is none is answered with. */
import { expect, test } from 'vitest'
import { checkLimits } from '../../../blocks/limits/limits.js'
import { parts, verbs } from '../../../src/slack/verbs.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost } from '../../support/factories.js'
import { aTeam, lastMessage, markupOf, valuesOf, textOn } from '../support/a-team.js'

const { db } = await aDatabase()
const team = aTeam(db)
const typed = async (words: string) => lastMessage(await team.current.milo.command(words))

const aSecondAccount = async () => {
  const { organizationId, clock } = team.current
  const [account] = await db.sql<[{ id: string }]>`
    insert into accounts (organization_id, platform_user_id, username, display_name, boards_read_at, created_at)
    values (${organizationId}, ${`91${organizationId}`}, 'second_maker', 'The Second', ${clock.now}, ${clock.now})
    returning id`
  await db.sql`insert into schedules (organization_id, account_id) values (${organizationId}, ${account.id})`
}

/** Of rows and of the lines below them. */
const buttonsOn = (blocks: readonly { accessory?: unknown; elements?: unknown }[]): string[] =>
  blocks.flatMap(({ accessory, elements }) =>
    [accessory, ...(Array.isArray(elements) ? (elements as unknown[]) : [])].flatMap((each) => {
      const { type, text } = (each ?? {}) as { type?: string; text?: { text: string } }
      return type === 'button' && text ? [text.text] : []
    }),
  )

const DAILY = [
  'New pins',
  'New pin',
  'Queue',
  'Pins',
  'Find',
  'Stats',
  'Everything else',
  'Report a problem',
  'Request a feature',
]

test('the help begins with dropping photos and a link, shows the verbs of every day, and leads to everything else', async () => {
  const { text, blocks } = await typed('/pin help')
  expect(checkLimits({ text, blocks }, 'message')).toEqual([])
  expect(buttonsOn(blocks)).toEqual(DAILY)
  expect(markupOf(blocks)).toMatch(/\*Drop photos in my messages\*: .*`\/pin new many`[\s\S]*\*\/pin LINK\*[\s\S]*\*\/pin new/)
})

test('every verb stands in one of the two helps, with a button that does it', async () => {
  const { milo } = team.current
  const first = await typed('/pin help')
  const rest = lastMessage(await milo.click('Everything else'))
  expect(checkLimits({ text: rest.text, blocks: rest.blocks }, 'message')).toEqual([])
  for (const { usage } of Object.values(verbs)) {
    const places = [first, rest].filter(({ blocks }) => markupOf(blocks).includes(`*${usage.replaceAll('<', '&lt;')}*`))
    expect(places).toHaveLength(1)
  }
  const groups = markupOf(rest.blocks).match(/^\*(Pins|Schedule|Boards and stats|Account|Help)\*$/gm)
  expect(groups).toEqual(['*Pins*', '*Schedule*', '*Boards and stats*', '*Account*', '*Help*'])
  expect(buttonsOn(rest.blocks)).toHaveLength(Object.keys(verbs).length - 6) // help is there already
})

test('the examples of the help name a board of the account', async () => {
  expect(markupOf((await typed('/pin help all')).blocks)).toContain('`/pin ideas "Garden" small shelves`')
})

test('the help says who may have which keys', async () => {
  expect(markupOf((await typed('/pin help all')).blocks)).toContain('create and revoke API keys (your own, or all for admins)')
})

test.each([
  ['Queue', 'Nothing is scheduled for maker'],
  ['Pins', 'Drafts · maker'],
])('the button "%s" of the help answers as the verb does, below it', async (label, answer) => {
  const { milo } = team.current
  await milo.command('/pin help')
  const { messages } = await milo.click(label)
  expect(messages.map(({ text }) => text).join('\n')).toMatch(/What \/pin can do/)
  expect(messages.at(-1)?.text).toContain(answer)
})

test.each([
  ['Find', 'Find pins'],
  ['New pin', 'New pin'],
  ['New pins', 'New pins'],
  ['Report a problem', 'Report a problem'],
  ['Request a feature', 'Request a feature'],
])('the button "%s" of the help opens the form that the verb opens', async (label, title) => {
  const { milo } = team.current
  await milo.command('/pin help')
  expect((await milo.click(label)).modal?.title).toBe(title)
})

test.each([
  ['Slots', 'Weekly slots'],
  ['Feeds', 'Feeds'],
])('the button "%s" of everything else opens the form that the verb opens', async (label, title) => {
  const { milo } = team.current
  await milo.command('/pin help all')
  expect((await milo.click(label)).modal?.title).toBe(title)
})

test.each([
  ['Public pins', 'Find ideas'],
  ['Score a board', 'Score a board'],
])('/pin ideas offers "%s", with an example each', async (label, title) => {
  const { milo } = team.current
  const { blocks } = lastMessage(await milo.command('/pin ideas'))
  expect(markupOf(blocks)).toContain('`/pin ideas fit "Garden" small shelves`')
  expect((await milo.click(label)).modal?.title).toBe(title)
})

test.each([
  ['pins failed', 'failed', 'Failed pins'],
  ['pins published', 'published', 'Published pins'],
  ['pins', 'drafts', 'Drafts'],
])('/pin %s is /pin %s', async (line, old, title) => {
  const { text } = await typed(`/pin ${line}`)
  expect(text).toContain(title)
  expect((await typed(`/pin ${old}`)).text).toBe(text)
})

test.each([
  ['new many', 'bulk', 'New pins'],
  ['help report', 'report', 'Report a problem'],
  ['help request', 'request', 'Request a feature'],
  ['ideas fit', 'fit', 'Score a board'],
])('/pin %s is /pin %s', async (line, old, title) => {
  const { milo } = team.current
  expect((await milo.command(`/pin ${line}`)).modal?.title).toBe(title)
  await milo.close()
  expect((await milo.command(`/pin ${old}`)).modal?.title).toBe(title)
})

test('a title may begin with the word of an old verb', async () => {
  const opened = await team.current.milo.command('/pin new From our garden')
  expect(valuesOf(opened)['Title']).toBe('From our garden')
})

test.each([
  ['pause', 'settings', 'Settings'],
  ['resume', 'settings', 'Settings'],
  ['timezone', 'settings', 'Settings'],
  ['schedule', 'queue', null],
  ['planned', 'queue', null],
  ['calendar', 'queue', null],
  ['agenda next week', 'queue next week', null],
  ['post', 'new', 'New pin'],
  ['compose https://example.com/a', 'new https://example.com/a', 'New pin'],
  ['import', 'new many', 'New pins'],
  ['csv', 'new many', 'New pins'],
  ['photos', 'new many', 'New pins'],
  ['rss', 'feeds', 'Feeds'],
  ['export', 'queue', null],
  ['download', 'queue', null],
  ['delete', 'queue', null],
  ['delete the lamp', 'find the lamp', null],
  ['token', 'keys', 'API keys'],
  ['create', 'new', 'New pin'],
  ['bug', 'help report', 'Report a problem'],
  ['feature', 'help request', 'Request a feature'],
  ['section', 'boards', 'Boards'],
  ['score', 'ideas fit', 'Score a board'],
  ['idea', 'ideas', null],
  ['times', 'slots', 'Weekly slots'],
])('/pin %s runs /pin %s at once, and says so', async (word, line, title) => {
  const answer = await team.current.milo.command(`/pin ${word}`)
  expect(answer.modal?.title ?? null).toBe(title)
  expect(markupOf(lastMessage(answer).blocks)).toContain(`This is /pin ${line}.`)
})

test.each(['export', 'download'])('/pin %s says where a file is to be had', async (word) => {
  const { blocks } = await typed(`/pin ${word}`)
  expect(markupOf(blocks)).toContain('“Export CSV” is below every list of pins. This is /pin queue.')
})

test('/pin edit with a number shows that pin at once', async () => {
  const { id } = await aQueuedPost(team.current, { title: 'Kitchen shelf' })
  for (const word of ['edit', 'move', 'view']) expect((await typed(`/pin ${word} ${id}`)).text).toContain('Kitchen shelf')
})

test.each([
  ['calender', 'queue'],
  ['fin', 'find'],
  ['set', 'settings'],
  ['pause for a week', 'settings for a week'],
  ['shedule my dinner', 'queue my dinner'],
])('/pin %s may mean /pin %s: it asks first', async (word, verb) => {
  const { text, blocks } = await typed(`/pin ${word}`)
  expect(text).toBe(`There is no /pin ${word.split(' ')[0]}. Did you mean /pin ${verb}?`)
  expect(blocks).toHaveLength(2) // the guess and its buttons, and nothing below them
})

test.each([['undo', 'Undo is a button on the answer to each change, for 10 minutes.']])(
  '/pin %s says where that is',
  async (word, place) => {
    expect((await typed(`/pin ${word}`)).text).toContain(place)
  },
)

test.each(['lamp pin', 'constructor', 'weeknight dinners', 'zzz'])(
  'words that are no verb, %s, are searched for, with the help below',
  async (words) => {
    const { milo } = team.current
    const { text, blocks } = await typed(`/pin ${words}`)
    expect(text).toContain(`match “${words}”`)
    expect(buttonsOn(blocks).at(-1)).toBe('Help')
    expect(lastMessage(await milo.click('Help')).text).toContain('What /pin can do')
  },
)

test('what a search without a verb finds can be gone on with, also in another account', async () => {
  await aQueuedPost(team.current, { title: 'Oak for the wall' })
  const { text, blocks } = await typed('/pin oak wall @maker')
  expect(text).toContain('1 result for “oak wall”')
  expect(buttonsOn(blocks)).toContain('Help')
})

test('an address without its https:// makes drafts of its page, on the board that was named', async () => {
  await team.current.milo.command('/pin shop.example.com/oak-shelf to Kitchen ideas')
  const [item] = await db.sql<[{ url: string; page: { boardId: string } }]>`
    select source as url, proposal -> 'page' as page from review_items where organization_id = ${team.current.organizationId}`
  expect(item).toMatchObject({ url: 'https://shop.example.com/oak-shelf', page: { boardId: '101' } })
})

test.each(['v1.2', 'lamp.', 'e.g.'])('%s is no address', async (words) => {
  expect((await typed(`/pin ${words}`)).text).not.toContain('drafts')
})

test.each(['today', 'Friday', 'next week', 'week', '2026-03-06', '@maker next week'])(
  '/pin %s is asked of the queue',
  async (days) => {
    expect((await typed(`/pin ${days}`)).text).toBe((await typed(`/pin queue ${days}`)).text)
  },
)

test('a number alone shows its pin', async () => {
  const { id } = await aQueuedPost(team.current, { title: 'Kitchen shelf' })
  expect((await typed(`/pin ${id}`)).text).toContain('Kitchen shelf')
})

test('an account named anywhere in a line is the one it is for, and no longer than that', async () => {
  const { milo } = team.current
  await aSecondAccount()
  for (const line of ['queue @second_maker', '@second_maker queue', 'queue @SECOND', '@second_maker next week'])
    expect((await typed(`/pin ${line}`)).text).toContain('for second_maker')
  expect((await typed('/pin queue')).text).toContain('for maker')
  expect(textOn((await milo.command('/pin new @second_maker')).modal?.blocks)).toContain('second_maker')
  await milo.close()
  await milo.command('/pin find @second_maker')
  await milo.fill({ Words: 'shelf' })
  expect(textOn(lastMessage(await milo.submit()).blocks)).toContain('second_maker')
})

test('a name that no account has is refused with those there are, and nothing is done', async () => {
  await aSecondAccount()
  expect((await typed('/pin queue @nobody')).text).toContain('Can’t find @nobody. Your accounts: @maker, @second_maker.')
})

test('the verb that was meant is one click away, with the words that stood behind it', async () => {
  const { milo } = team.current
  const { id } = await aQueuedPost(team.current, { title: 'Kitchen shelf' })
  await milo.command(`/pin shwo "${id}"`)
  expect(lastMessage(await milo.click(`/pin show "${id}"`)).text).toContain('Kitchen shelf')
  expect(valuesOf(await milo.command('/pin compose https://example.com/a'))['Destination link']).toBe('https://example.com/a')
})

test('what stood behind a wrong verb is never read as markup, nor too long for a button', async () => {
  const message = await typed(`/pin serch <!channel> ${'&'.repeat(3000)}`)
  expect(checkLimits({ text: message.text, blocks: message.blocks }, 'message')).toEqual([])
  expect(markupOf(message.blocks)).not.toContain('<!channel>')
  expect(textOn(message.blocks)).toContain('/pin find <!channel>')
})

/** What asks the platform has tests of its own. */
const HERE = [...Object.keys(verbs), ...Object.keys(parts)].filter((verb) => !['stats', 'top', 'trends', 'plan'].includes(verb))
test.each(HERE)('/pin %s without anything behind it answers or asks', async (verb) => {
  const { milo, logged } = team.current
  const { messages, modal } = await milo.command(`/pin ${verb}`)
  expect(modal !== null || messages.length > 0).toBe(true)
  expect(logged.filter(({ level }) => level === 'error')).toEqual([])
})
