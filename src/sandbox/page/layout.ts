/** The page: bar, channel, composer, modal. Changing parts are in #app and #modal, which the script keeps current. */
import type { AnnouncedCommand } from '../slack/announced-commands.js'
import { type AppFeatures, featuresFor } from '../slack/app-features.js'
import { channels as known, otherTeam, teamName } from '../slack/ids.js'
import { wordsOf } from '../slack/block-kit.js'
import { channelLabel } from '../slack/screen.js'
import { renderBlocks } from './blocks.js'
import { attributes, escape } from '../html.js'
import { icons } from './icons.js'
import type { ScreenData, ShownMessage } from './screen-data.js'
import { viewPlace } from '../slack/views/values.js'
import { DateTime } from 'luxon'
import { mrkdwn } from './mrkdwn.js'
import { messagePlace } from '../slack/messages/messages.js'

/** The order matters: later files refine earlier ones. */
export const STYLES = ['base', 'frame', 'messages', 'blocks', 'controls', 'fields', 'menus', 'dialogs', 'narrow']

export function renderPage(data: ScreenData, appFeatures: AppFeatures, announced: readonly AnnouncedCommand[]): string {
  const features = featuresFor(data.user, appFeatures)
  const commands = announced.filter(({ command }) => features.commands.some((known) => known.command === command))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pinslot sandbox: Slack</title>
<link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'%3E%3Ccircle cx='8' cy='8' r='7' fill='%23c2263c'/%3E%3C/svg%3E">
${STYLES.map((name) => `<link rel="stylesheet" href="/sandbox/page/${name}.css">`).join('\n')}
<script type="module" src="/sandbox/page/page.js"></script>
</head>
<body data-as="${data.who}" data-zone="${escape(data.user.tz)}" data-window="${escape(data.user.windowId)}">
<a class="skip" href="#typed">Skip to the message box</a>
<a class="skip" href="#place">Skip to the messages</a>
${clockBar()}
<div id="app">${renderApp(data, appFeatures)}</div>
${composer(data, features, commands)}
<dialog id="modal" aria-labelledby="modal-title">${renderModal(data)}</dialog>
<dialog id="confirm" aria-labelledby="confirm-title"></dialog>
<span id="unread" hidden>Unread messages</span>
<div id="toast" role="status" aria-live="polite" popover="manual" data-stays></div>
</body>
</html>`
}

function clockBar(): string {
  return `<header class="clock">
<button type="button" class="btn bare" id="bar-toggle" aria-controls="bar" aria-expanded="false" aria-label="Channels">${icons.menu}</button>
<p><span class="sandbox">Sandbox time</span> <time id="now">…</time></p>
<div class="jumps">
<button type="button" class="btn" data-jump="next" aria-label="Forward to the next pin"><span class="wide">Forward to the next pin</span><span class="narrow">Next pin</span></button>
<button type="button" class="btn" data-jump="3600000"><span class="wide">+1 hour</span><span class="narrow">+1 h</span></button>
<button type="button" class="btn" data-jump="86400000"><span class="wide">+1 day</span><span class="narrow">+1 d</span></button>
${tryMenu()}
<a class="btn" href="/sandbox/platform" target="_blank" rel="noopener">Boards ↗</a>
</div></header>`
}

/** Ways to make the next pin fail, by the `data-try` names of clock.js. */
const TRIES = [
  ['failure', 'A failure', 'Pinterest says the board is gone'],
  ['answer', 'A lost answer', 'The pin is made, but we don’t hear of it'],
  ['connection', 'A lost connection', 'Pinterest no longer accepts our access'],
] as const

function tryMenu(): string {
  const items = TRIES.map(
    ([what, name, means]) => `<button type="button" class="menu-item" data-try="${what}">${name}<small>${means}</small></button>`,
  )
  return `<details class="menu" id="try"><summary class="btn" aria-label="Try… what can go wrong">Try…</summary><div class="menu-list">${items.join('')}</div></details>`
}

/** The part that the script replaces after each change. */
export function renderApp(data: ScreenData, appFeatures: AppFeatures): string {
  const features = featuresFor(data.user, appFeatures)
  const title = data.user.onHome ? 'Pinslot' : channelTitle(data.channel)
  return `${bar(data)}
<main id="place" tabindex="-1">
<div class="head"><h1>${escape(title)}</h1>${sharedNote(data)}${data.user.onHome || data.channel.imUserId !== null ? tabs(data) : ''}</div>
${data.user.alert === null ? '' : `<p class="alert" role="alert">${escape(data.user.alert)}</p>`}
<div class="scroll" id="scroll" tabindex="0" data-shows="${data.user.onHome ? 'home' : escape(data.channel.id)}" aria-label="${escape(title)}">${data.user.onHome ? home(data) : renderMessages(data, features)}</div>
</main>`
}

const channelTitle = (channel: ScreenData['channel']): string =>
  channel.imUserId === null ? `# ${channel.name}` : channelLabel(channel)

/** The workspace that others call theirs: of a person, or the other side of a shared channel. */
const workspaceOf = (teamId: string | null): string => (teamId === null ? teamName : otherTeam.name)
const otherSideOf = ({ teamId }: ScreenData['user']): string => workspaceOf(teamId === null ? otherTeam.id : null)

const sharedNote = ({ user, channel }: ScreenData): string =>
  user.onHome || channel.id !== known.client
    ? ''
    : `<p class="shared">${icons.shared} Shared with ${escape(otherSideOf(user))}</p>`

function bar({ channels, channel, user, who }: ScreenData): string {
  const items = channels
    .filter(({ imUserId }) => imUserId === null)
    .map(({ id, name, latest }) => {
      const isHere = !user.onHome && id === channel.id
      const shared = id !== known.client ? undefined : `Shared with ${otherSideOf(user)}`
      return place({ id, name: `# ${name}`, isHere, isRead: isHere, latest, opens: id, sign: '', shared })
    })
  const dm = channels.find(({ imUserId }) => imUserId !== null)
  const isWithApp = user.onHome || dm?.id === channel.id
  const app = { id: dm?.id ?? 'home', opens: isWithApp && !user.onHome ? (dm?.id ?? 'home') : 'home' }
  const person = (as: string, name: string, role: string) =>
    `<a href="/sandbox?as=${as}&amp;window=${escape(encodeURIComponent(user.windowId))}"${attributes({ class: 'person', 'aria-current': who === as ? 'true' : undefined })}><span class="avatar ${name.toLowerCase()}" aria-hidden="true">${name.charAt(0)}</span>${name}<small>${role}</small></a>`
  return `<nav id="bar" class="bar" aria-label="Workspace">
<p class="workspace">${user.teamId === null ? 'Pinslot local' : escape(workspaceOf(user.teamId))}</p>
<h2>Channels</h2><ul>${items.join('')}</ul>
${user.teamId === null ? `<h2>Apps</h2><ul>${place({ ...app, name: 'Pinslot', isHere: isWithApp, isRead: !user.onHome, latest: dm?.latest ?? '', sign: icons.pin })}</ul>` : ''}
<h2>Acting as</h2><div class="people">${person('admin', 'Ada', 'admin')}${person('member', 'Milo', 'member')}${person('client', 'Rosa', 'client')}</div>
</nav>`
}

/** `isRead`: the window shows its messages. `opens`: what a click opens; the messages if any are unread. */
type Place = {
  id: string
  name: string
  isHere: boolean
  isRead: boolean
  latest: string
  opens: string
  sign: string
  shared?: string | undefined
}

function place({ id, name, isHere, isRead, latest, opens, sign, shared }: Place): string {
  const facts = attributes({
    class: 'place',
    'data-do': 'open',
    'data-channel': opens,
    'data-messages': id,
    'data-latest': latest,
    'data-read': isHere && isRead,
    'aria-current': isHere ? 'page' : undefined,
    title: shared,
  })
  return `<li><button type="button"${facts}>${sign}${escape(name)}${shared === undefined ? '' : icons.shared}</button></li>`
}

function tabs({ user, channels }: ScreenData): string {
  const dm = channels.find(({ imUserId }) => imUserId !== null)
  const tab = (channel: string, name: string, isHere: boolean) =>
    `<button type="button"${attributes({ class: 'tab', 'data-do': 'open', 'data-channel': channel, 'aria-current': isHere ? 'page' : undefined })}>${name}</button>`
  return `<div class="tabs">${tab('home', 'Home', user.onHome)}${tab(dm?.id ?? '', 'Messages', !user.onHome)}</div>`
}

function home({ home: shown, reader, choices }: ScreenData): string {
  if (!shown) return '<p class="empty">The app has published no Home yet.</p>'
  const { view, values } = shown
  return `<div class="home">${renderBlocks(view.view.blocks, { place: viewPlace(view.id), values, errors: {}, reader, choices })}</div>`
}

export function renderModal({ modal, reader, choices }: ScreenData): string {
  if (!modal) return ''
  const { view: open, values } = modal
  const { view } = open
  const submit = wordsOf(view.submit)
  return `<div class="modal" id="modal-${escape(open.id)}" data-view="${escape(open.id)}">
<header>${open.position > 1 ? `<button type="button" class="btn bare" data-do="close" aria-label="Back">${icons.back}</button>` : ''}
<h2 id="modal-title" tabindex="-1">${escape(wordsOf(view.title))}</h2>
<button type="button" class="btn bare" data-do="close-all" aria-label="Close">${icons.close}</button></header>
${open.alert === null ? '' : `<p class="alert" role="alert">${escape(open.alert)}</p>`}
<div class="modal-body">${renderBlocks(view.blocks, { place: viewPlace(open.id), values, errors: open.errors, reader, choices })}</div>
<footer><button type="button" class="btn" data-do="close">${escape(wordsOf(view.close) || 'Cancel')}</button>
${submit === '' ? '' : `<button type="button"${attributes({ class: 'btn primary', 'data-do': 'submit', disabled: view.submit_disabled === true })}>${escape(submit)}</button>`}</footer></div>`
}

function composer({ channel, user }: ScreenData, features: AppFeatures, commands: readonly AnnouncedCommand[]): string {
  const shortcuts = features.shortcuts
    .filter(({ type }) => type === 'global')
    .map(
      ({ name, callbackId }) =>
        `<button type="button" class="menu-item" data-do="shortcut" data-callback="${escape(callbackId)}">${escape(name)}</button>`,
    )
  return `<form id="composer"${attributes({ class: 'composer', 'data-commands': JSON.stringify(commands), hidden: user.onHome })}>
<ul id="completions" class="options up" role="listbox" aria-label="Commands" hidden></ul>
<label class="sr" for="typed">Message ${escape(channelTitle(channel))}</label>
<textarea id="typed" rows="1" placeholder="${features.commands.length > 0 ? 'Message, or / for a command' : 'Message'}" role="combobox" aria-expanded="false" aria-controls="completions" aria-autocomplete="list"></textarea>
<div class="composer-row">
${shortcuts.length === 0 ? '' : `<details class="menu up" id="shortcuts"><summary class="btn bare" aria-label="Shortcuts">${icons.bolt}</summary><div class="menu-list">${shortcuts.join('')}</div></details>`}
<label class="btn bare" for="attach" title="Attach files">${icons.clip}<span class="sr">Attach files</span></label><input class="sr" type="file" id="attach" multiple><span id="attached"></span>
<button type="button" class="btn bare" id="replying" data-keep hidden>Replying in a thread: cancel</button>
<button type="submit" class="btn primary send">Send</button></div>
</form>`
}

/** Gives each channel a live region of its own, so that another channel's messages are not announced as new. */
const renderMessages = (data: ScreenData, features: AppFeatures): string =>
  `<div class="log" id="log-${escape(data.channel.id)}" role="log" aria-label="Messages" aria-relevant="additions">${messageList(data, features)}</div>`

function messageList(data: ScreenData, features: AppFeatures): string {
  if (data.messages.length === 0)
    return `<p class="empty">Nothing here yet.${features.commands.length > 0 ? ' Type <code>/pin</code> below to begin.' : ''}</p>`
  let day = ''
  const parts = inThreads(data.messages).map((shown) => {
    const at = DateTime.fromJSDate(shown.message.postedAt, { zone: data.reader.zone }).setLocale('en-US')
    const today = isBelow(shown, data.messages) ? day : at.toFormat('cccc, MMMM d') // a thread stays below its root's day
    const divider = today === day ? '' : `<li class="day" id="day-${at.toISODate()}"><span>${today}</span></li>`
    day = today
    return divider + renderMessage(shown, data, features, at.toFormat('h:mm a'))
  })
  return `<ol class="messages">${parts.join('')}</ol>`
}

const rootOf = ({ message }: ShownMessage): string | null =>
  message.threadTs === null || message.threadTs === message.ts ? null : message.threadTs

/** True for a reply that is shown below its root; one that is also sent to the channel keeps its own position. */
const isBelow = (one: ShownMessage, messages: readonly ShownMessage[]): boolean =>
  rootOf(one) !== null && !one.message.isBroadcast && messages.some(({ message }) => message.ts === rootOf(one))

function inThreads(messages: readonly ShownMessage[]): ShownMessage[] {
  const replies = messages.filter((one) => isBelow(one, messages))
  return messages
    .filter((one) => !replies.includes(one))
    .flatMap((root) => [root, ...replies.filter((one) => rootOf(one) === root.message.ts)])
}

function renderMessage(shown: ShownMessage, data: ScreenData, features: AppFeatures, time: string): string {
  const { message, author, values, files } = shown
  const { reader, choices } = data
  const isOfOtherTeam = !author.isBot && author.teamId !== data.user.teamId
  const body =
    message.blocks.length > 0
      ? renderBlocks(message.blocks, { place: messagePlace(message), values, errors: {}, reader, choices })
      : `<div class="text">${mrkdwn(message.text, reader)}</div>`
  const lead =
    message.blocks.length > 0 && message.fileIds.length > 0 && message.blocks[0]?.type !== 'rich_text' && message.text
      ? `<div class="text">${mrkdwn(message.text, reader)}</div>`
      : ''
  const attached = files.map((file) => {
    const url = `/sandbox/slack/files/${encodeURIComponent(file.id)}`
    return file.mimetype.startsWith('image/')
      ? `<figure class="file"><figcaption>${escape(file.title)}</figcaption><img src="${url}" alt="${escape(file.title)}"></figure>`
      : `<p class="file">${icons.clip} <a href="${url}">${escape(file.name)}</a></p>`
  })
  const marks = [
    message.ephemeralTo === null ? '' : `<p class="only-you">${icons.eye} Only visible to you</p>`,
    rootOf(shown) === null
      ? ''
      : `<p class="in-thread">↳ replied in a thread${message.isBroadcast ? ', also sent to the channel' : ''}</p>`,
  ].join('')
  const isReply = rootOf(shown) !== null
  const shared = attributes({
    class: `message${message.ephemeralTo === null ? '' : ' ephemeral'}${isReply ? ' reply' : ''}`,
    id: `m-${message.channelId}-${message.ts}`,
  })
  return `<li${shared}>
    <span class="avatar ${escape(author.name)}" aria-hidden="true">${author.isBot && author.name === 'pinslot' ? icons.pin : escape(author.realName.charAt(0))}</span>
    <div class="body">${marks}<p class="by"><b>${escape(author.realName)}</b>${author.isBot ? '<span class="app">APP</span>' : ''}${isOfOtherTeam ? `<span class="app">${escape(workspaceOf(author.teamId))}</span>` : ''}<time>${escape(time)}</time></p>
    ${lead}${body}${attached.join('')}${message.isEdited && message.ephemeralTo === null ? '<small class="edited">(edited)</small>' : ''}</div>
    ${message.ephemeralTo === null ? hoverMenu(message.ts, rootOf(shown) ?? message.ts, features) : ''}</li>`
}

/** Message shortcuts, as in the menu that Slack shows on hover. */
function hoverMenu(ts: string, root: string, features: AppFeatures): string {
  const reply = `<button type="button"${attributes({ class: 'menu-item', 'data-do': 'reply', 'data-ts': root })}>Reply in thread</button>`
  const items = features.shortcuts
    .filter(({ type }) => type === 'message')
    .map(
      ({ name, callbackId }) =>
        `<button type="button"${attributes({ class: 'menu-item', 'data-do': 'shortcut', 'data-callback': callbackId, 'data-ts': ts })}>${escape(name)}</button>`,
    )
  return `<details class="menu hover" id="hover-${escape(ts)}"><summary class="btn" aria-label="Message shortcuts">${icons.dots}</summary><div class="menu-list">${reply}${items.join('')}</div></details>`
}
