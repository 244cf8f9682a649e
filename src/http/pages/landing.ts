/** The page that says what Pinslot is, with pictures of the local workspace. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../root.js'
import { card, render } from './layout.js'

const SHOWN = [
  {
    name: 'workspace.png',
    size: [1280, 860],
    alt: 'A form in Slack with a picture, a link, a title and a description; its button says “Schedule for Tue 9:30 AM”',
    words: 'Make a pin from a picture, a link or any message. The button says when it goes out.',
  },
  {
    name: 'approval.png',
    size: [1280, 960],
    alt: 'A card in a channel: a pin as it will look on Pinterest, with “Approve”, “Request changes” and “Reject”',
    words: 'Ask for approval where the team talks. Clients decide in a shared channel or on a page of their own.',
  },
  {
    name: 'digest.png',
    size: [1020, 1197],
    alt: 'A weekly digest: the week compared with the one before, its best pins, and what goes out next',
    words: 'Read on Monday what last week brought, and what goes out in this one.',
  },
] as const

export const LANDING_PATH = '/about'

/** Pictures of the page by their names. */
export const landingPictures = (): Map<string, Buffer> =>
  new Map(SHOWN.map(({ name }) => [name, readFileSync(path.join(root, 'docs/images', name))]))

/** @param canInstall workspaces can install the app themselves */
export const landingPage = (canInstall: boolean): string =>
  render({
    path: null,
    isListed: true,
    title: 'Pinterest pins, scheduled from Slack',
    lead: 'Your team drafts, approves and schedules pins where it already talks. Each one goes out on time, exactly once.',
    body: `<p>${canInstall ? '<a class="button" href="/slack/install">Add to Slack</a>' : 'Ask your Pinslot operator to add it to your workspace.'}</p>
${SHOWN.map(pictureOf).join('\n')}
<h2>What else it does</h2>
<div class="cards">${card('A weekly schedule', 'Pins take the next open slot, or an exact time. Spacing rules keep similar ones apart.')}${card(
      'A link is enough',
      'Pinslot reads the page and drafts picture, title, description, alt text and board.',
    )}${card('Nothing missed', 'Your channel gets each pin that is published, late or failed, and the button that fixes it.')}</div>
<h2>Before you add it</h2>
<ul class="plain">${canInstall ? '\n<li><a href="/slack/permissions">What Pinslot may see in Slack, and why</a></li>' : ''}
<li><a href="/plans">What scheduling needs</a></li>
<li><a href="/docs">For developers: the same by API, and for agents</a></li>
</ul>`,
    footer: 'Pinslot schedules and publishes Pinterest pins. It is not made by Pinterest or Slack.',
  })

const pictureOf = ({ name, size: [width, height], alt, words }: (typeof SHOWN)[number], index: number): string =>
  `<figure><figcaption>${words}</figcaption><img src="${LANDING_PATH}/${name}" width="${width}" height="${height}" alt="${alt}"${index > 0 ? ' loading="lazy"' : ''}></figure>`
