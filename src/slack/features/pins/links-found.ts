/** Published pins whose links lead nowhere: the notice, and “Fix links”, which changes them on Pinterest. */
import {
  action,
  fixedText,
  fixLinksView,
  linkField,
  LINKS_FIXED,
  LINKS_NAMED,
  linksFoundMessage,
  view,
} from '../../../../blocks/pins/links-found.js'
import { fixLinksMemory } from '../../../../blocks/pin/memory.js'
import { noticeView } from '../../../../blocks/kit/sentence.js'
import type { Account } from '../../../core/accounts/account.js'
import { requireAccount } from '../../../core/accounts/accounts.js'
import type { Actor } from '../../../core/lib/actor.js'
import { countLinksFound, listLinksFound } from '../../../core/patrol/findings.js'
import type { Deps } from '../../../core/ports/deps.js'
import { requireMaySchedule } from '../../../core/posts/permissions.js'
import { fixLink } from '../../../core/publish/published/fix-link.js'
import { sayEnd } from '../../../core/publish/published/pin-edit.js'
import { openInTime } from '../../forms/open.js'
import { slowForm } from '../../forms/slow-form.js'
import { typedAddress } from '../../forms/values.js'
import { onAction, onView, type SlackDeps, type ViewArgs } from '../../listener.js'
import { explain } from '../../reply/errors.js'
import { findPin } from '../cards/find-pin.js'

/** Reads what leads nowhere now. */
export async function renderLinksFound(deps: Pick<Deps, 'db'>, actor: Actor, account: Account) {
  const { pins, found } = await readFound(deps, actor, account, LINKS_NAMED)
  return linksFoundMessage(account, pins, found)
}

async function readFound(deps: Pick<Deps, 'db'>, actor: Actor, account: Account, limit: number) {
  const { findings: found } = await listLinksFound(deps, actor, { accountId: account.id, limit, cursor: null })
  return { pins: await countLinksFound(deps.db.sql, account), found }
}

onAction(action.fixLinks, async (deps, { action: pressed, body, client, context }) => {
  if (pressed.type !== 'button' || pressed.value === undefined) return
  const { actor } = context.member
  const accountId = pressed.value
  await openInTime(deps, { client, triggerId: body.trigger_id, how: 'open', title: 'Fix links' }, async () => {
    requireMaySchedule(actor, accountId, 'published')
    const account = await requireAccount(deps.db.sql, actor, accountId)
    const { pins, found } = await readFound(deps, actor, account, LINKS_FIXED)
    return found.length === 0 ? noticeView('All links lead to their pages again.') : fixLinksView({ accountId, pins, found })
  })
})

onView(view.fixLinks, async (deps, args) => {
  await slowForm(deps, args, {
    work: (report) => fixLinks(deps, args, report),
    working: 'Reading the pins on Pinterest…',
    inTime: noticeView,
    late: (sentence) => ({ view: noticeView(sentence), sentence }),
    notDone: 'No link was changed.',
  })
})

/** Requests each change by itself: a pin that refuses one keeps the others from nothing, and sent again it changes nothing twice. */
async function fixLinks(deps: SlackDeps, { view: sent, context }: ViewArgs, report: (step: string) => void): Promise<string> {
  const { actor } = context.member
  const { accountId, postIds } = fixLinksMemory.read(sent)
  const wanted = postIds.flatMap((postId) => {
    const url = typedAddress(sent, linkField(postId))
    return url === '' ? [] : [{ postId, url }]
  })
  const refused: { title: string | null; why: string }[] = []
  const refuse = async (postId: string, why: string) =>
    refused.push({ title: (await findPin(deps, actor, { accountId, postId }))?.title ?? null, why })
  for (const [index, { postId, url }] of wanted.entries()) {
    report(`Reading pin ${index + 1} of ${wanted.length} on Pinterest…`)
    try {
      const why = sayEnd(await fixLink(deps, actor, { accountId, postId, url }))
      if (why !== null) await refuse(postId, why) // its pin is gone
    } catch (error) {
      await refuse(postId, explain(deps, error, { callbackId: sent.callback_id }).sentence)
    }
  }
  return fixedText({ changed: wanted.length - refused.length, refused })
}
