/** The receipt of a published pin: who chose and approved what, what was sent, and what Pinterest shows, signed by the service. */
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import { callPlatform, type CallDeps } from '../../connections/call-platform.js'
import { type Actor, isClient } from '../../lib/actor.js'
import type { ErrorCode } from '../../lib/codes.js'
import { DomainError, RefusedBecause } from '../../lib/errors.js'
import type { Deps, Sql } from '../../ports/deps.js'
import type { PlatformPin } from '../../ports/platform.js'
import { readPost } from '../../posts/list.js'
import type { Post } from '../../posts/post.js'
import {
  type Decision,
  type NameOf,
  type PostRef,
  readDecisions,
  readSaid,
  readSendings,
  readVersions,
  seconds,
  type Sending,
  type Version,
} from './facts.js'
import { signText, textOf } from './keys.js'

export type ReceiptDeps = CallDeps & Pick<Deps, 'storage' | 'messenger' | 'settings' | 'log'>

/** The pin as Pinterest showed it then. */
export type ReadBack = Omit<PlatformPin, 'isOwner' | 'createdAt'> & { readAt: number; createdAt: number | null }

export type ReceiptFacts = {
  /** The address of the service that signed it. */
  issuer: string
  issuedAt: number
  post: {
    id: string
    accountId: string
    username: string
    pinId: string
    pinUrl: string
    title: string | null
    boardId: string | null
    boardName: string | null
    /** How product tags ended; null: it has none. */
    productTags: Post['productTagsState']
    createdAt: number
    sendAt: number | null
    sentAt: number
  }
  versions: Version[]
  decisions: Decision[]
  sent: Sending[]
  /** null: Pinterest could not be read, and the next receipt tries again. */
  readBack: ReadBack | null
  readBackProblem: { code: ErrorCode; message: string } | null
  /** What is not recorded any more, or never was. */
  incomplete: ('versions' | 'sent')[]
}
/** `signature`: a compact JWS; its payload is the JSON of all the other members. */
export type Receipt = ReceiptFacts & { signature: string }

/**
 * Reads the receipt. The first one that is complete is kept, and stays as it is. Pinterest is read outside any transaction.
 * @throws NOT_FOUND · CONFLICT post_not_published · what the storage throws
 */
export async function readReceipt(
  deps: ReceiptDeps,
  actor: Actor,
  { accountId, postId }: { accountId: string; postId: string },
): Promise<Receipt> {
  const { sql } = deps.db
  const account = await requireAccount(sql, actor, accountId)
  const post = await readPost(deps, actor, { accountId, postId })
  const { organizationId } = account
  const ref: PostRef = { organizationId, accountId: account.id, postId: post.id }
  const kept = await findReceipt(sql, ref)
  if (kept) return kept
  const { pinId, sentAt } = post
  if (post.status !== 'sent' || pinId === null || sentAt === null)
    throw new RefusedBecause('post_not_published', { about: 'receipt' })
  const [readings, now] = [await readAll(deps, account, ref, pinId), deps.clock()]
  const facts: ReceiptFacts = {
    issuer: deps.settings.publicUrl,
    issuedAt: seconds(now),
    post: {
      id: post.id,
      accountId: account.id,
      username: account.username,
      pinId,
      pinUrl: deps.platform.pages.pin(pinId),
      title: post.title,
      boardId: post.boardId,
      boardName: post.boardName,
      productTags: post.productTagsState,
      createdAt: seconds(post.createdAt),
      sendAt: post.sendAt && seconds(post.sendAt),
      sentAt: seconds(sentAt),
    },
    ...readings,
    incomplete: [
      ...(readings.versions.some(({ action }) => action === 'create') ? [] : (['versions'] as const)),
      ...(readings.sent.length > 0 ? [] : (['sent'] as const)),
    ],
  }
  const signed = await signText(deps, JSON.stringify(facts))
  if (facts.readBack === null || post.productTagsState === 'pending') return receiptOf(signed)
  await sql`
    insert into receipts (organization_id, post_id, account_id, signed, issued_at)
    values (${organizationId}, ${post.id}, ${account.id}, ${signed}, ${now})
    on conflict do nothing`
  return (await findReceipt(sql, ref)) ?? receiptOf(signed) // another process may have been first
}

async function findReceipt(sql: Sql, { organizationId, accountId, postId }: PostRef): Promise<Receipt | undefined> {
  const [row] = await sql<{ signed: string }[]>`
    select signed
      from receipts
     where organization_id = ${organizationId}
       and post_id = ${postId}
       and account_id = ${accountId}`
  return row && receiptOf(row.signed)
}

const receiptOf = (signed: string): Receipt => ({
  ...(JSON.parse(textOf(signed)) as ReceiptFacts), // as readReceipt() signed it
  signature: signed,
})

type Readings = Pick<ReceiptFacts, 'versions' | 'decisions' | 'sent' | 'readBack' | 'readBackProblem'>

async function readAll(deps: ReceiptDeps, account: Account, ref: PostRef, pinId: string): Promise<Readings> {
  const { sql } = deps.db
  const said = await readSaid(sql, ref)
  const clients = new Map(said.map(({ decidedBy, name }) => [decidedBy, name]))
  const ofSlack = makeNameOf(deps, ref)
  const nameOf: NameOf = async (userId) => (isClient(userId) ? (clients.get(userId) ?? null) : ofSlack(userId))
  const versions = await readVersions(sql, ref, nameOf)
  const decisions = await readDecisions(sql, ref, said, nameOf)
  const sent = await readSendings(deps, ref)
  return { versions, decisions, sent, ...(await readBack(deps, account, pinId)) }
}

/** Looks each name up once. A name that Slack does not say is left out: the id is what counts. */
function makeNameOf({ messenger, log }: ReceiptDeps, { organizationId }: PostRef): NameOf {
  const known = new Map<string, Promise<string | null>>()
  return (userId) => {
    const name =
      known.get(userId) ??
      (messenger.nameOf?.(organizationId, userId) ?? Promise.resolve(null)).catch((err: unknown) => {
        log.info({ err }, 'a receipt has no name for a person')
        return null
      })
    known.set(userId, name)
    return name
  }
}

async function readBack(
  deps: ReceiptDeps,
  account: Account,
  pinId: string,
): Promise<Pick<ReceiptFacts, 'readBack' | 'readBackProblem'>> {
  try {
    const question = { thing: 'Pin', forbids: 'board' } as const
    const pin = await callPlatform(deps, account, question, (access) => deps.platform.readPin(access, pinId))
    const { isOwner: _, createdAt, ...shown } = pin
    return {
      readBack: { readAt: seconds(deps.clock()), ...shown, createdAt: createdAt && seconds(createdAt) },
      readBackProblem: null,
    }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { readBack: null, readBackProblem: { code: error.code, message: error.message } }
  }
}
