/** Switches the account of the form with a board and a keyword. */
import { action, view as viewIds } from '../../../../blocks/relevance/keyword-form.js'
import { field } from '../../../../blocks/ids.js'
import { keywordMemory } from '../../../../blocks/relevance/memory.js'
import { chooseAccount } from '../../../core/accounts/people/members.js'
import { typed } from '../../forms/values.js'
import { onAction } from '../../listener.js'
import { fitForm } from './fit-form.js'
import { accountOf, formFor } from './keyword-form.js'

/** Switches the account: the keyword stays as typed, and the board is chosen again. @throws NOT_FOUND the account is gone */
onAction(action.keywordAccount, async (deps, { action, body, client, context }) => {
  const { view } = body
  if (!view || action.type !== 'static_select') return
  const { member, slackTeamId: teamId, slackUserId } = context
  const accountId = action.selected_option.value
  await chooseAccount(deps, member.actor, { teamId, slackUserId, accountId })
  const { responseUrl, round = 0 } = keywordMemory.read(view)
  const requested = { ...(await accountOf(deps, member, { accountId })), board: null, keyword: typed(view, field.keyword) }
  const opened = { responseUrl, round: round + 1 }
  const shown =
    view.callback_id === viewIds.fit
      ? await fitForm(deps, member, requested, opened)
      : formFor(requested, { aim: { kind: 'ideas' }, ...opened })
  await client.views.update({ view_id: view.id, view: shown })
})
