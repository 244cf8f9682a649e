/** Links for clients: the form for a new one, the only view that shows it, and the list. */
import type { ModalView, SectionBlock } from '@slack/types'
import type { ReviewLink } from '../../src/core/posts/review-links/review-link.js'
import { field, shared } from '../ids.js'
import { context, form, inline, input, option, preformatted, button, section, text } from '../kit/kit.js'
import { slackDate } from '../kit/times.js'
import { type ClientLinkMemory, clientLinkMemory } from './memory.js'

export const action = { clientLinks: 'client_links', revokeLink: 'revoke_client_link' } as const
export const view = { clientLink: 'new_client_link' } as const

const DAYS = [7, 14, 30, 60].map((days) => option(`${days} days`, String(days)))
const pins = (count: number): string => `${count} ${count === 1 ? 'pin' : 'pins'}`

/** @param hasMail true where codes can be sent */
export const clientLinkView = (memory: ClientLinkMemory, hasMail: boolean): ModalView =>
  form({
    callbackId: view.clientLink,
    title: 'Client link',
    submit: 'Create link',
    memory: clientLinkMemory.write(memory),
    blocks: [
      section(`Your client opens the link without an account, and sees ${pins(memory.postIds.length)}.`),
      input({
        blockId: field.contactName,
        label: 'Your client’s name',
        element: { type: 'plain_text_input', action_id: shared.value, max_length: 80 },
        hint: 'One person. Others get links of their own.',
      }),
      ...(hasMail
        ? [
            input({
              blockId: field.email,
              label: 'Your client’s email',
              element: { type: 'email_text_input', action_id: shared.value },
              optional: true,
              hint: 'The link then opens only with a code that we send there.',
            }),
          ]
        : []),
      input({
        blockId: field.expiresInDays,
        label: 'Works for',
        element: {
          type: 'static_select',
          action_id: shared.value,
          options: DAYS,
          initial_option: option('14 days', '14'),
        },
      }),
      context(
        'They see each pin, its time, comments for clients, and what you asked to change last time. They see no team comments and no stats.',
      ),
    ],
  })

/** @param email as r…@example.com @param url absent: the form was sent before, and its first answer showed the link */
export const clientLinkMadeView = (
  { contactName, email, expiresAt }: Pick<ReviewLink, 'contactName' | 'email' | 'expiresAt'>,
  url?: string,
): ModalView => ({
  type: 'modal',
  title: text('Client link', 24),
  close: text('Done', 24),
  blocks:
    url === undefined
      ? [
          section(
            `The link for *${inline(contactName)}* was shown when you first sent this form. Didn’t copy it? Create another one.`,
          ),
        ]
      : [
          section(`The link for *${inline(contactName)}*. Copy it now: you won’t see it again.`),
          preformatted(url),
          context(
            `${email === null ? 'Whoever has it' : `Whoever has it and reads mail to ${inline(email)}`} can answer as ${inline(contactName)}. It works until ${slackDate(expiresAt)}.`,
          ),
        ],
})

export const MOST_LISTED = 50

export const clientLinksView = (links: readonly ReviewLink[], now: Date): ModalView => ({
  type: 'modal',
  title: text('Client links', 24),
  close: text('Done', 24),
  blocks:
    links.length === 0
      ? [section('No client links yet. Create one from a request for approval.')]
      : links.map((link) => linkRow(link, now)),
})

function linkRow(link: ReviewLink, now: Date): SectionBlock {
  const { id, accountId, contactName, givenName, postIds, openings, revokedAt, expiresAt } = link
  const who = givenName === null || givenName === contactName ? '' : `, signed as ${inline(givenName, 60)}`
  const [last] = openings
  const opened = last
    ? `Opened ${openings
        .map((at) => slackDate(at))
        .slice(0, 3)
        .join('; ')}`
    : 'Not opened yet'
  const end = revokedAt
    ? `revoked ${slackDate(revokedAt)}`
    : `${expiresAt > now ? 'works until' : 'expired'} ${slackDate(expiresAt)}`
  return section(
    `*${inline(contactName)}*${who}\n${pins(postIds.length)} · ${end}\n${opened}`,
    revokedAt || expiresAt <= now
      ? undefined
      : {
          ...button({
            text: 'Revoke',
            actionId: action.revokeLink,
            value: JSON.stringify({ accountId, linkId: id }),
            label: `Revoke: ${contactName}`,
          }),
          confirm: {
            title: text('Revoke this link?', 100),
            text: text('It stops working right away. You can’t undo this.', 300),
            confirm: text('Revoke', 30),
            deny: text('Cancel', 30),
            style: 'danger',
          },
        },
  )
}
