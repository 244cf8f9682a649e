/** Charts and previews of pins, drawn in a separate process. Charts are cached for the next request. */
import { createHash } from 'node:crypto'
import type { Charts } from '../core/ports/deps.js'
import { type Drawing, type DrawingOptions, makeDraw } from './drawing.js'

export type ChartsOptions = DrawingOptions & {
  /** The number of cached pictures, of 50 to 170 kB each. */
  mostKept?: number
}

/** Ten times the size of our thumbnails. */
const MOST_IMAGE_BYTES = 2 * 1024 * 1024
/** A card contains a picture in its stored size. */
const MOST_KEPT_BYTES = 20 * 1024 * 1024

export function makeCharts({ mostKept = 50, ...options }: ChartsOptions = {}): Charts & { close(): Promise<void> } {
  const drawer = makeDraw(options)
  /** Cached pictures by their content, the most recently used last, including those being drawn. */
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
    picture.catch(() => kept.get(key) === picture && kept.delete(key)) // so that the next request tries again
    return picture
  }
  return {
    days: (facts) => drawOnce({ chart: 'days', facts }),
    searches: (facts) => drawOnce({ chart: 'searches', facts }),
    // not cached here, because its user stores it by its content for all processes
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
