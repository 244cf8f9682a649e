/** Published pins whose links lead nowhere: the notice, and the form with a link for each to lead to in its place. */
import type { ModalView } from '@slack/types'
import type { Account } from '../../src/core/accounts/account.js'
import type { LinkFound, Proposal } from '../../src/core/patrol/findings.js'
import { field } from '../ids.js'
import { actions, button, clip, context, form, inline, input, type Message, section } from '../kit/kit.js'
import { whole } from '../kit/numbers.js'
import { addressElement } from '../kit/words.js'
import { findingText } from '../pin/problems/preflight.js'
import { fixLinksMemory } from '../pin/memory.js'
import { titleOf } from '../pin/text.js'

export const action = { fixLinks: 'fix_links' } as const
export const view = { fixLinks: 'fix_links' } as const

/** The pins named in the notice. */
export const LINKS_NAMED = 5
/** The pins of one form: each is read at Pinterest when the form is sent. */
export const LINKS_FIXED = 10

/** @param pins how many there are now, of which `found` are the newest */
export function linksFoundMessage(
  { id, username }: Pick<Account, 'id' | 'username'>,
  pins: number,
  found: readonly LinkFound[],
): Message {
  const name = inline(username)
  if (pins === 0) {
    const fixed = `${name}: all links of published pins lead to their pages again.`
    return { text: fixed, blocks: [section(`:white_check_mark: ${fixed}`)] }
  }
  const counted =
    pins === 1
      ? '1 published pin leads to a page that is gone, sold out or another one.'
      : `${whole(pins)} published pins lead to pages that are gone, sold out or other ones.`
  const named = found.slice(0, LINKS_NAMED)
  const more = pins - named.length
  return {
    text: `${name}: ${counted}`,
    blocks: [
      section(`:broken_heart: *${name}:* ${counted}`),
      ...named.map(({ title, url, finding }) =>
        section(`*${inline(titleOf({ title }), 60)}* · ${inline(url, 80)}\n${findingText(finding)}`),
      ),
      actions([button({ text: 'Fix links', actionId: action.fixLinks, value: id, style: 'primary' })]),
      context(
        `${more > 0 ? `And ${whole(more)} more. ` : ''}Evergreen leaves these pins out. We read links every month, and those with the most clicks every week.`,
      ),
    ],
  }
}

/** The input of a pin’s new link. */
export const linkField = (postId: string): string => `${field.link}.${postId}`

const FROM: Record<Proposal['from'], string> = {
  redirect: 'The link leads here now.',
  feed: 'From your feed: a page with the same title.',
  pin: 'From your newest pin with the same title.',
}

/** The form: each proposal is filled in, and one press changes them all. @param pins how many there are in all */
export function fixLinksView({
  accountId,
  pins,
  found,
}: {
  accountId: string
  pins: number
  found: readonly LinkFound[]
}): ModalView {
  const more = pins - found.length
  return form({
    callbackId: view.fixLinks,
    title: 'Fix links',
    submit: 'Change on Pinterest',
    memory: fixLinksMemory.write({ accountId, postIds: found.map(({ postId }) => postId) }),
    blocks: [
      context('Leave a link empty to keep the pin as it is.'),
      ...found.flatMap(({ postId, title, url, finding, proposal }) => [
        section(`*${inline(titleOf({ title }), 60)}* · ${inline(url, 80)}\n${findingText(finding)}`),
        input({
          blockId: linkField(postId),
          label: `New link of “${clip(titleOf({ title }), 60)}”`,
          element: addressElement({ initial: proposal?.url ?? '' }),
          optional: true,
          ...(proposal && { hint: FROM[proposal.from] }),
        }),
      ]),
      ...(more > 0 ? [context(`${whole(more)} more come after these.`)] : []),
    ],
  })
}

/** Says what became of the links that were sent. `refused`: with the reason for each. */
export function fixedText({
  changed,
  refused,
}: {
  changed: number
  refused: readonly { title: string | null; why: string }[]
}): string {
  const head =
    changed === 0
      ? 'No link was changed.'
      : `Changing ${changed === 1 ? '1 link' : `${changed} links`} on Pinterest. We’ll message you when it’s done.`
  return [head, ...refused.map(({ title, why }) => `${clip(titleOf({ title }), 60)}: ${why}`)].join('\n')
}
