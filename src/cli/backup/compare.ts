import type { Deps } from '../../core/ports/deps.js'
import { type Compared, compareAccount } from '../../core/care/restores/compare.js'
import { type Comparison, listComparisons, resumeCompared } from '../../core/care/restores/comparisons.js'
import { type Command, operatorOf, UsageError } from '../command.js'
import { optionalId } from '../options.js'
import { at } from '../text.js'
import { count } from './options.js'

/** The most posts of an account that the report names. */
const NAMED = 20

export const compare: Command = {
  name: 'compare',
  usage: '[--org ID [--account ID]] [--resume]',
  summary:
    'After a restore: reads the boards of each account and compares them with its queue. What went out since the backup is settled, what is in\n' +
    '    doubt becomes a draft that asks. May be repeated. --resume then resumes the accounts that were publishing when the backup was taken.',
  examples: ['compare', 'compare --org 1 --account 7 --resume'],
  options: { org: { type: 'string' }, account: { type: 'string' }, resume: { type: 'boolean' } },
  prepare(values) {
    const organizationId = optionalId(values, 'org')
    const accountId = optionalId(values, 'account')
    if (accountId !== undefined && organizationId === undefined) throw new UsageError('--account needs --org.')
    const resumes = values.resume === true
    return async (deps, say) => {
      const accounts: Outcome[] = []
      for (const comparison of await listComparisons(deps.db.sql, { organizationId, accountId })) {
        if (comparison.comparedAt === null) say(`Reading the boards of account ${comparison.accountId} (${comparison.username}).`)
        accounts.push(await compareOne(deps, comparison, resumes))
      }
      const isDone = accounts.every((one) => one.isCompared)
      return {
        json: { accounts: accounts.map(toJson) },
        lines:
          accounts.length === 0
            ? ['No account waits: nothing was restored.']
            : [...accounts.flatMap(linesOf), lastLine(accounts)],
        exitCode: isDone ? 0 : 1,
      }
    }
  },
}

type Outcome = { comparison: Comparison; compared: Compared | null; isCompared: boolean; isResumed: boolean }

async function compareOne(deps: Deps, listed: Comparison, resumes: boolean): Promise<Outcome> {
  const actor = operatorOf(listed.organizationId)
  const compared = listed.comparedAt === null ? await compareAccount(deps, actor, listed) : null
  const isCompared = compared?.isDone ?? true
  const isResumed = resumes && isCompared && listed.resumes && listed.isPaused && (await resumeCompared(deps, actor, listed))
  const [comparison = listed] = await listComparisons(deps.db.sql, listed) // reading boards takes minutes, and an admin may pause it meanwhile
  return { comparison, compared, isCompared, isResumed }
}

const toJson = ({ comparison, compared, isCompared, isResumed }: Outcome) => ({
  organizationId: comparison.organizationId,
  accountId: comparison.accountId,
  username: comparison.username,
  backupAt: comparison.backupAt,
  restoredAt: comparison.restoredAt,
  isCompared,
  isResumed,
  ...(compared && {
    found: compared.found,
    doubtful: compared.doubtful,
    absent: compared.absent,
    unknownPins: compared.unknownPins,
    unread: compared.unread,
  }),
})

function linesOf({ comparison, compared, isResumed }: Outcome): string[] {
  const { organizationId, accountId, username, backupAt, restoredAt, resumes, isPaused } = comparison
  const head = `Account ${accountId} (${username}) of organization ${organizationId}, from ${at(backupAt)} to ${at(restoredAt)}:`
  const state = isResumed
    ? '  Resumed. What is late goes out in order, what is more than a day late becomes a draft.'
    : resumes
      ? isPaused
        ? '  It stays paused until --resume.'
        : '  It is publishing.'
      : '  An admin paused it, and it stays so.'
  if (!compared) return [head, '  It was compared before.', state]
  const { found, doubtful, absent, unknownPins, unread } = compared
  return [
    head,
    `  ${count(found.length, 'pin was', 'pins were')} published since and ${found.length === 1 ? 'is' : 'are'} settled, ${count(absent, 'was', 'were')} due and ${absent === 1 ? 'is' : 'are'} not there, ${doubtful.length} in doubt.`,
    ...named(doubtful, ({ postId, boardId, title }) => `  In doubt: post ${postId} "${title ?? ''}" on board ${boardId}.`),
    ...(doubtful.length > 0
      ? ['  Look at these boards, then say what is there: in Slack, or npm run admin -- attempts settle.']
      : []),
    ...(unknownPins > 0
      ? [
          `  ${count(unknownPins, 'pin', 'pins')} of that time ${unknownPins === 1 ? 'is' : 'are'} no post’s here: added manually, or by posts that were lost.`,
        ]
      : []),
    ...named(unread, ({ boardId, because }) => `  Board ${boardId} could not be read: ${because}`),
    unread.length > 0 ? '  It stays paused: run this again when its boards can be read.' : state,
  ]
}

function named<T>(all: T[], say: (one: T) => string): string[] {
  const more = all.length - NAMED
  return [...all.slice(0, NAMED).map(say), ...(more > 0 ? [`  and ${more} more (--json has all).`] : [])]
}

function lastLine(accounts: Outcome[]): string {
  const waiting = accounts.filter(({ isCompared }) => !isCompared).length
  if (waiting > 0) return `${count(waiting, 'account waits', 'accounts wait')} for boards that could not be read.`
  const isLeft = accounts.some(({ comparison, isResumed }) => comparison.resumes && comparison.isPaused && !isResumed)
  return isLeft
    ? 'Every account is compared. Next: npm run admin -- compare --resume.'
    : 'Every account is compared, and none waits.'
}
