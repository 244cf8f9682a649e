/** Renders how a change of a published pin ended. */
import { pinEditEndedMessage } from '../../../blocks/edit/published.js'
import type { Message } from '../../../blocks/kit/kit.js'
import type { Account } from '../../core/accounts/account.js'
import type { Actor } from '../../core/lib/actor.js'
import type { Deps } from '../../core/ports/deps.js'
import type { Notice } from '../../core/ports/notice.js'
import { readPost } from '../../core/posts/list.js'
import { sayEnd } from '../../core/publish/published/pin-edit.js'
import { readPinEdit } from '../../core/publish/published/request.js'

type Subject = { actor: Actor; account: Account; notice: Extract<Notice, { kind: 'pinEditEnded' }> }

/** @returns undefined: it is not over */
export async function renderPinEdit(
  deps: Pick<Deps, 'db' | 'clock'> & { platform: Pick<Deps['platform'], 'pages'> },
  { actor, account, notice }: Subject,
): Promise<Message | undefined> {
  const [post, edit] = [await readPost(deps, actor, notice), await readPinEdit(deps, actor, notice)]
  return pinEditEndedMessage(account, { edit, why: sayEnd(edit), title: post.title, href: deps.platform.pages.pin(edit.pinId) })
}
