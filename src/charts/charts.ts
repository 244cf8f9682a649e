/** Charts, laid out by a chart library, and pins as they will look: drawn in a process of their own. Charts are cached for the next request. */
import { createHash } from 'node:crypto'
import type { Charts } from '../core/ports/deps.js'
import { type Drawing, type DrawingOptions, makeDraw } from './drawing.js'

export type ChartsOptions = DrawingOptions & {
  /** Pictures, of 50 to 170 kB each. */
  mostKept?: number
}

/** Small pictures of ours have a tenth of it. */
const MOST_IMAGE_BYTES = 2 * 1024 * 1024
/** A card has a picture as it is kept. */
const MOST_KEPT_BYTES = 20 * 1024 * 1024

export function makeCharts({ mostKept = 50, ...options }: ChartsOptions = {}): Charts & { close(): Promise<void> } {
  const drawer = makeDraw(options)
  /** By what they show, the most recently used last; those that are still being drawn, too. */
  const kept = new Map<string, Promise<Buffer>>()

  const drawn = async (drawing: Drawing): Promise<Buffer> => {
    const picture = await drawer.draw(drawing)
    if (!picture) throw new Error('nothing was drawn')
    return picture
  }
  const drawOnce = (drawing: Drawing): Promise<Buffer> => {
    const key = createHash('sha256').update(JSON.stringify(drawing)).digest('base64')
    const picture = kept.get(key) ?? drawn(drawing)
    kept.delete(key)
    kept.set(key, picture)
    for (const oldest of kept.keys()) {
      if (kept.size <= mostKept) break
      kept.delete(oldest)
    }
    picture.catch(() => kept.get(key) === picture && kept.delete(key)) // it is tried again
    return picture
  }
  return {
    days: (facts) => drawOnce({ chart: 'days', facts }),
    searches: (facts) => drawOnce({ chart: 'searches', facts }),
    // not kept: whoever shows it keeps it by its content, for all processes
    week: ({ images, ...plan }) => {
      const small = images.map((image) => (image && image.length <= MOST_IMAGE_BYTES ? image : null))
      return drawn({ chart: 'week', facts: { ...plan, images: small } })
    },
    pin: async (facts) => {
      if (facts.image.length > MOST_IMAGE_BYTES) throw new Error(`the picture of a pin has ${facts.image.length} bytes`)
      return drawn({ chart: 'pin', facts })
    },
    card: async (facts) => {
      if (facts.image.length > MOST_KEPT_BYTES) throw new Error(`the picture for a card has ${facts.image.length} bytes`)
      return drawer.draw({ chart: 'card', facts })
    },
    close: () => drawer.close(),
  }
}
