/** One thing on the page in each look: at both widths, light and dark. */
import path from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectNoSideScroll, screenshots } from '../chromium.js'

export const LOOKS = [
  { width: 1280, height: 800, dark: false },
  { width: 1280, height: 800, dark: true },
  { width: 390, height: 800, dark: false },
  { width: 390, height: 800, dark: true },
]

/** As tall as the longest form: a picture shows all of it. */
const TALL = 2600

/**
 * Words that can hardly be read against what is behind them (WCAG 2.2, 1.4.3: 4.5 to 1, large ones 3 to 1), and words that are cut off
 * without an ellipsis. Of what is in sight; pictures are left out, and what is out of use.
 */
const FLAWS = String.raw`((root) => {
  const rgba = (color) => {
    const numbers = (color.replace(/^color\(srgb/, '').match(/[\d.]+/g) ?? []).map(Number)
    return color.startsWith('color(') ? numbers.map((value, index) => (index < 3 ? value * 255 : value)) : numbers
  }
  const over = ([r, g, b, a = 1], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a)]
  const behind = (element) => {
    const layers = []
    for (let one = element; one; one = one.parentElement) layers.push(rgba(getComputedStyle(one).backgroundColor))
    return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255])
  }
  const luminance = (color) => {
    const [r, g, b] = color.map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const flaws = []
  for (const element of root.querySelectorAll('*')) {
    const words = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()).join(' ').trim()
    if (words === '' || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || element.closest('[disabled], svg, .visually-hidden')) continue
    const box = element.getBoundingClientRect()
    if (box.width < 2 || box.height < 2) continue
    const style = getComputedStyle(element)
    const below = behind(element)
    const [dim, bright] = [luminance(over(rgba(style.color), below)), luminance(below)].sort((a, b) => a - b)
    const contrast = (bright + 0.05) / (dim + 0.05)
    const size = parseFloat(style.fontSize)
    const least = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5
    if (contrast < least - 0.01) flaws.push('contrast ' + contrast.toFixed(2) + ': ' + words.slice(0, 60))
    if (element.scrollWidth > element.clientWidth + 1 && style.overflowX === 'hidden' && style.textOverflow !== 'ellipsis') flaws.push('cut off: ' + words.slice(0, 60))
  }
  return [...new Set(flaws)]
})`

/** The page's own global, whose types the tests have not. */
const flawsOf = (shown: Locator): Promise<string[]> =>
  shown.evaluate((element, find) => {
    const flawsIn = globalThis.eval(find) as (root: unknown) => string[] // of FLAWS
    return flawsIn(element)
  }, FLAWS)

/** @param shown the newest message, the form, or Home */
export async function inEveryLook(page: Page, shown: Locator, name: string): Promise<void> {
  for (const { width, height, dark } of LOOKS) {
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
    await page.setViewportSize({ width, height })
    await shown.waitFor()
    await expectNoSideScroll(page)
    await expect.poll(async () => [name, width, dark, await flawsOf(shown)]).toEqual([name, width, dark, []])
    await page.setViewportSize({ width, height: TALL })
    await shown.screenshot({ path: path.join(screenshots, `${name}.${width}-${dark ? 'dark' : 'light'}.png`) })
  }
  const [first] = LOOKS
  await page.emulateMedia({ colorScheme: 'light' })
  if (first) await page.setViewportSize(first)
}
