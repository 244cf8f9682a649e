/** The form of a webhook. */
import { field } from '../../../../blocks/ids.js'
import { done } from '../../../../blocks/kit/banner.js'
import { view, webhookFormView } from '../../../../blocks/webhooks/form.js'
import { action, secretShownAlreadyView, secretShownView } from '../../../../blocks/webhooks/list.js'
import { webhooksMemory } from '../../../../blocks/webhooks/memory.js'
import { listAccounts } from '../../../core/accounts/accounts.js'
import { say, type Sentence } from '../../../core/lib/codes.js'
import { DomainError } from '../../../core/lib/errors.js'
import type { Sql } from '../../../core/ports/deps.js'
import { updateWebhook } from '../../../core/webhooks/change.js'
import { createWebhook, type WithSecret } from '../../../core/webhooks/create.js'
import { readWebhook, type Webhook } from '../../../core/webhooks/webhook.js'
import { showBelow } from '../../forms/show-below.js'
import { submitOnce } from '../../forms/submit-once.js'
import { chosenMany, typed } from '../../forms/values.js'
import { onAction, onView } from '../../listener.js'
import { webhooksNow } from './view.js'

/** Opens the form of the webhook in the button's value; without one, of a new webhook. */
onAction([action.newWebhook, action.editWebhook], async (deps, { action, body, client, context }) => {
  if (!body.view || action.type !== 'button') return
  const { actor } = context.member
  const webhookId = action.value
  const [accounts, webhook] = await Promise.all([
    listAccounts(deps, actor),
    webhookId === undefined ? null : readWebhook(deps, actor, { webhookId }),
  ])
  const view = webhookFormView({ memory: webhook ? { webhookId: webhook.id } : {}, webhook, accounts })
  await client.views.push({ trigger_id: body.trigger_id, view })
})

/** Saves one webhook, however often the form is sent; only the first answer shows its secret. */
onView(view.webhook, async (deps, { view, client, context, ack }) => {
  const { member } = context
  const { actor } = member
  const { webhookId } = webhooksMemory.read(view)
  const accountIds = chosenMany(view, field.accountsOfWebhook).map(({ id }) => id)
  const input = {
    url: typed(view, field.link).trim(),
    events: chosenMany(view, field.events).map(({ id }) => id),
    accountIds: accountIds.length > 0 ? accountIds : null,
  }
  if (webhookId !== undefined) {
    await updateWebhook(deps, actor, { webhookId, ...input }).catch(inFormWords)
    await ack()
    return showBelow(deps, client, view.previous_view_id, await webhooksNow(deps, member, { webhookId }, done('Saved.')))
  }
  let made: WithSecret | undefined
  const { data, isReplay } = await submitOnce(
    deps,
    { actor, viewId: view.id, callbackId: view.callback_id, input },
    async (beforeCommit) => {
      const kept = (sql: Sql, { webhook }: WithSecret) => beforeCommit(sql, webhook)
      made = await createWebhook(deps, actor, input, kept).catch(inFormWords)
      return made.webhook
    },
    ({ url }: Webhook) => ({ url }),
  )
  const answer = made && !isReplay ? secretShownView(made.webhook, made.secret, true) : secretShownAlreadyView(data)
  await ack({ response_action: 'update', view: answer })
  await showBelow(deps, client, view.previous_view_id, await webhooksNow(deps, member, {}))
})

/** Calls the field “The URL”: on other forms, `url` is a pin’s link. @throws the given error */
function inFormWords(error: unknown): never {
  if (!(error instanceof DomainError)) throw error
  const sentence: Sentence = (of) => say(error.sentence, (name) => (name === 'url' ? 'The URL' : of(name)))
  throw new DomainError(error.code, sentence, error.details)
}
