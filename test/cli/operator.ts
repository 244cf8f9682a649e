/** Commands as the operator types them, with what they print caught, on a real database and a platform that knows two tokens. */
import { runCommand, type ExitCode } from '../../src/cli/run.js'
import { PlatformError, type Platform } from '../../src/core/ports/platform.js'
import type { Pool } from '../../src/db/pool.js'
import { START, testDeps, type SettableClock } from '../support/world.js'

type Outcome = { code: ExitCode; out: string; err: string; closed: boolean }

export type Operator = {
  clock: SettableClock
  /** One argument per word: `run('key list', '--org', '7')`; the command itself may be one text. */
  run(command: string, ...options: string[]): Promise<Outcome>
  /** Runs with --json and expects success. */
  json<T>(command: string, ...options: string[]): Promise<T>
}

const TOKENS: Record<string, { id: string; username: string }> = {
  pina_one: { id: '901', username: 'maker' },
  pina_two: { id: '902', username: 'baker' },
}

export const brokenBoards = 'pina_two'

/** Answers as the adapter does. */
export const platformOfTokens = {
  async readUser({ accessToken }) {
    const user = TOKENS[accessToken]
    if (!user) throw new PlatformError('reconnect', 'Authentication failed.', { status: 401 })
    return { ...user, displayName: 'The Maker', avatarUrl: null, isBusiness: true, websiteUrl: 'https://www.maker.test/shop' }
  },
  async listBoards({ accessToken }) {
    if (accessToken === brokenBoards) throw new PlatformError('unavailable', 'No answer.')
    const board = { id: '101', name: 'Kitchen', description: null, privacy: 'PUBLIC', pinCount: 3, followerCount: 0 }
    return { items: [{ ...board, ownerUsername: 'maker', pinsModifiedAt: null, createdAt: null }], bookmark: null }
  },
  async listSections() {
    return { items: [{ id: '1011', name: 'Shelves' }], bookmark: null }
  },
} satisfies Partial<Platform>

/** Of the terminal of a test that calls no such command. */
export const unused = async (): Promise<never> => {
  throw new Error('this test takes no backup')
}

/** What else a terminal has, of a test that needs none of it. */
export const NO_OTHERS = {
  examine: async () => [],
  takeBackup: unused,
  restoreBackup: unused,
  settleOtherMeans: unused,
  forgetSecrets: unused,
  sentenceFor: () => undefined,
}

export function anOperator(db: Pool): Operator {
  const clock: SettableClock = {
    now: START,
    advance(ms) {
      clock.now = new Date(clock.now.getTime() + ms)
    },
  }
  const platform = platformOfTokens as unknown as Platform // the commands call no other part of it
  async function run(command: string, ...options: string[]): Promise<Outcome> {
    const printed = { out: [] as string[], err: [] as string[] }
    let closed = false
    const code = await runCommand([...command.split(' ').filter(Boolean), ...options], {
      out: (line) => printed.out.push(line),
      err: (line) => printed.err.push(line),
      open: async () => ({
        deps: testDeps(db, clock, { platform }),
        close: async () => {
          closed = true
        },
      }),
      ...NO_OTHERS,
    })
    return { code, out: printed.out.join('\n'), err: printed.err.join('\n'), closed }
  }
  return {
    clock,
    run,
    async json<T>(command: string, ...options: string[]): Promise<T> {
      const { code, out, err } = await run(command, ...options, '--json')
      if (code !== 0) throw new Error(`${command} failed with ${code}: ${err}`)
      return JSON.parse(out) as T // the test says what it expects
    },
  }
}

export async function anOrganization(operator: Operator): Promise<string> {
  const { organization } = await operator.json<{ organization: { id: string } }>('org create', '--name', 'Makers')
  return organization.id
}

export async function anAccount(operator: Operator, organizationId: string): Promise<string> {
  const tokens = ['--access-token', 'pina_one', '--refresh-token', `pinr_${organizationId}`]
  const { account } = await operator.json<{ account: { id: string } }>('account add', '--org', organizationId, ...tokens)
  return account.id
}
