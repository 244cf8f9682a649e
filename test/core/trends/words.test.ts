/** Words that people search for, of what is kept: for forms and jobs, which ask Pinterest for nothing. */
import { beforeEach, describe, expect, test } from 'vitest'
import { changeAccount } from '../../../src/core/accounts/settings.js'
import { DAY_MS } from '../../../src/core/lib/duration.js'
import { suggestWords, withWord, wordsFor } from '../../../src/core/insight/trends/words.js'
import { aDatabase } from '../../support/database.js'
import { type Asker, aTrend, aTrendPlace } from './support/trend-fixtures.js'

const { db } = await aDatabase()
const { asker, clock } = aTrendPlace(db)
beforeEach(async () => {
  clock.now = new Date('2026-11-23T10:00:00Z')
  await db.sql`delete from trend_answers`
})

const KEYWORDS = [
  'christmas nails',
  'kitchen shelf ideas',
  'garden benches',
  'summer kitchens',
  'raised garden beds',
  'Kitchen ideas',
]
const answers = () => KEYWORDS.map((keyword) => aTrend(keyword))
const placeOf = ({ organizationId, accountId }: Asker) => ({ organizationId, accountId })
const EMPTY = { title: '', description: '' }

describe('words that are kept', () => {
  test('are none where nothing is, and nothing is asked', async () => {
    const one = await asker({ answers })
    expect(await wordsFor(one.deps, placeOf(one))).toEqual([])
    expect(one.calls).toEqual([])
  })

  test('are those of the account’s region and interests, whoever asked for them, as Pinterest ranks them and each once', async () => {
    const [one, other] = [await asker({ answers }), await asker({ answers: () => [aTrend('kitchen ideas'), aTrend('oak')] })]
    await other.read({ type: 'seasonal' })
    await one.read({ region: 'FR' })
    await one.read({ interest: 'travel' })
    expect(await wordsFor(one.deps, placeOf(one))).toEqual(['kitchen ideas', 'oak'])
    await one.read()
    expect(await wordsFor(one.deps, placeOf(one))).toEqual([
      ...[
        'Kitchen ideas',
        'christmas nails',
        'kitchen shelf ideas',
        'oak',
        'garden benches',
        'summer kitchens',
        'raised garden beds',
      ],
    ])
    await changeAccount(one.deps, one.actor, { accountId: one.accountId, trendRegion: 'FR' })
    expect(await wordsFor(one.deps, placeOf(one))).toEqual(KEYWORDS)
    expect(one.calls).toHaveLength(3)
  })

  test('are of the newest answer that says something, and of none that is five weeks old', async () => {
    let keywords = ['old']
    const one = await asker({ answers: () => keywords.map((keyword) => aTrend(keyword)) })
    await one.read()
    clock.advance(DAY_MS)
    keywords = ['new']
    await one.read()
    clock.advance(DAY_MS)
    keywords = []
    await one.read()
    expect(await wordsFor(one.deps, placeOf(one))).toEqual(['new'])
    clock.advance(36 * DAY_MS)
    expect(await wordsFor(one.deps, placeOf(one))).toEqual([])
  })

  test('for a board are those that fit it, the best first', async () => {
    const one = await asker({ answers })
    await one.read()
    const words = await wordsFor(one.deps, { ...placeOf(one), boardId: '101' }) // Kitchen ideas
    expect(words[0]).toBe('Kitchen ideas')
    expect(words).toContain('kitchen shelf ideas')
    expect(words).not.toContain('garden benches')
    expect(await wordsFor(one.deps, { ...placeOf(one), boardId: '999' })).toEqual([]) // there is none
  })

  test('for a pin are those that fit what it says', async () => {
    const one = await asker({ answers })
    await one.read()
    const about = [EMPTY, { title: 'A raised bed for the garden', description: '' }]
    expect(await wordsFor(one.deps, { ...placeOf(one), about })).toEqual(['raised garden beds'])
    expect(await wordsFor(one.deps, { ...placeOf(one), about: [EMPTY] })).toEqual(KEYWORDS)
  })

  test('of an account that is not there, or is somebody else’s, are none', async () => {
    const [one, other] = [await asker({ answers }), await asker()]
    await one.read()
    expect(await wordsFor(one.deps, { organizationId: one.organizationId, accountId: other.accountId })).toEqual([])
  })
})

describe('suggested words', () => {
  test('fit the board or the pin, at most five, and are none that it says already', async () => {
    const many = Array.from({ length: 9 }, (_, at) => aTrend(`kitchen ideas ${'abcdefghi'[at]}`))
    const one = await asker({ answers: () => [...answers(), ...many] })
    await one.read()
    const suggested = (pin: Partial<Parameters<typeof suggestWords>[1]['pin']>, boardId: string | null = '101') =>
      suggestWords(one.deps, { ...placeOf(one), boardId, pin: { ...EMPTY, ...pin } })
    expect(await suggested({})).toHaveLength(5)
    expect((await suggested({}))[0]).toBe('Kitchen ideas')
    expect(await suggested({ description: 'My KITCHEN  ideas!' })).not.toContain('Kitchen ideas')
    expect(await suggested({ title: 'Kitchen ideas' })).not.toContain('Kitchen ideas')
    expect(await suggested({ altText: 'A raised bed in a garden' }, null)).toContain('raised garden beds')
    expect(await suggested({}, null)).toEqual([])
  })

  test('of a draft that nobody has read fit what it says: its board alone is not enough', async () => {
    const one = await asker({ answers: () => [...answers(), aTrend('fall outfits')] })
    await one.read()
    const suggested = (pin: { title: string; description: string }) =>
      suggestWords(one.deps, { ...placeOf(one), boardId: '101', pin, mustFit: true })
    expect(await suggested({ title: 'Plum cake on a tray', description: 'A soft yeast cake with late plums.' })).toEqual([])
    expect(await suggested({ title: 'Autumn plates', description: 'A table for autumn.' })).toEqual([])
    expect(await suggested({ title: 'Oak wall shelf', description: 'A shelf with a rail for cups.' })).toEqual([
      'kitchen shelf ideas',
    ])
  })
})

describe('a word that is added', () => {
  test.each([
    ['', 'christmas cookies', 'Christmas cookies'],
    ['  \n', 'christmas cookies', 'Christmas cookies'],
    ['Oak shelves', 'kitchen ideas', 'Oak shelves, kitchen ideas'],
    ['Oak shelves, ', 'kitchen ideas', 'Oak shelves, kitchen ideas'],
    ['Oak shelves.', 'kitchen ideas', 'Oak shelves. Kitchen ideas'],
    ['Oak shelves!\n', 'kitchen ideas', 'Oak shelves! Kitchen ideas'],
    ['Kitchen  Ideas of oak ', 'kitchen ideas', 'Kitchen  Ideas of oak '],
    ['Kitchen ideas', 'kitchen idea', 'Kitchen ideas, kitchen idea'],
    ['x'.repeat(800), 'oak', null],
    ['x'.repeat(795), 'oak', 'x'.repeat(795) + ', oak'],
    ['x'.repeat(796), 'oak', null],
  ])('to “%s”: %s', (before, word, after) =>
    expect(withWord(before, word, 800)).toEqual({ text: after ?? before, isFull: after === null }),
  )
})
