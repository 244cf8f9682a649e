/**
 * Draws pictures one after another in a separate process: chart library and fonts take 100 MB, and a picture blocks for a tenth
 * of a second. The parent ends it; not TypeScript, so that it runs from src as from dist.
 */
import { writeFileSync } from 'node:fs'
import { card } from './card.mjs'
import { days } from './days.mjs'
import { pin } from './pin.mjs'
import { drawnPng, toPng } from './png.mjs'
import { searches } from './searches.mjs'
import { week } from './week.mjs'

/** @import { Drawing } from './drawing.js' */

/**
 * @param {Drawing} drawing
 * @returns {Promise<Uint8Array | null>}
 */
async function draw(drawing) {
  switch (drawing.chart) {
    case 'days':
      return toPng(days(drawing.facts))
    case 'searches':
      return toPng(searches(drawing.facts))
    case 'week':
      return week(drawing.facts)
    case 'pin':
      return drawnPng(await pin(drawing.facts), { isPhoto: true })
    case 'card':
      return card(drawing.facts)
  }
}

try {
  writeFileSync('/proc/self/oom_score_adj', '1000') // the first process to be killed when memory runs out
} catch {
  // not on this system, or not permitted
}
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL')) // the parent is gone, or has nothing more to draw
process.on('message', async (message) => {
  try {
    const drawing = /** @type {Drawing} */ (message) // the parent sends nothing else
    process.send?.({ picture: await draw(drawing) })
  } catch (error) {
    process.send?.({ error: String((error instanceof Error && error.stack) || error).slice(0, 2000) })
  }
})
