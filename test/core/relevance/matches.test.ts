/** What counts as the keyword in a pin, how much, and how it is explained. */
import { describe, expect, test } from 'vitest'
import { parseKeyword } from '../../../src/core/insight/relevance/keyword.js'
import { type PinText, score } from '../../../src/core/insight/relevance/score.js'
import { explain } from '../../../src/core/insight/relevance/explain.js'
import { TIERS, type Tier, tier } from '../../../src/core/insight/relevance/tiers.js'

const titled = (title: string, more: Partial<PinText> = {}): PinText => ({ title, description: '', ...more })
const tierOf = (keyword: string, pin: string | PinText): Tier => tier(score(keyword, typeof pin === 'string' ? titled(pin) : pin))
const isAtLeast = (keyword: string, pin: string | PinText, least: Tier) =>
  expect(TIERS.indexOf(tierOf(keyword, pin)), `${keyword}: ${JSON.stringify(pin)}`).toBeLessThanOrEqual(TIERS.indexOf(least))

/** How each word of the keyword was found: "book:compound", "-shelf" where it is missing. */
const found = (keyword: string, pin: string | PinText) =>
  explain(keyword, typeof pin === 'string' ? titled(pin) : pin)
    .reasons.map((one) => (one.kind === 'missing' ? `-${one.term}` : `${one.term}:${one.how}`))
    .join(' ')

describe('the head of a title, which ends before what is said about the thing,', () => {
  test.each([
    ['crochet blanket', 'Crochet blanket, grey', 'Crochet blanket grey'],
    ['crochet blanket', 'Crochet blanket | free pattern', 'Crochet blanket free pattern'],
    ['crochet blanket', 'Crochet blanket (grey)', 'Crochet blanket grey'],
    ['crochet blanket', 'Crochet blanket – grey', 'Crochet blanket grey'],
    ['crochet blanket', 'Crochet blanket with tassels', 'Crochet blanket tassels'],
  ])('%s: "%s" scores more than "%s"', (keyword, apart, together) => {
    expect(score(keyword, titled(apart))).toBeGreaterThan(score(keyword, titled(together)))
  })

  test('does not end at a preposition of another language, nor at the comma of a number', () => {
    expect(score('cortina de baño', titled('Cortina de baño'))).toBe(score('cortina baño', titled('Cortina de baño')))
    expect(score('1,000 ideas', titled('1,000 ideas'))).toBe(score('ideas 1,000', titled('ideas 1,000')))
  })

  test('is the thing where the keyword stands behind "for" alone', () => {
    expect(score('laptop', titled('Battery for a laptop'))).toBeLessThan(score('laptop', titled('Battery and a laptop')))
    expect(score('laptop', titled('For a laptop'))).toBeGreaterThan(score('laptop', titled('Sticker for a laptop')))
  })
})

describe('a word is found', () => {
  test.each([
    ['bookshelf', 'Tall Bookshelves', 'bookshelf:form'],
    ['bookshelf', 'A book shelf for small rooms', 'bookshelf:compound'],
    ['bookshelf', 'Book shelves', 'bookshelf:compound'],
    ['farm house kitchen', 'Modern Farmhouse Kitchen', 'farm:compound house:compound kitchen:exact'],
    ['chocolate chip cookies', '#chocolatechipcookies', 'chocolate:compound chip:compound cookies:compound'],
    ['colour palette', 'Color palettes', 'colour:form palette:form'],
    ['choclate cake', 'Chocolate cake', 'choclate:near cake:exact'],
    ['crochet', 'Crocheting for beginners', 'crochet:stem'],
    ['regal', 'Bücherregal selber bauen', 'regal:part'],
    ['lampe wohnzimmer', 'Stehlampe fürs Wohnzimmer', 'lampe:part wohnzimmer:exact'],
    ['geschenke für männer', 'Geschenk für Männer', 'geschenke:stem manner:exact'],
    ['recetas con pollo', 'Receta de pollo', 'recetas:form pollo:exact'],
    ['寿司 レシピ', '寿司レシピ', '寿司:exact レシピ:exact'],
    ['кухня идеи', 'Кухня: идеи', 'кухня:exact идеи:exact'],
    ['10 watt bulb', '10W bulbs', '10w:exact bulb:form'],
  ])('"%s" in "%s": %s', (keyword, title, how) => expect(found(keyword, title)).toBe(how))

  test.each([
    ['ps5', 'PS4 games'],
    ['iphone 12', 'iPhone 13'],
    ['10 watt bulb', '12 W bulb'],
    ['carpet', 'pet'],
    ['cake', 'Lake'],
    ['wed', 'red'],
  ])('"%s" is not in "%s"', (keyword, title) => expect(found(keyword, title)).toMatch(/^-|-\d/))

  test('a slip counts in titles alone: elsewhere it is chance', () => {
    expect(found('bread', titled('Braed'))).toBe('bread:near')
    expect(found('bread', titled('Soup', { description: `${'word '.repeat(30)} braed` }))).toBe('-bread')
  })
})

describe('a thing for the thing', () => {
  test.each([
    ['laptop', 'Aluminum Laptop Stand', 'Thin Laptops of the Year', 'stand'],
    ['phone', 'Leather Phone Skin', 'Best Phones', 'skin'],
    ['camera', 'Camera Lens Filter', 'Vintage Camera', 'lens'],
    ['cookie', 'Glass Cookie Jar', 'Chewy Cookies', 'jar'],
  ])('"%s": "%s" is worth less than "%s"', (keyword, accessory, thing, noun) => {
    expect(score(keyword, titled(accessory))).toBeLessThan(score(keyword, titled(thing)) - 0.15)
    expect(explain(keyword, titled(accessory)).accessory).toBe(noun)
    expect(explain(keyword, titled(thing)).accessory).toBeUndefined()
  })

  test('is what is wanted where the keyword asks for it', () => {
    isAtLeast('laptop stand', 'Aluminum Laptop Stand', 'excellent')
    expect(explain('laptop stand', titled('Aluminum Laptop Stand')).accessory).toBeUndefined()
  })

  test('is not seen in what comes along, nor in the sleeves of a dress', () => {
    expect(explain('laptop', titled('Laptop with charger')).accessory).toBeUndefined()
    expect(explain('midi dress', titled('Long Sleeve Midi Dress')).accessory).toBeUndefined()
  })

  test.each([
    ['lamp', 'Brass Tripod Floor Lamp'],
    ['mixer', 'Stand Mixer in Mint'],
    ['bedroom ideas', 'Spare Bedroom Ideas'],
    ['lanterns', 'Battery Lanterns for the Garden'],
    ['knit sweater', 'Chunky Cable Knit Sweater'],
    ['car', 'Cable Car at Night'],
  ])('is none that says of which kind the thing behind it is: "%s" in "%s"', (keyword, title) => {
    expect(explain(keyword, titled(title)).accessory).toBeUndefined()
    isAtLeast(keyword, title, 'excellent')
  })

  test.each([
    ['lamp', 'Tripod Stand, a Lamp'],
    ['ipad', 'Walnut Stand iPad'],
    ['phone', 'Tripod and Phone Holder'],
    ['lamp', 'Lamp Battery'],
  ])('is one where the title goes on without the thing: "%s" in "%s"', (keyword, title) => {
    expect(explain(keyword, titled(title)).accessory).toBeDefined()
  })

  test.each([
    ['laptop', 'Leather Laptop Backpack', 'backpack'],
    ['gaming mouse', 'Gaming Mouse Mat', 'mat'],
    ['camera ideas', 'Canvas Camera Bag', 'bag'],
    ['crochet', 'Crochet Bag', undefined],
    ['computer desk', 'Computer Desk Organizer', undefined],
    ['computer bag', 'Computer Backpack', undefined],
    ['bag for a laptop', 'Laptop Tote', undefined],
  ])('is also what people carry or set a device on: "%s" in "%s"', (keyword, title, noun) => {
    expect(explain(keyword, titled(title)).accessory).toBe(noun)
  })

  test('is what a maker makes, where the maker alone is searched and the title begins with it', () => {
    expect(score('dell', titled('Dell Laptop Charger'))).toBeCloseTo(score('dell', titled('Dell Laptop Monitor')), 10)
    for (const [keyword, title] of [
      ['dell', 'Charger that fits Dell'],
      ['dell laptop', 'Dell Laptop Charger'],
    ] as const)
      expect(score(keyword, titled(title))).toBeLessThan(score(keyword, titled(title.replace('Charger', 'Monitor'))) - 0.1)
  })

  test('stays one, whatever its picture shows', () => {
    const pin = titled('Aluminum Laptop Stand')
    expect(score('laptop', { ...pin, altText: 'A laptop' })).toBe(score('laptop', pin))
  })
})

describe('a likeness is no word itself:', () => {
  test.each([
    ['greek salad', 'Green Salad'],
    ['winter boots', 'Winter Books'],
    ['meal plan', 'Meal Plant'],
    ['bean recipe', 'Beanie recipe'],
    ['shirt outfit', 'Skirt Outfit'],
  ])('"%s" is at most fair for "%s"', (keyword, title) => {
    expect(['fair', 'poor']).toContain(tier(score(keyword, titled(title))))
  })

  test('it takes its part of the place and the neighbours of a word, too', () => {
    const [itself, like] = ['Chocolate Cookies', 'Choclate Cookies'].map(
      (title) => explain('chocolate cookies', titled(title)).score,
    )
    expect(like).toBeLessThan(itself! - 0.03)
  })
})

test('a pin that begins with signs is read on to its words', () => {
  const pin = titled('', { description: `${'🍋'.repeat(70)} Lemon cake recipe` })
  expect(explain('lemon cake', pin).reasons).toMatchObject([{ word: 'lemon' }, { word: 'cake' }])
  isAtLeast('lemon cake', pin, 'good')
})

describe('a negation', () => {
  test.each([
    ['gluten free pancakes', 'Pancakes that are NOT gluten free', '-gluten -free pancakes:exact'],
    ['recetas con pollo', 'Recetas sin pollo', 'recetas:exact -pollo'],
    ['kuchen mit zucker', 'Kuchen ohne Zucker', 'kuchen:exact -zucker'],
    ['chicken air fryer', 'Chicken – No Air Fryer Needed', 'chicken:exact -air -fryer'],
    ['work laptop', 'Work without a laptop', 'work:exact -laptop'],
  ])('"%s" in "%s": %s', (keyword, title, how) => {
    expect(found(keyword, title)).toBe(how)
    expect(score(keyword, titled(title))).toBeLessThan(score(keyword, titled(title.replace(/NOT|sin|ohne|No|without a/, ''))))
  })

  test('rules out in a description, too', () => {
    const long = 'word '.repeat(30)
    expect(found('pancakes gluten', titled('Pancakes', { description: `${long} no gluten` }))).toBe('pancakes:exact -gluten')
  })

  test('is what is wanted where the keyword has it', () => {
    isAtLeast('no bake cookies', 'No Bake Cookies', 'excellent')
    isAtLeast('cookies', 'No Bake Cookies', 'very-good')
  })

  test('is what "free" is behind what things are made without, and nothing else', () => {
    expect(found('sugar cookies', titled('Sugar-Free Cookies'))).toBe('-sugar cookies:exact')
    expect(found('sugar free cookies', titled('Sugar-Free Cookies'))).toBe('sugar:exact free:exact cookies:exact')
    expect(found('crochet pattern', titled('Crochet Pattern Free Download'))).toBe('crochet:exact pattern:exact')
  })

  test('in the keyword makes another one in the pin no contradiction', () => {
    expect(found('cake without eggs', titled('Cake, no eggs'))).toBe('cake:exact -without eggs:exact')
    expect(found('cake without eggs', titled('Cake with eggs'))).toBe('cake:exact -without eggs:exact')
  })

  test('rules out what follows it alone', () => {
    expect(found('chocolate cookies', 'Cookies, no raisins but chocolate')).toBe('chocolate:exact cookies:exact')
  })
})

describe('a pin whose title says nothing of it', () => {
  const denim = 'denim jacket outfits'
  const caption = 'Four ways to style one denim jacket: sneakers, slip dress and a hoodie.'

  test('is read by its caption where the title speaks to the reader', () => {
    const hook = explain(denim, titled('What I wore this week', { description: caption }))
    expect(hook).toMatchObject({ headlineField: 'description' })
    expect(hook.tier).not.toBe('poor')
    expect(hook.score).toBeGreaterThan(score(denim, titled('Wednesday Canvas', { description: caption })))
  })

  test('is read by its alternative text, which says what the picture shows', () => {
    const pin = titled('A thousand wishes', { altText: 'Origami cranes on strings' })
    expect(explain('origami crane', pin)).toMatchObject({ headlineField: 'altText' })
    isAtLeast('origami crane', pin, 'very-good')
  })

  test('is not lifted by one word far down a long description', () => {
    expect(tierOf(denim, titled('What I wore this week', { description: `${'word '.repeat(60)} denim` }))).toBe('poor')
  })
})

describe('an explanation', () => {
  test('names each word of the keyword that has content, in its order, with the strongest place', () => {
    const pin: PinText = {
      title: 'Small Kitchens',
      description: 'With lamps.',
      boardName: 'Home',
      link: 'https://a.example/ideas-for-storage',
    }
    const { reasons, hasPhrase, headlineField } = explain('a small kitchen lamp for the storage room', pin)
    expect(reasons).toEqual([
      { kind: 'matched', term: 'small', word: 'small', field: 'title', how: 'exact', strength: 1 },
      { kind: 'matched', term: 'kitchen', word: 'kitchens', field: 'title', how: 'form', strength: 0.97 },
      { kind: 'matched', term: 'lamp', word: 'lamps', field: 'description', how: 'form', strength: 0.97 },
      { kind: 'matched', term: 'storage', word: 'storage', field: 'link', how: 'exact', strength: 1 },
      { kind: 'missing', term: 'room' },
    ])
    expect(hasPhrase).toBe(true)
    expect(headlineField).toBe('title')
  })

  test('shows both halves of a word found apart', () => {
    expect(explain('bookshelf', titled('Book shelves')).reasons).toMatchObject([{ word: 'book shelves', how: 'compound' }])
  })
})

describe('what a keyword is', () => {
  test('words without content count only where there is nothing else', () => {
    expect(parseKeyword('the best of the kitchen').terms.map(({ word }) => word)).toEqual(['best', 'kitchen'])
    expect(parseKeyword('how to').terms.map(({ word }) => word)).toEqual(['how', 'to'])
  })

  test('the kind of pin counts for little: "kitchen ideas" is about kitchens', () => {
    expect(score('kitchen ideas', titled('Kitchen'))).toBeGreaterThan(score('kitchen ideas', titled('Ideas')) + 0.2)
    isAtLeast('kitchen ideas', 'Kitchen', 'very-good')
  })

  test('a word more than once, and words past the 24th, count once and not at all', () => {
    expect(parseKeyword('cake cake CAKE').terms).toHaveLength(1)
    const many = Array.from({ length: 60 }, (_, at) => `word${String.fromCharCode(97 + (at % 26))}${at}`).join(' ')
    expect(parseKeyword(many).terms).toHaveLength(24)
  })
})
