/** The pages of a pin: the one that everybody gets and that says nothing about it, and the one for a person who may see it. */
import type { Post } from '../../core/posts/post.js'
import { escapeHtml, render, terms } from './layout.js'

/** @param postId digits only, because the page contains it unescaped. The page is the same whether the pin exists or not. */
export const closedPinPage = (postId: string): string =>
  render({
    path: null,
    title: 'Open this pin in Slack',
    lead: 'This page shows a pin only to people who may see it.',
    body: `<p>In Slack, type <code>/pin ${postId}</code>. The details of the pin have “Open page”, which brings you back here.</p>`,
    footer: 'Pinslot schedules pins and publishes them on time.',
  })

const STATES = { draft: 'Draft', queued: 'Scheduled', uploading: 'Publishing now', sent: 'Published' } satisfies Record<
  Post['status'],
  string
>

/** `picture`: a path of ours; null: there is none to show. `href`: the published pin. */
type Links = { picture: string | null; href: string | null }

export function pinPage(post: Post, { picture, href }: Links): string {
  const at = post.sentAt ?? post.sendAt
  const facts: [string, string | null][] = [
    ['State', STATES[post.status]],
    ['Board', post.boardName ?? post.boardId],
    [post.sentAt ? 'Published' : 'Time', at && `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
    ['Description', post.description],
    ['Link', post.url],
    ['Alt text', post.altText],
  ]
  const known = facts.flatMap(([name, value]): [string, string][] => (value ? [[name, escapeHtml(value)]] : []))
  return render({
    path: null,
    title: escapeHtml(post.title ?? 'A pin without a title'),
    lead: `Pin ${post.id}. Type <code>/pin ${post.id}</code> in Slack to change it.`,
    body: `
${picture === null ? '' : `<p><img class="pin" src="${escapeHtml(picture)}" alt="${escapeHtml(post.altText ?? 'The image of the pin')}"></p>`}
${terms(...known)}
${href === null ? '' : `<p><a class="button" href="${escapeHtml(href)}">View on Pinterest</a></p>`}`,
    footer: 'This link is yours alone and works for a day. To share the pin, copy the address up to the question mark.',
  })
}
