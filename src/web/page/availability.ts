/** Whether what a page sells can be bought, as its offers and meta elements say. */
import type { PageFigures } from '../../core/ports/page.js'
import { plain } from './plain.js'

/** Is `out_of_stock` when no offer says that it can be bought. @param values of schema.org, or Facebook’s words */
export function availabilityOf(values: readonly unknown[]): PageFigures['availability'] {
  const said = values
    .map(
      (value) =>
        plain(value)
          ?.toLowerCase()
          .replace(/[^a-z]/g, '') ?? '',
    )
    .filter((one) => one !== '')
  if (said.some((one) => /(?:instock|limitedavailability|onlineonly|instoreonly)$/.test(one))) return 'in_stock'
  if (said.some((one) => /(?:preorder|presale|backorder)$/.test(one))) return 'preorder'
  return said.some((one) => /(?:outofstock|soldout|discontinued|oos)$/.test(one)) ? 'out_of_stock' : null
}
