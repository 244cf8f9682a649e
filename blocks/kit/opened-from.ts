/** What a form about a pin remembers of the button that opened it. */
import type { HomePage } from '../home/page.js'
import type { PinRef } from '../pins/buttons.js'

export type OpenedFrom = PinRef & {
  /** Where the answer goes. */
  responseUrl?: string
  /** The answer takes the place of the card whose button it was. */
  replacesCard?: boolean
  /** Where the Home stood that it was opened from. */
  homePage?: HomePage
}
