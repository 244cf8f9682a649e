/** Links to the page of a receipt, for people without an account here: signed, for one pin, for a limited time. Nothing of them is stored. */
import { z } from 'zod'
import { type PostMedia, shownOf } from '../../media/post-media.js'
import { readSignedForDays, writeSignedForDays } from '../../lib/http/signed-token.js'
import { DomainError } from '../../lib/errors.js'
import type { Actor } from '../../lib/actor.js'
import type { Deps } from '../../ports/deps.js'
import { readPost } from '../../posts/list.js'
import type { Post } from '../../posts/post.js'
import { type Receipt, type ReceiptDeps, readReceipt } from './receipt.js'

const PURPOSE = 'receipt'
const DAYS_VALID = 90

const SHAPE = { o: z.string(), a: z.string(), p: z.string() }

/** Returns the address of the page of a published pin's receipt. */
export const receiptHref = (
  deps: Pick<Deps, 'sign' | 'clock' | 'settings'>,
  { organizationId, accountId, id }: Pick<Post, 'organizationId' | 'accountId' | 'id'>,
): string => {
  const values = { o: organizationId, a: accountId, p: id }
  return `${deps.settings.publicUrl}/receipts/${writeSignedForDays(deps, PURPOSE, values, DAYS_VALID)}`
}

export type OpenReceipt = { receipt: Receipt; organizationId: string; cover: PostMedia | null; lastDay: Date }

/** Opens a link. undefined: it is not ours or has expired, or there is no receipt any more. @throws as readReceipt() */
export async function openReceipt(deps: ReceiptDeps & Pick<Deps, 'sign'>, token: string): Promise<OpenReceipt | undefined> {
  const signed = readSignedForDays(deps, PURPOSE, token, SHAPE)
  if (!signed) return undefined
  const { values, lastDay } = signed
  const actor: Actor = { organizationId: values.o, via: 'api', role: 'viewer', userId: PURPOSE }
  const ref = { accountId: values.a, postId: values.p }
  try {
    const [receipt, post] = [await readReceipt(deps, actor, ref), await readPost(deps, actor, ref)]
    return { receipt, organizationId: values.o, cover: shownOf(post.media) ?? null, lastDay }
  } catch (error) {
    if (error instanceof DomainError && ['NOT_FOUND', 'CONFLICT'].includes(error.code)) return undefined
    throw error
  }
}
