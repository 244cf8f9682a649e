import { addAccount } from '../core/accounts/connect.js'
import type { Account } from '../core/accounts/account.js'
import { readAccount } from '../core/accounts/accounts.js'
import { refreshBoards } from '../core/boards/refresh.js'
import { DomainError } from '../core/errors.js'
import { PlatformError } from '../core/platform-port.js'
import type { Deps } from '../core/ports.js'
import { operatorOf, type Command } from './command.js'
import { optionalText, requireId, requireText } from './options.js'

export const accountAdd: Command = {
  name: 'account add',
  usage: '--org ID --access-token TOKEN --refresh-token TOKEN [--timezone ZONE]',
  summary: 'Connects the account of the platform that the tokens belong to, or connects it again, and reads its boards.',
  examples: ['account add --org 1 --access-token pina_… --refresh-token pinr_… --timezone America/New_York'],
  options: {
    org: { type: 'string' },
    'access-token': { type: 'string' },
    'refresh-token': { type: 'string' },
    timezone: { type: 'string' },
  },
  prepare(values) {
    const actor = operatorOf(requireId(values, 'org'))
    const accessToken = requireText(values, 'access-token')
    const refreshToken = requireText(values, 'refresh-token')
    const timezone = optionalText(values, 'timezone') ?? null
    return async (deps) => {
      const added = await addAccount(deps, actor, { accessToken, refreshToken, timezone }).catch(tellRefusal)
      await readBoards(deps, added)
      const account = await readAccount(deps, actor, { accountId: added.id })
      return {
        json: { account },
        lines: [`Account ${account.id} (${account.username}) is connected, time zone ${account.timezone ?? 'not set'}.`],
      }
    }
  },
}

function tellRefusal(error: unknown): never {
  if (!(error instanceof PlatformError)) throw error
  const { kind, message } = error
  if (kind === 'reconnect') {
    throw new DomainError('BAD_REQUEST', 'The platform refuses the access token: is it right and not expired?')
  }
  const hint = kind === 'unavailable' ? ' (the simulated platform answers while the service runs: npm start)' : ''
  throw new DomainError('BAD_GATEWAY', `The platform could not be asked whose token this is: ${withoutStop(message)}${hint}.`)
}

const withoutStop = (message: string) => message.replace(/\.$/, '')

/** The account stands by now, so the sentence says that only this part is missing. */
async function readBoards(deps: Deps, account: Account): Promise<void> {
  try {
    await refreshBoards(deps, account)
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    const reason = `its boards could not be read: ${withoutStop(error.message)}`
    throw new DomainError('BAD_GATEWAY', `Account ${account.id} is connected, but ${reason}. The first listing reads them again.`)
  }
}
