/** Codes of emoji become the emoji: all that Slack has, in every tone, and nothing that only looks like one. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { charactersOf, emojiFile, emojiJson, readDatasource } from '../../../scripts/emoji.mjs'
import { allEmoji, emojiOf, withEmoji } from '../../../src/slack/input/emoji.js'
import { readCommandText, readMessageText } from '../../../src/slack/input/slack-text.js'
import { typedCommand, typedMessage } from '../../../src/sandbox/slack/messages/say.js'

test('the table is what scripts/emoji.mjs makes of the package', () => {
  expect(readFileSync(emojiFile, 'utf8')).toBe(emojiJson())
})

test('every short name of the package, and every tone of it, is the characters that the package gives', () => {
  const wrong: string[] = []
  const tones = ['1F3FB', '1F3FC', '1F3FD', '1F3FE', '1F3FF']
  for (const { short_names: names, unified, skin_variations: variations = {} } of readDatasource())
    for (const name of names) {
      if (emojiOf(name) !== charactersOf(unified)) wrong.push(name)
      for (const [key, variation] of Object.entries(variations)) {
        const code = `${name}::skin-tone-${key
          .split('-')
          .map((tone) => tones.indexOf(tone) + 2)
          .join('-')}`
        if (emojiOf(code) !== charactersOf(variation.unified)) wrong.push(code)
      }
    }
  expect(wrong).toEqual([])
})

test('every code goes from Slack’s client to the words of a pin, in a command, a message with blocks and one without', () => {
  const wrong: string[] = []
  const all = [...allEmoji()]
  expect(all.length).toBeGreaterThan(4_000)
  for (const [name, characters] of all) {
    if (name.startsWith('skin-tone')) continue // a tone by itself colours what stands before it
    const typed = `Oak ${characters} shelf :${name}: https://shop.example.com/oak`
    const words = `Oak ${characters} shelf ${characters}`
    const { text, blocks } = typedMessage(typed)
    if (text.includes(characters) || readMessageText({ text, blocks }).words !== words) wrong.push(`blocks ${name}`)
    if (readMessageText({ text }).words !== words) wrong.push(`text ${name}`)
    if (readCommandText(typedCommand(typed)) !== `${words} https://shop.example.com/oak`) wrong.push(`command ${name}`)
  }
  expect(wrong).toEqual([])
})

test.each([
  [':tada: Spring sale :woman-running::skin-tone-3:', '🎉 Spring sale 🏃🏼‍♀️'],
  ['up to :heart: half off', 'up to ❤️ half off'],
  [':flag-de: :de: :flag-england:', '🇩🇪 🇩🇪 🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  [':+1::skin-tone-6: :thumbsup: :-1:', '👍🏿 👍 👎'],
  [':wave::skin-tone-2::wave:', '👋🏻👋'],
  [':handshake::skin-tone-2-5: :handshake::skin-tone-2-2:', '🫱🏻‍🫲🏾 🤝🏻'],
  [':man-heart-man::skin-tone-2-3:', '👨🏻‍❤️‍👨🏼'],
  [':family: :man-woman-girl-boy:', `${emojiOf('family')} 👨‍👩‍👧‍👦`],
  ['Sale:tada:now', 'Sale🎉now'],
  ['at 10:30:heart:', 'at 10:30❤️'],
  [':100: :1234: :a::b:', '💯 🔢 🅰️🅱️'],
  ['10:30:45', '10:30:45'],
  ['1:100:2 and a:b:c, x:on:y', '1:100:2 and a:b:c, x:on:y'],
  ['Ratio 16:9: fine', 'Ratio 16:9: fine'],
  [':party_parrot: Sale :our-logo: today', 'Sale today'],
  ['Note:important:read', 'Note:important:read'],
  ['https://shop.example.com/a:tada:b/:heart:/c', 'https://shop.example.com/a:tada:b/:heart:/c'],
  ['https://shop.example.com/oak:tada:', 'https://shop.example.com/oak🎉'],
  ['::', '::'],
  [':tada', ':tada'],
  [': tada :', ': tada :'],
])('%j is read as %j', (text, read) => {
  expect(withEmoji(text, 'dropped').trim()).toBe(read)
})

test('what is typed into a form keeps what may be anything', () => {
  expect(withEmoji('*Big* :party_parrot: sale :tada:', 'kept')).toBe('*Big* :party_parrot: sale 🎉')
})

test('a long text of colons is read in time that grows with its length', () => {
  const began = performance.now()
  for (const part of [':', ':a', ':a:', ':tada', ':tada:', ': :skin-tone-3:', 'https://a.b/:'])
    withEmoji(part.repeat(40_000), 'dropped')
  expect(performance.now() - began).toBeLessThan(5_000)
})
