/** Renders changes of published pins: what asks for approval, and how each ended. */
import { pinEditAskedMessage, pinEditEndedMessage } from '../../../../blocks/edit/published.js'
import type { Message } from '../../../../blocks/kit/kit.js'
import type { Account } from '../../../core/accounts/account.js'
import { requireAccount } from '../../../core/accounts/accounts.js'
import { findBoardName } from '../../../core/boards/cache.js'
import type { Actor } from '../../../core/lib/actor.js'
import type { Deps } from '../../../core/ports/deps.js'
import type { Notice } from '../../../core/ports/notice.js'
import { readPost } from '../../../core/posts/list.js'
import { differing, sayEnd } from '../../../core/publish/published/pin-edit.js'
import { readPinEdit } from '../../../core/publish/published/request.js'

type Reading = Pick<Deps, 'db' | 'clock'> & { platform: Pick<Deps['platform'], 'pages'> }
type Subject = { actor: Actor; account: Account; notice: Extract<Notice, { kind: 'pinEditEnded' }> }

/** @returns undefined: it is not over */
export async function renderPinEdit(deps: Reading, { actor, account, notice }: Subject): Promise<Message | undefined> {
  return pinEditEndedMessage(account, await readEnd(deps, actor, notice))
}

type Ref = { accountId: string; postId: string; editId: string }

async function readEnd(deps: Reading, actor: Actor, ref: Ref) {
  const [post, edit] = [await readPost(deps, actor, ref), await readPinEdit(deps, actor, ref)]
  return { edit, why: sayEnd(edit), title: post.title, href: deps.platform.pages.pin(edit.pinId) }
}

/** Renders the request with its buttons, or who decided it and what became of it. */
export async function renderPinEditAsked(deps: Reading, actor: Actor, ref: Ref): Promise<Message> {
  const { sql } = deps.db
  const account = await requireAccount(sql, actor, ref.accountId)
  const end = await readEnd(deps, actor, ref)
  const { before, after } = end.edit
  const shown = async (field: ReturnType<typeof differing>[number], value: string | null): Promise<string> =>
    (field === 'boardId' && value !== null && (await findBoardName(sql, account, value))) || (value ?? '')
  const changes = await Promise.all(
    (after ? differing(before, after) : []).map(async (field) => ({
      field,
      before: await shown(field, before[field]),
      after: await shown(field, after?.[field] ?? null),
    })),
  )
  return pinEditAskedMessage(account, { ...end, changes })
}
