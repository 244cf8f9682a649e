/** API keys: the list, the form for a new one, and the only view that shows it. */
import { type KeysMemory, keysMemory } from './memory.js'
import type { AnyBlock, Button, InputBlock, ModalView } from '@slack/types'
import type { Account } from '../../src/core/accounts/account.js'
import type { KeyRole } from '../../src/core/lib/actor.js'
import { ROLE_NAME } from './role-text.js'
import type { ApiKey } from '../../src/core/accounts/keys/api-keys.js'
import type { MostRole } from '../../src/core/accounts/keys/most-role.js'
import { escapeSigns } from '../kit/as-typed.js'
import { shared, field } from '../ids.js'
import { actions, button, context, escape, form, inline, input, preformatted, option, section, text } from '../kit/kit.js'
import { pageButtons, type PagedList } from '../kit/paging.js'
import { type Banner, bannerBlocks } from '../kit/banner.js'
import { ago, slackDay } from '../kit/times.js'

export const action = {
  newKey: 'open_new_key',
  revokeKey: 'revoke_key',
  keysPage: 'keys_page',
  keysFirst: 'keys_first',
  allowAgents: 'allow_agents',
  forbidAgents: 'forbid_agents',
} as const
export const view = { keys: 'api_keys', newKey: 'new_api_key', newKeyShown: 'new_api_key_shown' } as const

/** One row each, within the 100 blocks of a form. */
export const keyPages: PagedList = { size: 20, next: action.keysPage, first: action.keysFirst, label: 'keys' }

export type KeysModel = {
  memory: KeysMemory /** The keys of the current page. */
  keys: ShownKey[]
  count: number
  /** Whether the reader sees and creates keys of the organization, not only personal ones. */
  isOrganizationAdmin: boolean
  /** Whether people of the organization can sign programs in. */
  agentsAllowed: boolean
  now: Date
  banner?: Banner | undefined
}

/** `accounts`: the names of the existing accounts on which the key has its role; null: all. */
export type ShownKey = ApiKey & { accounts: string[] | null }

export const keysView = ({ memory, keys, count, isOrganizationAdmin, agentsAllowed, now, banner }: KeysModel): ModalView => ({
  type: 'modal',
  callback_id: view.keys,
  title: text('API keys', 24),
  close: text('Done', 24),
  private_metadata: keysMemory.write(memory),
  blocks: [
    ...bannerBlocks(banner),
    section(
      isOrganizationAdmin
        ? 'Programs need a key to use Pinslot. Give each key only the access its program needs. You’ll see each key only once.'
        : 'With a personal key, a program acts as you and can do everything you can. You’ll see each key only once.',
    ),
    ...(count === 0 ? [section('No keys yet.')] : []),
    ...keys.map((key) => keyBlock(key, now)),
    actions([
      button({ text: 'Create a key', actionId: action.newKey, style: 'primary' }),
      ...pageButtons(keyPages, { at: memory.at, of: count }),
    ]),
    context('Use a separate key for each program, so you can revoke one without breaking the others.'),
    ...agentBlocks(agentsAllowed, isOrganizationAdmin),
  ],
})

/** Says how programs sign in without a key; admins switch it. */
function agentBlocks(isAllowed: boolean, isOrganizationAdmin: boolean): AnyBlock[] {
  const words = isAllowed
    ? '*Sign-in for programs is on.* A program such as Claude or ChatGPT can also sign in by itself, as a person who confirms it here.'
    : '*Sign-in for programs is off.* Programs need a key.'
  return [section(words, isOrganizationAdmin ? (isAllowed ? forbidButton : allowButton) : undefined)]
}

const allowButton = button({ text: 'Turn on', actionId: action.allowAgents, label: 'Turn on sign-in for programs' })
const forbidButton: Button = {
  ...button({ text: 'Turn off', actionId: action.forbidAgents, label: 'Turn off sign-in for programs' }),
  confirm: {
    title: text('Turn off sign-in for programs?', 100),
    text: text('All programs that people signed in stop working right away. Keys keep working.', 300),
    confirm: text('Turn off', 30),
    deny: text('Cancel', 30),
    style: 'danger',
  },
}

function keyBlock(key: ShownKey, now: Date): AnyBlock {
  const { name, note, prefix, lastFour, createdAt, lastUsedAt } = key
  const used = lastUsedAt === null ? 'never used' : `last used ${ago(lastUsedAt, now)}`
  const mark = key.mostRole === null ? `  \`${escapeSigns(prefix)}…${escapeSigns(lastFour ?? '')}\`` : ''
  const words = `*${inline(name)}*${mark}\n${accessOf(key)}${note === null ? '' : ` · ${inline(note, NOTE_SHOWN)}`}\nCreated ${slackDay(createdAt)} · ${used} · ${endOf(key, now)}`
  return section(words, isLive(key, now) ? revokeButton(key) : undefined)
}

const NOTE_SHOWN = 150

function accessOf({ role, personId, accounts, mostRole, agentHost }: ShownKey): string {
  if (mostRole !== null && personId !== null)
    return `Signed in by <@${escape(personId.slice(personId.indexOf(':') + 1))}> · ${AGENT_ACCESS[mostRole]} · ${agentHost === null ? 'on their computer' : inline(agentHost)}`
  if (personId !== null) return `Personal key of <@${escape(personId.slice(personId.indexOf(':') + 1))}>`
  if (role === null) return ''
  if (accounts === null) return role === 'admin' ? 'Full access' : `${ROLE_NAME[role]} on all accounts`
  const [first, ...others] = accounts
  if (first === undefined) return `${ROLE_NAME[role]}, but its account is deleted`
  return `${ROLE_NAME[role]} on ${inline(first)}${others.length > 0 ? ` and ${others.length} more` : ''}`
}

/** What a signed-in program may do. */
export const AGENT_ACCESS = {
  viewer: 'Read only',
  contributor: 'Drafts only',
  scheduler: 'Schedule pins',
} satisfies Record<MostRole, string>

const isLive = ({ revokedAt, expiresAt }: ApiKey, now: Date) => revokedAt === null && (expiresAt === null || expiresAt > now)

function endOf({ revokedAt, expiresAt }: ApiKey, now: Date): string {
  if (revokedAt !== null) return `*revoked* ${slackDay(revokedAt)}`
  if (expiresAt === null) return 'never expires'
  return expiresAt > now ? `expires ${slackDay(expiresAt)}` : `*expired* ${slackDay(expiresAt)}`
}

const revokeButton = ({ id, name, mostRole }: ApiKey): Button => ({
  ...button({ text: 'Revoke', actionId: action.revokeKey, value: id, label: `Revoke ${name}` }),
  confirm: {
    title: text(mostRole === null ? 'Revoke this key?' : 'Sign this program out?', 100),
    text: text(
      mostRole === null
        ? `“${name}” stops working right away. You can’t undo this. Programs that use it need a new key.`
        : `“${name}” stops working right away. It can sign in again if somebody allows it.`,
      300,
    ),
    confirm: text('Revoke', 30),
    deny: text('Cancel', 30),
    style: 'danger',
  },
})

/** The values of "Expires", in days from now. */
export const EXPIRES = { never: null, days30: 30, days90: 90, days365: 365 } as const

/** The values of the key's access. */
export const ACCESS = { full: 'full', personal: 'personal' } as const
const ROLES = ['viewer', 'contributor', 'scheduler', 'admin'] as const
const MOST_ACCOUNTS = 100

/** @param accounts the accounts to choose from; undefined for a reader who may only create personal keys */
export const newKeyView = (memory: KeysMemory, accounts: readonly Pick<Account, 'id' | 'username'>[] | undefined): ModalView => {
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
        element: { type: 'plain_text_input', action_id: shared.value, max_length: 120 },
        hint: 'For example, the program that uses it.',
      }),
      ...(accounts ? accessInputs(accounts) : []),
      input({
        blockId: field.note,
        label: 'Note',
        element: { type: 'plain_text_input', action_id: shared.value, multiline: true, max_length: 500 },
        hint: 'What the key is for, and who’s responsible for it.',
        optional: true,
      }),
      input({
        blockId: field.expires,
        label: 'Expires',
        element: {
          type: 'static_select',
          action_id: shared.value,
          options: [never, option('In 30 days', 'days30'), option('In 90 days', 'days90'), option('In a year', 'days365')],
          initial_option: never,
        },
      }),
    ],
  })
}

function accessInputs(accounts: readonly Pick<Account, 'id' | 'username'>[]): InputBlock[] {
  const full = option('Full access', ACCESS.full, 'everything on all accounts, keys and roles included')
  const personal = option('Personal', ACCESS.personal, 'acts as you and can do what you can')
  const roles = ROLES.map((role) => option(ROLE_NAME[role], role, KEY_MAY[role]))
  const access = input({
    blockId: field.access,
    label: 'Access',
    element: { type: 'static_select', action_id: shared.value, options: [full, personal, ...roles], initial_option: full },
  })
  if (accounts.length === 0) return [access]
  const options = accounts.slice(0, MOST_ACCOUNTS).map(({ id, username }) => option(username, id))
  const where = input({
    blockId: field.accounts,
    label: 'Accounts',
    element: { type: 'multi_static_select', action_id: shared.value, options, placeholder: text('All accounts', 150) },
    hint: 'Where a role applies. Full access and personal keys ignore this.',
    optional: true,
  })
  return [access, where]
}

/** Descriptions of options, so each has at most 75 characters. */
const KEY_MAY = {
  viewer: 'reads everything, changes nothing',
  contributor: 'makes drafts; scheduling them needs approval',
  scheduler: 'schedules, edits and deletes all pins; slots and boards',
  admin: 'also the settings and connections of these accounts',
} satisfies Record<KeyRole, string>

/** The only view that shows the key. */
export const keyShownView = ({ key, name, expiresAt }: Pick<ApiKey, 'name' | 'expiresAt'> & { key: string }): ModalView =>
  shown([
    section(`Created *${inline(name)}*. Copy it now: you won’t see it again.`),
    preformatted(key),
    context(
      `Send it as \`Authorization: Bearer …\`. Treat it like a password: never post it in a message. ${expiresAt === null ? 'It never expires.' : `It expires ${slackDay(expiresAt)}.`}`,
    ),
  ])

/** The response to a repeated submission; the first response showed the key. */
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
