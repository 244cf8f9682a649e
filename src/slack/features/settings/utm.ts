/** UTM parameters of an account, over its settings, and of a board, over the boards. */
import type { ViewOutput } from '@slack/bolt'
import { type BoardsMemory, boardsMemory, boardUtmMemory } from '../../../../blocks/boards/memory.js'
import { field } from '../../../../blocks/ids.js'
import { done } from '../../../../blocks/kit/banner.js'
import { settingsMemory } from '../../../../blocks/settings/memory.js'
import { action, view, utmView } from '../../../../blocks/settings/utm.js'
import type { Actor } from '../../../core/lib/actor.js'
import { UTM_FIELDS, type UtmRule } from '../../../core/links/utm.js'
import { deleteUtmRule, listUtmRules, putUtmRule } from '../../../core/links/utm-rules.js'
import { typed } from '../../forms/values.js'
import { onAction, type ActionArgs, type SlackDeps, onView } from '../../listener.js'
import { refreshBoardList } from '../boards/boards.js'
import { isGone } from '../cards/find-pin.js'
import { saving } from './forms.js'

onAction(action.settingsUtm, async (deps, { body, client, context }) => {
  if (!body.view) return
  const memory = settingsMemory.read(body.view)
  const rules = await listUtmRules(deps, context.member.actor, memory)
  const view = utmView({ memory: settingsMemory.write(memory), board: null, rule: ruleOf(rules, null) })
  await client.views.push({ trigger_id: body.trigger_id, view })
})

onView(view.utm, (deps, args) =>
  saving(deps, args, (actor, { accountId }) => save(deps, actor, { accountId, view: args.view, boardId: null })),
)

/** Opens the UTM rules of a board from its menu. */
export async function openBoardUtm(
  deps: SlackDeps,
  { body, client, context }: ActionArgs,
  board: { id: string; name: string },
): Promise<void> {
  if (!body.view) return
  const below: BoardsMemory = boardsMemory.read(body.view)
  const rules = await listUtmRules(deps, context.member.actor, below)
  const memory = boardUtmMemory.write({ accountId: below.accountId, boardId: board.id, below })
  const ofAccount = ruleOf(rules, null) ?? undefined
  const view = utmView({ memory, board: board.name, rule: ruleOf(rules, board.id), ofAccount })
  await client.views.push({ trigger_id: body.trigger_id, view })
}

/** Saves the rule; sending the form twice changes nothing. */
onView(view.boardUtm, async (deps, { view, client, context, ack }) => {
  const { accountId, boardId, below } = boardUtmMemory.read(view)
  const sentence = await save(deps, context.member.actor, { accountId, view, boardId })
  await ack()
  const viewId = view.previous_view_id ?? view.root_view_id
  if (viewId) await refreshBoardList(deps, client, { context, viewId, memory: below, banner: done(sentence) })
})

const ruleOf = (rules: readonly UtmRule[], boardId: string | null): UtmRule | null =>
  rules.find((rule) => rule.boardId === boardId) ?? null

type Saved = { accountId: string; view: ViewOutput; boardId: string | null }

/** Saves the rule, or removes it if all fields are empty. @returns the confirmation */
async function save(deps: SlackDeps, actor: Actor, { accountId, view, boardId }: Saved): Promise<string> {
  const value = (blockId: string) => typed(view, blockId).trim() || null
  const rule: UtmRule = {
    boardId,
    source: value(field.utmSource),
    medium: value(field.utmMedium),
    campaign: value(field.utmCampaign),
    content: value(field.utmContent),
  }
  if (UTM_FIELDS.some((name) => rule[name] !== null)) {
    await putUtmRule(deps, actor, { accountId, ...rule })
    return 'UTM parameters saved.'
  }
  await deleteUtmRule(deps, actor, { accountId, boardId }).catch((error: unknown) => {
    if (!isGone(error)) throw error // there were none
  })
  return boardId === null ? 'UTM parameters are off.' : 'The board uses the account’s UTM parameters.'
}
