/** The form of a board's score: buttons and menus open it. */
import { action } from '../../../../blocks/relevance/fit.js'
import { RELEVANCE_TITLES } from '../../../../blocks/relevance/text.js'
import { view, keywordFormView } from '../../../../blocks/relevance/keyword-form.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { explain } from '../../reply/errors.js'
import { onAction, type SlackDeps, type ViewArgs, onView } from '../../listener.js'
import { openInTime } from '../../forms/open.js'
import { valueOf } from '../cards/pressed.js'
import { askerOf, askOrScore, hashOf, priceOf } from './fit.js'
import {
  accountOf,
  type ParsedKeyword,
  boardRequest,
  endForm,
  enteredIn,
  formFor,
  type Entered,
  namedIn,
} from './keyword-form.js'

/** Handles "Another keyword" for the same board. */
onAction(action.openFit, async (deps, args) => {
  const { body, client, context } = args
  const place = valueOf<{ accountId: string; boardId: string }>(args)
  await openInTime(deps, { client, triggerId: body.trigger_id, how: 'open', title: RELEVANCE_TITLES.fit }, async () =>
    fitForm(deps, context.member, await boardRequest(deps, context.member, place), { responseUrl: body.response_url }),
  )
})

/** @param round incremented when the board must be chosen again @throws FORBIDDEN · PAYMENT_REQUIRED before the person types */
export async function fitForm(
  deps: SlackDeps,
  member: Member,
  requested: ParsedKeyword,
  { responseUrl, round }: { responseUrl: string | undefined; round?: number },
) {
  const price = await priceOf(deps, member, requested.account)
  return formFor(requested, { aim: { kind: 'fit', price }, responseUrl, ...(round !== undefined && { round }) })
}

onView(view.fit, async (deps, args) => {
  const { member } = args.context
  const entered = await enteredIn(deps, args)
  const { memory, board, keyword } = entered
  const found = await accountOf(deps, member, memory).catch((error: unknown) => refuse(deps, args, entered, error))
  if (!found) return
  const price = await priceOf(deps, member, found.account).catch((error: unknown) => refuse(deps, args, entered, error))
  if (!price) return
  const show = await endForm(deps, args, memory)
  const place = { accountId: memory.accountId, boardId: board.id, keyword }
  const nonce = hashOf(args.view.id, board.id, keyword) // with other words it is another confirmation
  await askOrScore(deps, askerOf(args, args.body.trigger_id), show, { named: namedIn({ ...found, board }), price, place, nonce })
})

/** Shows an error that belongs to no field at the top of the form, with its values. */
async function refuse(
  deps: SlackDeps,
  { ack }: ViewArgs,
  { memory, board, keyword }: Entered,
  error: unknown,
): Promise<undefined> {
  const { sentence, connects } = explain(deps, error, { form: RELEVANCE_TITLES.fit })
  const view = keywordFormView({
    aim: { kind: 'fit', price: null },
    memory,
    board,
    keyword,
    accounts: [],
    problem: { sentence },
    ...(connects && { connects }),
  })
  await ack({ response_action: 'update', view })
}
