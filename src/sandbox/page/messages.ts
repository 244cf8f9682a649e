/** The messages of a channel as HTML. */
import { DateTime } from 'luxon'
import type { AppFeatures } from '../slack/app-features.js'
import { renderBlocks } from './blocks.js'
import { attributes, escape } from './html.js'
import { icons } from './icons.js'
import { mrkdwn } from './mrkdwn.js'
import type { ScreenData, ShownMessage } from './screen-data.js'
import { messagePlace } from '../slack/messages/messages.js'

/** Gives each channel a live region of its own, so that another channel's messages are not announced as new. */
export const renderMessages = (data: ScreenData, features: AppFeatures): string =>
  `<div class="log" id="log-${escape(data.channel.id)}" role="log" aria-label="Messages" aria-relevant="additions">${messageList(data, features)}</div>`

function messageList(data: ScreenData, features: AppFeatures): string {
  if (data.messages.length === 0) return `<p class="empty">Nothing here yet. Type <code>/pin</code> below to begin.</p>`
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
    <div class="body">${marks}<p class="by"><b>${escape(author.realName)}</b>${author.isBot ? '<span class="app">APP</span>' : ''}<time>${escape(time)}</time></p>
    ${lead}${body}${attached.join('')}${message.isEdited && message.ephemeralTo === null ? '<small class="edited">(edited)</small>' : ''}</div>
    ${message.ephemeralTo === null ? hoverMenu(message.ts, features) : ''}</li>`
}

/** Message shortcuts, as in the menu that Slack shows on hover. */
function hoverMenu(ts: string, features: AppFeatures): string {
  const items = features.shortcuts
    .filter(({ type }) => type === 'message')
    .map(
      ({ name, callbackId }) =>
        `<button type="button"${attributes({ class: 'menu-item', 'data-do': 'shortcut', 'data-callback': callbackId, 'data-ts': ts })}>${escape(name)}</button>`,
    )
  if (items.length === 0) return ''
  return `<details class="menu hover" id="hover-${escape(ts)}"><summary class="btn" aria-label="Message shortcuts">${icons.dots}</summary><div class="menu-list">${items.join('')}</div></details>`
}
