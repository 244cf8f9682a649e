/** Submits and closes modals: Slack's own checks first, then the app's answer. */
import { type OpenView, closeViews, findView, listModals, MAX_MODALS, pushView, replaceView, showErrors } from './views.js'
import { isView } from '../api-call.js'
import type { Workspace } from '../context.js'
import { listEntered, viewPlace } from './values.js'
import { isTooLarge, refusalsOf } from '../limits.js'
import { isEntityView } from '../messages/unfurl.js'
import { viewClosed, viewSubmission } from '../payloads.js'
import { lockUser, setAlert, type User } from '../people.js'
import { stateValues, isEmpty, valueKey } from '../state.js'
import { type View, interactives, type Block, type Element, type Value, type Values } from '../block-kit.js'
import { isUrl } from '../../../core/lib/http/parse-url.js'

export const TROUBLE = 'We had some trouble connecting. Try again?'

/** Submits the top modal. Nothing is sent while a field breaks Slack's own rules. */
export async function submitView(workspace: Workspace, user: User, open: OpenView): Promise<void> {
  const { db, sender } = workspace
  const values = stateValues(open.view.blocks, await listEntered(db.sql, user.id, viewPlace(open.id)))
  const errors = checkInputs(open.view.blocks, values)
  await showErrors(db.sql, open.id, { errors })
  if (Object.keys(errors).length > 0) return
  const answer = await sender.sendInteraction(await viewSubmission(workspace, user, open))
  const problem = answer.kind === 'failed' ? answer.reason : await handleAnswer(workspace, user, open, answer.body)
  if (problem === undefined) return
  workspace.log.warn({ callbackId: open.view.callback_id, problem }, 'a view submission was answered badly')
  await showErrors(db.sql, open.id, { errors: {}, alert: TROUBLE })
}

/** Applies the ack of a submission. Returns the problem if Slack would refuse it. */
async function handleAnswer(workspace: Workspace, user: User, open: OpenView, body: unknown): Promise<string | undefined> {
  return workspace.db.tx(async (sql) => {
    await lockUser(sql, user.id)
    const current = await findView(sql, { id: open.id })
    if (!current) return undefined // closed meanwhile
    const ack = readAck(workspace, body)
    switch (ack.kind) {
      case 'close':
        if (!isEntityView(open.view)) await closeViews(sql, [open.id]) // a pane stays, and the app shows it again
        return undefined
      case 'clear':
        await closeViews(
          sql,
          (await listModals(sql, user.id, user.windowId)).map(({ id }) => id),
        )
        return undefined
      case 'errors': {
        const known = new Set(open.view.blocks.filter(({ type }) => type === 'input').map((block) => block.block_id))
        const strays = Object.keys(ack.errors).filter((blockId) => !known.has(blockId))
        if (strays.length > 0 || Object.keys(ack.errors).length === 0)
          return `errors for no input of the view: ${strays.join(', ')}`
        await showErrors(sql, open.id, { errors: ack.errors })
        return undefined
      }
      case 'update':
        await replaceView(sql, open, ack.view)
        return undefined
      case 'push':
        if (current.position >= MAX_MODALS) return 'push_limit_reached'
        await pushView(sql, user, ack.view)
        return undefined
      case 'bad':
        return ack.problem
    }
  })
}

type Ack =
  | { kind: 'close' | 'clear' }
  | { kind: 'errors'; errors: Record<string, string> }
  | { kind: 'update' | 'push'; view: View }
  | { kind: 'bad'; problem: string }

function readAck(workspace: Workspace, body: unknown): Ack {
  if (body === undefined || body === '') return { kind: 'close' }
  if (typeof body !== 'object' || body === null) return { kind: 'bad', problem: 'the ack is neither empty nor an object' }
  const { response_action: action, errors, view } = body as { response_action?: unknown; errors?: unknown; view?: unknown }
  if (action === undefined)
    return Object.keys(body).length === 0 ? { kind: 'close' } : { kind: 'bad', problem: 'no response_action' }
  if (action === 'clear') return { kind: 'clear' }
  if (action === 'errors') {
    if (typeof errors !== 'object' || errors === null) return { kind: 'bad', problem: 'errors is no object' }
    return { kind: 'errors', errors: Object.fromEntries(Object.entries(errors).map(([id, text]) => [id, String(text)])) }
  }
  if (action !== 'update' && action !== 'push') return { kind: 'bad', problem: 'unknown response_action' }
  if (!isView(view) || view.type !== 'modal') return { kind: 'bad', problem: `${action} without a modal view` }
  const refusals = [...refusalsOf(view, 'modal', workspace), ...(isTooLarge(view) ? ['view_too_large'] : [])]
  if (refusals.length > 0) return { kind: 'bad', problem: refusals.join('; ') }
  return { kind: action, view }
}

/** Cancel or Esc: closes the top modal only. */
export async function closeTop(workspace: Workspace, user: User): Promise<boolean> {
  const top = (await listModals(workspace.db.sql, user.id, user.windowId)).at(-1)
  if (!top) return false
  await close(
    workspace,
    user,
    top.view.clear_on_close ? await listModals(workspace.db.sql, user.id, user.windowId) : [top],
    false,
  )
  return true
}

/** The X of a modal, or leaving it: closes the whole stack. */
export async function closeStack(workspace: Workspace, user: User): Promise<void> {
  await close(workspace, user, await listModals(workspace.db.sql, user.id, user.windowId), true)
}

async function close(workspace: Workspace, user: User, views: readonly OpenView[], isCleared: boolean): Promise<void> {
  const sent = await Promise.all(
    views.filter(({ view }) => view.notify_on_close).map((view) => viewClosed(workspace, user, view, isCleared)),
  )
  await workspace.db.tx((sql) =>
    closeViews(
      sql,
      views.map(({ id }) => id),
    ),
  )
  for (const payload of sent.reverse()) {
    const answer = await workspace.sender.sendInteraction(payload)
    if (answer.kind === 'failed') await setAlert(workspace.db.sql, user, TROUBLE)
  }
}

/** block_id -> the sentence shown under the field; empty when the view may be submitted. */
function checkInputs(blocks: readonly Block[], values: Values): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { block, element, blockId, actionId } of interactives(blocks)) {
    if (block.type !== 'input') continue
    const value = values[blockId]?.[actionId]
    if (!value) continue
    const error = isEmpty(element, value)
      ? block.optional
        ? undefined
        : 'Please complete this required field.'
      : checkValue(element, value)
    if (error) errors[blockId] = error
  }
  return errors
}

function checkValue(element: Element, value: Value): string | undefined {
  const entered = value[valueKey(element)]
  switch (element.type) {
    case 'plain_text_input':
      return checkLength(element, String(entered))
    case 'url_text_input':
      return isWebAddress(String(entered)) ? undefined : 'Please enter a valid URL.'
    case 'email_text_input':
      return /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/.test(String(entered)) ? undefined : 'Please enter a valid email address.'
    case 'number_input':
      return checkNumber(element, String(entered))
    default:
      return undefined
  }
}

function checkLength({ min_length: least, max_length: most }: Element, text: string): string | undefined {
  const length = [...text].length
  if (least !== undefined && length < least) return `Please enter at least ${least} characters.`
  if (most !== undefined && length > most) return `Please enter no more than ${most} characters.`
  return undefined
}

function checkNumber(element: Element, text: string): string | undefined {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return 'Please enter a valid number.'
  if (!element.is_decimal_allowed && text.includes('.')) return 'Please enter a whole number.'
  if (element.min_value !== undefined && Number(text) < Number(element.min_value))
    return `Please enter a number greater than or equal to ${element.min_value}.`
  if (element.max_value !== undefined && Number(text) > Number(element.max_value))
    return `Please enter a number less than or equal to ${element.max_value}.`
  return undefined
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text) && isUrl(text)
}
