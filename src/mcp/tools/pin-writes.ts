/** Tools that make, edit, schedule and unschedule pins. */
import { z } from 'zod'
import { hasRoleOn } from '../../core/accounts/people/roles.js'
import { badRequest, DomainError } from '../../core/lib/errors.js'
import { newPostBody } from '../../http/routes/posts/new-body.js'
import { postEditFields } from '../../http/routes/posts/edit-body.js'
import { scheduleBody } from '../../http/routes/posts/schedule-body.js'
import type { Answer, Caller, Data, Inputs as WriteInputs, ShownAccount } from '../caller.js'
import { CHANGED, confirmCode, type Confirming, judgeOf, NotConfirmed, SHOW } from '../confirm.js'
import { showWrittenPin, writtenPin, type WrittenPin } from '../show/writes.js'
import type { Tool } from '../tool.js'
import { defineTool } from '../tool.js'
import { accountId, brief, confirm, CONFIRM, dryRun, given, idempotencyKey, postId } from './inputs.js'

const pin = newPostBody.shape
const media = {
  mediaUrl: brief(pin.mediaUrl, 'Public'),
  uploadId: brief(pin.uploadId, 'From POST /v1/media/uploads'),
  mediaType: brief(pin.mediaType, 'Of mediaUrl'),
}
const edit = postEditFields.shape
const when = scheduleBody.shape
const sendAt = brief(when.sendAt)
const APPROVAL = 'A contributor’s key on an account with approvals asks people in Slack instead.'

type Write = 'createPost' | 'updatePost' | 'replacePostMedia' | 'schedulePost' | 'unschedulePost'
type Inputs = WriteInputs & { params: Record<string, string> }

/** @param isDry true for a rehearsal */
async function write(caller: Caller, account: ShownAccount, id: Write, inputs: Inputs, isDry = false): Promise<WrittenPin> {
  const answer: Answer<Data[Write]> = isDry ? await caller.rehearse(id, inputs) : await caller.ask(id, inputs)
  return showWrittenPin(account, answer)
}

const createPin = defineTool({
  name: 'create_pin',
  title: 'Create a pin',
  description: `Saves a draft, or schedules it with sendAt or useNextOpenSlot, which needs title, description, url and board and costs a credit. Give mediaUrl or uploadId; or savePinId alone, which saves someone else’s public pin unchanged. A time less than ten minutes away is publishing now: ${CONFIRM} ${APPROVAL}`,
  input: z.strictObject({
    accountId,
    ...media,
    savePinId: brief(pin.savePinId, 'Id or URL'),
    title: brief(pin.title),
    description: brief(pin.description),
    url: brief(pin.url, 'Destination'),
    altText: brief(pin.altText),
    boardId: brief(pin.boardId),
    boardSectionId: brief(pin.boardSectionId),
    sendAt,
    useNextOpenSlot: brief(pin.useNextOpenSlot),
    confirm,
    dryRun,
    idempotencyKey,
  }),
  output: writtenPin,
  hints: {},
  hasOthersText: true,
  async run(caller, { accountId: of, confirm: code, dryRun: isDry, idempotencyKey: key, ...body }) {
    const account = await caller.account(of)
    const inputs = { params: { accountId: account.id }, body, idempotencyKey: key }
    const act = { tool: 'create_pin', id: account.id, inputs: body, confirm: code, needed: 'soon' } as const
    const written = isDry
      ? await write(caller, account, 'createPost', inputs, true)
      : await writeOrShow(caller, account, 'createPost', inputs, act)
    return written.done ? written : withoutIds(written)
  },
})

/** Removes ids of posts that were rolled back and will never exist. */
function withoutIds({ pin: { postId: _, picture: _picture, ...kept }, approval, ...written }: WrittenPin): WrittenPin {
  if (!approval) return { ...written, pin: kept }
  const { approvalId: _id, postId: _post, ...asked } = approval
  return { ...written, pin: kept, approval: asked }
}

const editPin = defineTool({
  name: 'edit_pin',
  title: 'Edit a pin',
  description:
    'Changes the given fields of a draft or scheduled pin. Free; its time stays. Give mediaUrl or uploadId alone, or other fields.',
  input: z.strictObject({
    accountId,
    postId,
    title: brief(edit.title),
    description: brief(edit.description),
    url: brief(edit.url, 'Destination'),
    altText: brief(edit.altText, 'Empty: none'),
    boardId: brief(edit.boardId, 'Without boardSectionId: its root'),
    boardSectionId: brief(edit.boardSectionId, 'Empty: the root'),
    productTagPinIds: brief(edit.productTagPinIds, 'Replaces all tags; any tag makes the pin a simplified one'),
    ...media,
    dryRun,
  }),
  output: writtenPin,
  hints: { isIdempotent: true },
  hasOthersText: true,
  async run(caller, { accountId: of, postId: id, dryRun: isDry, ...fields }) {
    const account = await caller.account(of)
    const params = { accountId: account.id, postId: id }
    const { mediaUrl: address, uploadId: upload, mediaType: type, ...copy } = fields
    const source = given({ mediaUrl: address, uploadId: upload, mediaType: type })
    if (Object.keys(source).length === 0) return write(caller, account, 'updatePost', { params, body: copy }, isDry)
    const [other] = Object.keys(given(copy))
    if (other !== undefined)
      throw new DomainError('BAD_REQUEST', `${other} cannot be changed together with the image. Call edit_pin twice.`, {
        field: other,
      })
    return write(caller, account, 'replacePostMedia', { params, body: source }, isDry)
  },
})

/** Schedules, or requests approval, depending on the role of the key. */
function schedule(
  caller: Caller,
  account: ShownAccount,
  postId: string,
  inputs: Omit<Inputs, 'params'>,
  { isDry = false, confirm: code }: { isDry?: boolean | undefined; confirm?: string | undefined },
): Promise<WrittenPin> {
  const whole = { ...inputs, params: { accountId: account.id, postId } }
  if (isDry) return write(caller, account, 'schedulePost', whole, true)
  const act = { tool: 'schedule_pin', id: postId, inputs: inputs.body, confirm: code, needed: 'soon' } as const
  return writeOrShow(caller, account, 'schedulePost', whole, act)
}

/** Excludes a further way of the operation, which is a separate tool here. */
const ONE_WAY = 'Send exactly one of useNextOpenSlot, sendAt and moveToSlot. publish_pin_now publishes at once.'

const schedulePin = defineTool({
  name: 'schedule_pin',
  title: 'Schedule a pin',
  description: `Schedules a draft (one credit), or moves a scheduled pin (free), by exactly one of useNextOpenSlot, sendAt and moveToSlot. It needs title, description, url and board. A time less than ten minutes away is publishing now: ${CONFIRM} ${APPROVAL}`,
  input: z.strictObject({
    accountId,
    postId,
    sendAt,
    useNextOpenSlot: brief(when.useNextOpenSlot),
    moveToSlot: brief(when.moveToSlot, 'The nearest open slot before or after its time'),
    requireOpenSlot: brief(when.requireOpenSlot, 'With sendAt: only if a slot is open then'),
    boardId: brief(when.boardId),
    boardSectionId: brief(when.boardSectionId),
    confirm,
    dryRun,
    idempotencyKey,
  }),
  output: writtenPin,
  hints: {},
  hasOthersText: true,
  async run(caller, { accountId: of, postId: id, confirm: code, dryRun: isDry, idempotencyKey: key, ...body }) {
    const ways = [body.useNextOpenSlot, body.sendAt, body.moveToSlot]
    if (ways.filter((way) => way !== undefined).length !== 1) throw badRequest('sendAt', ONE_WAY)
    const account = await caller.account(of)
    return schedule(caller, account, id, { body, idempotencyKey: key }, { isDry, confirm: code })
  },
})

const askForApproval = defineTool({
  name: 'ask_for_approval',
  title: 'Ask for approval',
  description:
    'Asks people in Slack to approve a draft for the next open slot, or for sendAt. Asking again changes the time. list_approvals has the decision.',
  input: z.strictObject({ accountId, postId, sendAt, dryRun, idempotencyKey }),
  output: writtenPin,
  hints: { isIdempotent: true },
  hasOthersText: true,
  async run(caller, { accountId: of, postId: id, sendAt: at, dryRun: isDry, idempotencyKey: key }) {
    const account = await caller.account(of)
    if (hasRoleOn(caller.actor, account.id, 'scheduler'))
      throw new DomainError(
        'CONFLICT',
        'This key can schedule by itself, so no approval is needed. Use schedule_pin, or have an admin give the agent a contributor’s key.',
      )
    const body = at === undefined ? { useNextOpenSlot: true } : { sendAt: at }
    return schedule(caller, account, id, { body, idempotencyKey: key }, { isDry })
  },
})

const unschedulePin = defineTool({
  name: 'unschedule_pin',
  title: 'Unschedule a pin',
  description: 'Makes a scheduled pin a draft again and refunds its credit.',
  input: z.strictObject({ accountId, postId, dryRun }),
  output: writtenPin,
  hints: { isIdempotent: true },
  hasOthersText: true,
  async run(caller, { accountId: of, postId: id, dryRun: isDry }) {
    const account = await caller.account(of)
    return write(caller, account, 'unschedulePost', { params: { accountId: account.id, postId: id } }, isDry)
  },
})

const publishPinNow = defineTool({
  name: 'publish_pin_now',
  title: 'Publish a pin now',
  description: `Publishes a draft or scheduled pin on Pinterest at once, for everyone to see. ${CONFIRM}`,
  input: z.strictObject({ accountId, postId, confirm, dryRun, idempotencyKey }),
  output: writtenPin,
  hints: { isDestructive: true, isOpenWorld: true },
  hasOthersText: true,
  async run(caller, { accountId: of, postId: id, confirm: code, dryRun: isDry, idempotencyKey: key }) {
    const account = await caller.account(of)
    const params = { accountId: account.id, postId: id }
    const inputs = { params, body: { publishNow: true }, idempotencyKey: key }
    if (isDry) return write(caller, account, 'schedulePost', inputs, true)
    const act = { tool: 'publish_pin_now', id, inputs: params }
    return writeOrShow(caller, account, 'schedulePost', inputs, { ...act, confirm: code, needed: 'always' })
  },
})

const deletePin = defineTool({
  name: 'delete_pin',
  title: 'Delete a pin',
  description: `Deletes a draft or scheduled pin and refunds its credit. Published pins stay on Pinterest. ${CONFIRM}`,
  input: z.strictObject({ accountId, postId, confirm, dryRun }),
  output: writtenPin,
  hints: { isDestructive: true },
  hasOthersText: true,
  async run(caller, { accountId: of, postId: id, confirm: code, dryRun: isDry = false }) {
    const account = await caller.account(of)
    const params = { accountId: account.id, postId: id }
    const { data, ...rest } = await caller.ask('getPost', { params })
    const act = { tool: 'delete_pin', id, inputs: params }
    const confirming = { ...act, confirm: code, needed: 'always' } as const
    const isDone =
      !isDry && code !== undefined && (await unlessNotConfirmed(caller.ask('deletePost', judged({ params }, confirming))))
    if (isDone) return { ...showWrittenPin(account, { ...rest, data }), next: 'It is deleted. This is the pin as it was.' }
    const { price, held, data: gone } = await caller.rehearse('deletePost', { params })
    const shown = showWrittenPin(account, { ...rest, data, price })
    if (isDry) return shown
    const next = code === undefined ? SHOW : CHANGED
    return { ...shown, dryRun: false, confirm: confirmCode(caller, { ...act, held, data: gone }), next }

    function judged(given: WriteInputs, how: Confirming): WriteInputs {
      return { ...given, judge: judgeOf(caller, how) }
    }
  },
})

/** Executes the write if it needs no code or has the right one; else shows what it would do, with its code. */
async function writeOrShow(
  caller: Caller,
  account: ShownAccount,
  id: Write,
  inputs: Inputs,
  confirming: Confirming,
): Promise<WrittenPin> {
  const { confirm: code, needed } = confirming
  if (needed === 'soon' || code !== undefined) {
    const done = await unlessNotConfirmed(write(caller, account, id, { ...inputs, judge: judgeOf(caller, confirming) }))
    if (done) return done
  }
  const { held, ...answer } = await caller.rehearse(id, inputs)
  const next = code === undefined ? SHOW : CHANGED
  const act = { ...confirming, held, data: answer.data }
  return { ...showWrittenPin(account, answer), dryRun: false, confirm: confirmCode(caller, act), next }
}

/** undefined if it was not confirmed and nothing was done. */
const unlessNotConfirmed = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (error instanceof NotConfirmed) return undefined
    throw error
  })

export const pinWriteTools: Tool[] = [createPin, editPin, schedulePin, askForApproval, unschedulePin, publishPinNow, deletePin]
