import { createConnectLink } from '../core/connections/link.js'
import { requireSetUp, USUAL_PINS_PER_DAY, setUpAccount } from '../core/slots/set-up.js'
import { operatorOf, UsageError, type Command, type Values } from './command.js'
import { optionalId, optionalText, requireId, requireText } from './options.js'
import { deleteAccount } from '../core/care/deletion/begin.js'
import { disconnectAccount } from '../core/connections/disconnect.js'
import { createReadStream } from 'node:fs'
import { addAccount } from '../core/connections/connect.js'
import type { Account } from '../core/accounts/account.js'
import { readAccount } from '../core/accounts/accounts.js'
import { refreshBoards } from '../core/boards/refresh.js'
import { DomainError } from '../core/lib/errors.js'
import { PlatformError } from '../core/ports/platform.js'
import type { Deps } from '../core/ports/deps.js'

/** @returns undefined: not requested @throws UsageError without a zone · BAD_REQUEST timezone */
export function defaultsOf(values: Values, timezone: string | null) {
  if (values['defaults'] !== true) return undefined
  if (timezone === null) throw new UsageError('--defaults needs --timezone: posting times are in it.')
  const setUp = { timezone, pinsPerDay: USUAL_PINS_PER_DAY, channelId: null }
  requireSetUp(setUp)
  return setUp
}

export const accountConnect: Command = {
  name: 'account connect',
  usage: '--org ID [--account ID | --defaults --timezone ZONE]',
  summary:
    'Makes a link by which the holder of a Pinterest account connects it to the organization; with --account that one again, and no\n' +
    '    other. With --defaults a new account is set up with two posting times a day. The link works for 15 minutes:\n' +
    '    hand it on as you would a password.',
  examples: [
    'account connect --org 1',
    'account connect --org 1 --account 7',
    'account connect --org 1 --defaults --timezone Europe/Berlin',
  ],
  options: { org: { type: 'string' }, account: { type: 'string' }, defaults: { type: 'boolean' }, timezone: { type: 'string' } },
  prepare(values) {
    const actor = operatorOf(requireId(values, 'org'))
    const accountId = optionalId(values, 'account') ?? null
    const setUp = defaultsOf(values, optionalText(values, 'timezone') ?? null)
    return async (deps) => {
      const { formId: _, ...connectLink } = await createConnectLink(deps, actor, { accountId, setUp })
      const { url, expiresAt } = connectLink
      return { json: { connectLink }, lines: [url, `Works until ${expiresAt.toISOString()}.`] }
    }
  },
}

export const accountDelete: Command = {
  name: 'account delete',
  usage: '--org ID --account ID --confirm USERNAME',
  summary: 'Deletes an account with its pins, slots and media, for good. What is on Pinterest stays there.',
  examples: ['account delete --org 1 --account 7 --confirm maple_and_thread'],
  options: { org: { type: 'string' }, account: { type: 'string' }, confirm: { type: 'string' } },
  prepare(values) {
    const actor = operatorOf(requireId(values, 'org'))
    const accountId = requireId(values, 'account')
    const name = requireText(values, 'confirm')
    return async (deps) => {
      const deletion = await deleteAccount(deps, actor, { accountId, name })
      const line = `Account ${accountId} (${deletion.name}) is deleted: the running service takes its rows and media away.`
      return { json: { deletion }, lines: [line] }
    }
  },
}

export const accountDisconnect: Command = {
  name: 'account disconnect',
  usage: '--org ID --account ID',
  summary: 'Forgets the tokens of an account. Its pins wait, a day each, until it is connected again.',
  examples: ['account disconnect --org 1 --account 7'],
  options: { org: { type: 'string' }, account: { type: 'string' } },
  prepare(values) {
    const actor = operatorOf(requireId(values, 'org'))
    const accountId = requireId(values, 'account')
    return async (deps) => {
      const account = await disconnectAccount(deps, actor, { accountId })
      return {
        json: { account },
        lines: [`Account ${account.id} (${account.username}) is disconnected, and its tokens are gone.`],
      }
    }
  },
}

export const accountAdd: Command = {
  name: 'account add',
  usage: '--org ID --tokens FILE [--timezone ZONE] [--defaults]',
  summary:
    'Connects the Pinterest account that the tokens belong to, or connects it again, and reads its boards. The file has the access token on its first line and the refresh token on its second; - is the standard input. By --access-token and --refresh-token they stand in the list of processes, for everybody on the machine. With --defaults a new account is set up with two posting times a day.',
  examples: ['account add --org 1 --tokens tokens.txt --timezone America/New_York'],
  options: {
    org: { type: 'string' },
    tokens: { type: 'string' },
    'access-token': { type: 'string' },
    'refresh-token': { type: 'string' },
    timezone: { type: 'string' },
    defaults: { type: 'boolean' },
  },
  prepare(values) {
    const actor = operatorOf(requireId(values, 'org'))
    const readTokens = tokensOf(values)
    const timezone = optionalText(values, 'timezone') ?? null
    const setUp = defaultsOf(values, timezone)
    return async (deps) => {
      const added = await addAccount(deps, actor, { ...(await readTokens()), timezone }).catch(explainRefusal)
      if (setUp) await setUpAccount(deps, actor, { accountId: added.id, ...setUp })
      await readBoards(deps, added)
      const account = await readAccount(deps, actor, { accountId: added.id })
      return {
        json: { account },
        lines: [`Account ${account.id} (${account.username}) is connected, time zone ${account.timezone ?? 'not set'}.`],
      }
    }
  },
}

/** Many times the size of two tokens. */
const MOST_BYTES = 16 * 1024
/** The form of tokens by RFC 6750, which no JSON, page or picture has. */
const TOKEN = /^[\w.~+/-]+=*$/

type Tokens = { accessToken: string; refreshToken: string }

/**
 * Returns a reader of the tokens, which runs once everything else of the command is valid.
 * @throws UsageError
 */
function tokensOf(values: Values): () => Promise<Tokens> {
  const source = optionalText(values, 'tokens')
  if (source === undefined) {
    if (values['access-token'] === undefined) throw new UsageError('--tokens is missing.')
    const given = { accessToken: requireText(values, 'access-token'), refreshToken: requireText(values, 'refresh-token') }
    return async () => given
  }
  if (values['access-token'] !== undefined || values['refresh-token'] !== undefined)
    throw new UsageError('--tokens excludes --access-token and --refresh-token.')
  return async () => {
    const [accessToken, refreshToken, more] = (await readSource(source))
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
    if (!accessToken || !refreshToken || more !== undefined)
      throw new UsageError('--tokens must name a file of two lines: the access token, then the refresh token.')
    for (const [name, token] of Object.entries({ access: accessToken, refresh: refreshToken }))
      if (!TOKEN.test(token))
        throw new UsageError(`--tokens: the ${name} token is none: a token stands alone on its line, without quotes or blanks.`)
    return { accessToken, refreshToken }
  }
}

async function readSource(source: string): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  try {
    for await (const piece of source === '-' ? process.stdin : createReadStream(source)) {
      pieces.push(piece as Buffer) // a Buffer, because no encoding is set
      bytes += (piece as Buffer).length
      if (bytes > MOST_BYTES) throw new UsageError(`--tokens must be two lines of at most ${MOST_BYTES / 1024} KiB together.`)
    }
  } catch (error) {
    if (error instanceof UsageError) throw error
    const [what, code] = [source === '-' ? 'standard input' : `file ${source}`, (error as NodeJS.ErrnoException).code]
    throw new DomainError('BAD_REQUEST', `--tokens: the ${what} cannot be read (${code}).`)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function explainRefusal(error: unknown): never {
  if (!(error instanceof PlatformError)) throw error
  const { kind, message } = error
  if (kind === 'reconnect') {
    throw new DomainError('BAD_REQUEST', 'Pinterest refuses the access token. Check that it is right and has not expired.')
  }
  const hint = kind === 'unavailable' ? ' (the simulated platform answers while the service runs: npm start)' : ''
  throw new DomainError('BAD_GATEWAY', `Pinterest did not say whose token this is: ${withoutStop(message)}${hint}.`)
}

const withoutStop = (message: string) => message.replace(/\.$/, '')

/** Reads the boards of the new account; the error states that only this part is missing. */
async function readBoards(deps: Deps, account: Account): Promise<void> {
  try {
    await refreshBoards(deps, account)
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    const reason = `its boards could not be read: ${withoutStop(error.message)}`
    throw new DomainError('BAD_GATEWAY', `Account ${account.id} is connected, but ${reason}. The first listing reads them again.`)
  }
}
