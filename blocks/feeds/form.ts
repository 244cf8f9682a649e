/** The form for a new feed or an existing one. */
import type { ModalView } from '@slack/types'
import { boardInput } from '../boards/inputs.js'
import { shared, field } from '../ids.js'
import { context, form, input, inline, section } from '../kit/kit.js'
import { addressElement } from '../kit/words.js'
import { type FeedsMemory, feedsMemory } from './memory.js'

export const action = { feedBoard: 'feed_board' } as const
export const view = { feed: 'feed' } as const

export type FeedFormModel = {
  memory: FeedsMemory
  /** The most drafts a day. */
  most: number
  /** null: a new feed. */
  feed: { url: string; perDay: number; board: { id: string; name: string } | null } | null
}

const USUAL_A_DAY = 3

export const feedFormView = ({ memory, most, feed }: FeedFormModel): ModalView =>
  form({
    callbackId: view.feed,
    title: feed ? 'Edit feed' : 'Add a feed',
    submit: feed ? 'Save' : 'Add feed',
    memory: feedsMemory.write(memory),
    blocks: [
      feed
        ? section(inline(feed.url, 500))
        : input({
            blockId: field.link,
            label: 'Feed URL',
            element: addressElement(),
            hint: 'RSS, Atom, JSON Feed, a sitemap, or a product list such as Shopify’s /products.json.',
          }),
      input({
        blockId: field.perDay,
        label: 'Drafts per day',
        element: {
          type: 'number_input',
          action_id: shared.value,
          is_decimal_allowed: false,
          min_value: '1',
          max_value: String(most),
          initial_value: String(feed?.perDay ?? USUAL_A_DAY),
        },
        hint: `1 to ${most}. The rest follow on later days.`,
      }),
      boardInput({ actionId: action.feedBoard, chosen: feed?.board ?? null, optional: true, dispatches: false }),
      context('Leave empty to let each draft go to the public board it fits best.'),
    ],
  })
