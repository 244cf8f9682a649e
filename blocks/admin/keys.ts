/** The keys of the API: the list, the form of a new one, and the one view that shows it. */
import { type KeysMemory, keysMemory } from './memory.js'
import type { AnyBlock, Button, ModalView, RichTextBlock } from '@slack/types'
import type { ApiKey } from '../../src/core/accounts/keys/api-keys.js'
import { escapeSigns } from '../kit/as-typed.js'
import { action, field, view } from '../ids.js'
import { actions, button, context, form, inline, input, option, section, text } from '../kit/kit.js'
import { pageButtons, type PagedList } from '../kit/paging.js'
import { type Banner, bannerBlocks } from '../kit/banner.js'
import { ago, slackDay } from '../kit/times.js'

/** A row each, within the hundred blocks of a form. */
export const keyPages: PagedList = { size: 20, next: action.keysPage, first: action.keysFirst, says: 'keys' }

export type KeysModel = {
  memory: KeysMemory /** The page that is shown. */
  keys: ApiKey[]
  count: number
  now: Date
  banner?: Banner | undefined
}

export const keysView = ({ memory, keys, count, now, banner }: KeysModel): ModalView => ({
  type: 'modal',
  callback_id: view.keys,
  title: text('API keys', 24),
  close: text('Done', 24),
  private_metadata: keysMemory.write(memory),
  blocks: [
    ...bannerBlocks(banner),
    section('API keys have admin rights. You’ll see each key only once.'),
    ...(count === 0 ? [section('No keys yet.')] : []),
    ...keys.map((key) => keyBlock(key, now)),
    actions([
      button({ words: 'Create a key', actionId: action.newKey, style: 'primary' }),
      ...pageButtons(keyPages, { at: memory.at, of: count }),
    ]),
    context('Use a separate key for each program, so you can revoke one without breaking the others.'),
  ],
})

function keyBlock(key: ApiKey, now: Date): AnyBlock {
  const { name, prefix, createdAt, lastUsedAt } = key
  const used = lastUsedAt === null ? 'never used' : `last used ${ago(lastUsedAt, now)}`
  const words = `*${inline(name)}*  \`${escapeSigns(prefix)}…\`\nCreated ${slackDay(createdAt)} · ${used} · ${endOf(key, now)}`
  return section(words, isLive(key, now) ? revokeButton(key) : undefined)
}

const isLive = ({ revokedAt, expiresAt }: ApiKey, now: Date) => revokedAt === null && (expiresAt === null || expiresAt > now)

function endOf({ revokedAt, expiresAt }: ApiKey, now: Date): string {
  if (revokedAt !== null) return `*revoked* ${slackDay(revokedAt)}`
  if (expiresAt === null) return 'never expires'
  return expiresAt > now ? `expires ${slackDay(expiresAt)}` : `*expired* ${slackDay(expiresAt)}`
}

const revokeButton = ({ id, name }: ApiKey): Button => ({
  ...button({ words: 'Revoke', actionId: action.revokeKey, value: id, says: `Revoke ${name}` }),
  confirm: {
    title: text('Revoke this key?', 100),
    text: text(`“${name}” stops working right away. You can’t undo this. Programs that use it need a new key.`, 300),
    confirm: text('Revoke', 30),
    deny: text('Cancel', 30),
    style: 'danger',
  },
})

/** Values of "Expires": days from now. */
export const EXPIRES = { never: null, days30: 30, days90: 90, days365: 365 } as const

export const newKeyView = (memory: KeysMemory): ModalView => {
  const never = option('Never', 'never')
  return form({
    callbackId: view.newKey,
    title: 'Create a key',
    submit: 'Create key',
    memory: keysMemory.write(memory),
    blocks: [
      input({
        blockId: field.name,
        label: 'Name',
        element: { type: 'plain_text_input', action_id: action.value, max_length: 120 },
        hint: 'For example, the program that uses it.',
      }),
      input({
        blockId: field.expires,
        label: 'Expires',
        element: {
          type: 'static_select',
          action_id: action.value,
          options: [never, option('In 30 days', 'days30'), option('In 90 days', 'days90'), option('In a year', 'days365')],
          initial_option: never,
        },
      }),
    ],
  })
}

/** The only time that the key is shown: it is in this view and nowhere else. */
export const keyShownView = ({ key, name, expiresAt }: Pick<ApiKey, 'name' | 'expiresAt'> & { key: string }): ModalView =>
  shown([
    section(`*${inline(name)}* is created. Copy it now: you won’t see it again.`),
    preformatted(key),
    context(
      `Send it as \`Authorization: Bearer …\`. Treat it like a password: never post it in a message. ${expiresAt === null ? 'It never expires.' : `It expires ${slackDay(expiresAt)}.`}`,
    ),
  ])

/** The same form came again: the key was in the first answer. */
export const keyMadeAlreadyView = ({ name }: Pick<ApiKey, 'name'>): ModalView =>
  shown([
    section(`*${inline(name)}* already exists. It was shown when you first sent this form.`),
    section('Didn’t copy it? Revoke it in the list and create another one.'),
  ])

const shown = (blocks: AnyBlock[]): ModalView => ({
  type: 'modal',
  callback_id: view.newKeyShown,
  title: text('New key', 24),
  close: text('Done', 24),
  blocks,
})

/** Shown verbatim, and easy to copy. */
const preformatted = (words: string): RichTextBlock => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_preformatted', elements: [{ type: 'text', text: words }] }],
})
