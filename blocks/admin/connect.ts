/** Connecting a Pinterest account: the form with the link to Pinterest's consent page, and the buttons that open it. */
import type { AnyBlock, Button, ModalView } from '@slack/types'
import type { Account } from '../../src/core/accounts/account.js'
import { actions, button, context, divider, escape, header, inline, type Message, section, text } from '../kit/kit.js'
import { slackDate } from '../kit/times.js'

export const action = {
  connect: 'open_connect',
  /** A link to Pinterest; Slack reports its click, too. */
  connectGo: 'go_to_platform',
} as const
export const view = { connect: 'connect_account' } as const

type Known = Pick<Account, 'id' | 'username' | 'tokenStatus'>
type Again = Pick<Account, 'username' | 'tokenStatus' | 'publishing'>
export type ConnectModel = {
  /** The name of the organization that gets the account. */
  organization: string
  link: { url: string; expiresAt: Date; formId?: string | null }
  /** A new account, or a known one to reconnect. `unknown`: a typed name that no account has. */
  wanted: { kind: 'another'; accounts: readonly Known[]; unknown?: string | undefined } | { kind: 'again'; account: Again }
}

/** The most accounts, each in a row of its own. */
const MOST_ACCOUNTS = 40

export function connectView({ organization, link, wanted }: ConnectModel): ModalView {
  const way = wayTo(link)
  return {
    type: 'modal',
    callback_id: view.connect,
    ...(link.formId && { external_id: link.formId }),
    title: text(wanted.kind === 'again' ? 'Reconnect' : 'Connect account', 24),
    close: text('Close', 24),
    blocks:
      wanted.kind === 'again'
        ? [section(stepsAgain(wanted.account, organization)), ...way]
        : [...notFound(wanted.unknown), ...beside([section(stepsOfAnother(organization)), ...way], wanted.accounts)],
  }
}

const notFound = (name: string | undefined): AnyBlock[] =>
  name === undefined ? [] : [section(`:mag: No account is called “${inline(name, 60)}”.`)]

const wayTo = ({ url, expiresAt }: ConnectModel['link']): AnyBlock[] => [
  actions([{ ...button({ text: 'Connect at Pinterest', actionId: action.connectGo, style: 'primary' }), url }]),
  context(`Opens in your browser and works until ${slackDate(expiresAt)}. Share this link only with the account’s owner.`),
]

const stepsOfAnother = (organization: string): string =>
  [
    `*A new account for ${inline(organization)}*`,
    '1. Sign in to Pinterest with the account you want to publish to.',
    '2. Allow Pinslot to manage its boards and pins and read its stats. Nobody here sees the password.',
    `3. Come back here: this form changes once it’s connected. Then everyone in ${inline(organization)} can use it.`,
  ].join('\n')

function stepsAgain({ username, tokenStatus, publishing }: Again, organization: string): string {
  const name = `*${inline(username)}*`
  const isDead = tokenStatus === 'unauthorized'
  const queue =
    publishing === 'paused' ? 'Publishing is paused: its pins wait until it resumes.' : 'Overdue pins go out, one a minute.'
  return [
    isDead
      ? `:warning: ${name}, an account of ${inline(organization)}, is disconnected.`
      : `${name}, an account of ${inline(organization)}, is connected. This renews Pinslot’s access to it.`,
    `1. Sign in as ${name}; other accounts won’t work.`,
    '2. Allow access.',
    `3. Come back here: this form changes once it’s connected. ${isDead ? queue : 'Its pins keep their times.'}`,
  ].join('\n')
}

/** Disconnected accounts come first, as they are urgent. */
function beside(another: AnyBlock[], accounts: readonly Known[]): AnyBlock[] {
  const dead = accounts.filter(({ tokenStatus }) => tokenStatus === 'unauthorized')
  const alive = accounts.filter(({ tokenStatus }) => tokenStatus === 'authorized')
  const urgent = rows('Disconnected', dead.slice(0, MOST_ACCOUNTS))
  const others = rows('Or renew a connected account', alive.slice(0, Math.max(0, MOST_ACCOUNTS - dead.length)))
  const isCut = accounts.length > MOST_ACCOUNTS
  return [
    ...urgent,
    ...(urgent.length > 0 ? [divider()] : []),
    ...another,
    ...(others.length > 0 ? [divider()] : []),
    ...others,
    ...(isCut ? [context('For others, type `/pin connect NAME`.')] : []),
  ]
}

const rows = (headline: string, accounts: readonly Known[]): AnyBlock[] =>
  accounts.length === 0
    ? []
    : [
        header(headline),
        ...accounts.map((account) =>
          section(
            `*${inline(account.username)}*`,
            connectAgain(account, account.tokenStatus === 'unauthorized' ? 'primary' : undefined),
          ),
        ),
      ]

/** Opens the form for this account; a person who may not connect one gets a message. */
export const connectAgain = ({ id, username }: Pick<Account, 'id' | 'username'>, style?: 'primary'): Button =>
  button({
    text: 'Reconnect',
    actionId: action.connect,
    value: id,
    label: `Reconnect ${username}`,
    ...(style && { style }),
  })

const connectFirst = (): Button =>
  button({ text: 'Connect account', actionId: action.connect, value: '', style: 'primary', label: 'Connect an account' })

/** The account to reconnect before anything else works; null: the first account has to be connected. */
export type Connects = Pick<Account, 'id' | 'username'> | null

export const connectBlocks = (sentence: string, connects: Connects): AnyBlock[] => [
  section(escape(sentence)),
  actions([connects ? connectAgain(connects, 'primary') : connectFirst()]),
]

export const connectMessage = (sentence: string, connects: Connects): Message => ({
  text: escape(sentence),
  blocks: connectBlocks(sentence, connects),
})

export const connectNotice = (sentence: string, connects: Connects): ModalView => ({
  type: 'modal',
  title: text('Pinslot', 24),
  close: text('Close', 24),
  blocks: connectBlocks(sentence, connects),
})
