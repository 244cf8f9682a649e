/** The notice of published pins whose links lead nowhere, within Slack's limits, and what it says. */
import { expect, test } from 'vitest'
import { fixedText, fixLinksView, linksFoundMessage } from '../../../blocks/pins/links-found.js'
import type { LinkFound } from '../../../src/core/patrol/findings.js'
import { AT, keepsLimits } from '../nasty.js'

const OTHER = 'https://other.example.com/'
const found = (words: string, n: number): LinkFound => ({
  postId: String(n),
  pinId: `7${n}`,
  title: words.trim() || null,
  url: `https://shop.example.com/${encodeURIComponent(words)}?${n}`,
  finding:
    n % 2 === 0
      ? { code: 'link_status', severity: 'blocking', status: 404 }
      : { code: 'link_redirects', severity: 'warning', kind: 'elsewhere', redirects: 1, to: OTHER },
  since: AT,
  proposal: n % 2 === 0 ? { url: OTHER, from: 'feed' } : null,
})

keepsLimits(
  [
    [
      'links that lead nowhere',
      'message',
      (words) =>
        linksFoundMessage(
          { id: '7', username: words },
          1400,
          Array.from({ length: 20 }, (_, n) => found(words, n)),
        ),
    ],
    [
      'the form that changes them',
      'modal',
      (words) =>
        fixLinksView({ accountId: '7', pins: 1400, found: Array.from({ length: 10 }, (_, n) => found(words, 10 ** 15 + n)) }),
    ],
  ],
  [`<${OTHER}|${OTHER}>`],
)

test('the notice counts the pins, names the newest and says what happens to them', () => {
  const { text, blocks } = linksFoundMessage({ id: '7', username: 'maker' }, 7, [found('An oak shelf', 0), found('A lamp', 1)])
  expect(text).toBe('maker: 7 published pins lead to pages that are gone, sold out or other ones.')
  const shown = JSON.stringify(blocks)
  for (const part of ['An oak shelf', '404', 'leads to another website', 'And 5 more.', 'Evergreen leaves these pins out.'])
    expect(shown).toContain(part)
})

test('a notice that comes when every link leads to its page says so', () => {
  expect(linksFoundMessage({ id: '7', username: 'maker' }, 0, []).text).toBe(
    'maker: all links of published pins lead to their pages again.',
  )
})

test('what became of the links is said with the reason for each that was refused', () => {
  expect(fixedText({ changed: 0, refused: [] })).toBe('No link was changed.')
  expect(fixedText({ changed: 2, refused: [{ title: 'A lamp', why: 'The pin is gone.' }] })).toBe(
    'Changing 2 links on Pinterest. We’ll message you when it’s done.\nA lamp: The pin is gone.',
  )
})
