/** Descriptions as shops export them: their text, and nothing of their markup. */
import { expect, test } from 'vitest'
import { isHtml, textOfHtml } from '../../../../src/core/lib/prose/text-of-html.js'

test.each([
  ['<p>Cut from <strong>one piece</strong> of oak.</p><p>Oiled by hand.</p>', 'Cut from one piece of oak.\nOiled by hand.'],
  ['<ul><li>Oak</li><li>2&nbsp;m &amp; more</li></ul>', 'Oak\n2 m & more'],
  ['Oak.<br>Oiled.<br/>Done.', 'Oak.\nOiled.\nDone.'],
  ['&lt;p&gt;Oak &amp;amp; pine&lt;/p&gt;', 'Oak & pine'],
  ['<style>.a{color:red}</style><div>Oak<script>alert(1)</script></div><!-- no -->', 'Oak'],
  ['<p>W<b>or</b>ds and <em>more</em></p>', 'Words and more'],
  ['<h3 class="x">Size</h3>\n<span style="color:#000">2 m</span>', 'Size\n\n2 m'],
])('%s', (html, text) => expect(textOfHtml(html)).toBe(text))

test('a text without elements stays as it is', () => {
  for (const text of ['5 < 6 and 7 > 3', 'I <3 oak', 'a & b', 'Use <name> here', 'One\n\nTwo', 'Tom &amp; Jerry'])
    expect([isHtml(text), textOfHtml(text)], text).toEqual([false, text])
})

test('what never ends takes no longer than its length', () => {
  const began = performance.now()
  for (const part of ['<p', '<p ', '<!--', '<script>', '&lt;', '</p>']) textOfHtml(part.repeat(20_000))
  expect(performance.now() - began).toBeLessThan(5_000)
})
