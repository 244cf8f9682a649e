/** Tools that make, edit, schedule and unschedule pins. */
import { hasRoleOn } from '../../core/accounts/people/roles.js'
import { badRequest, DomainError } from '../../core/lib/errors.js'
import { CONFIRM, postId } from '../inputs.js'
import { showNewPin, showPublishedEdit, showWrittenPin } from '../show/writes.js'
import { type MakeTool, toolOf, view } from '../tool.js'

const MEDIA = { mediaUrl: 'Public', uploadId: 'From POST /v1/media/uploads', mediaType: 'Of mediaUrl' }
const APPROVAL = 'A contributor’s key on an account with approvals asks people in Slack instead.'

const createPin = view({
  name: 'create_pin',
  title: 'Create a pin',
  description: `Saves a draft, or schedules it with sendAt or useNextOpenSlot, which needs title, description, url and board and costs a credit. Give mediaUrl or uploadId; or savePinId alone, which saves someone else’s public pin unchanged. A time less than ten minutes away is publishing now: ${CONFIRM} ${APPROVAL}`,
  of: 'createPost',
  inputs: {
    ...MEDIA,
    cover: 'Of a video',
    savePinId: 'Id or URL',
    title: '',
    description: '',
    url: 'Destination',
    altText: '',
    labels: '',
    aiDisclosures: '',
    boardId: '',
    boardSectionId: '',
    sendAt: '',
    useNextOpenSlot: '',
  },
  confirms: 'soon',
  show: showNewPin,
})

/** What Pinterest lets us change of a published pin. */
const ON_PINTEREST = ['title', 'description', 'url', 'altText', 'boardId', 'boardSectionId']

const editPin = toolOf({
  name: 'edit_pin',
  title: 'Edit a pin',
  description: `Changes the given fields of a draft or scheduled pin. Free; its time stays. Give mediaUrl or uploadId alone, or other fields. Of a published pin, texts, link and board change on Pinterest: ${CONFIRM}`,
  of: ['getPost', 'updatePost', 'replacePostMedia', 'updatePublishedPin'],
  inputs: {
    postId,
    title: '',
    description: '',
    url: 'Destination',
    altText: 'Empty: none',
    labels: 'Replaces them',
    aiDisclosures: 'Replaces them',
    cover: 'Of a video',
    boardId: 'Without boardSectionId: its root',
    boardSectionId: 'Empty: the root',
    productTagPinIds: 'Replaces all tags; any tag makes the pin a simplified one',
    ...MEDIA,
  },
  alwaysConfirms: ['updatePublishedPin'],
  isIdempotent: true,
  isOpenWorld: true,
  async run({ account, perform }, { postId: id, ...fields }) {
    const { post } = (await perform('getPost', { postId: id })).data
    if (post.status === 'sent') {
      const unknown = Object.keys(fields).find((name) => !ON_PINTEREST.includes(name))
      if (unknown !== undefined) throw badRequest(unknown, `${unknown} of a published pin cannot be changed on Pinterest.`)
      return showPublishedEdit(account, post, await perform('updatePublishedPin', { postId: id, ...fields }))
    }
    const names = Object.keys(fields)
    const other = names.find((name) => !(name in MEDIA))
    const isMedia = names.some((name) => name in MEDIA)
    if (isMedia && other !== undefined)
      throw badRequest(other, `${other} cannot be changed together with the image. Call edit_pin twice.`)
    const operation = isMedia ? 'replacePostMedia' : 'updatePost'
    return showWrittenPin(account, await perform(operation, { postId: id, ...fields }))
  },
})

/** Excludes a further way of the operation, which is a separate tool here. */
const ONE_WAY = 'Send exactly one of useNextOpenSlot, sendAt and moveToSlot. publish_pin_now publishes at once.'

const schedulePin = view({
  name: 'schedule_pin',
  title: 'Schedule a pin',
  description: `Schedules a draft (one credit), or moves a scheduled pin (free), by exactly one of useNextOpenSlot, sendAt and moveToSlot. It needs title, description, url and board. A time less than ten minutes away is publishing now: ${CONFIRM} ${APPROVAL}`,
  of: 'schedulePost',
  inputs: {
    postId,
    sendAt: '',
    useNextOpenSlot: '',
    moveToSlot: 'The nearest open slot before or after its time',
    requireOpenSlot: 'With sendAt: only if a slot is open then',
    boardId: '',
    boardSectionId: '',
  },
  confirms: 'soon',
  give(fields) {
    const ways = [fields.useNextOpenSlot, fields.sendAt, fields.moveToSlot]
    if (ways.filter((way) => way !== undefined).length !== 1) throw badRequest('sendAt', ONE_WAY)
    return fields
  },
  show: showWrittenPin,
})

const askForApproval = view({
  name: 'ask_for_approval',
  title: 'Ask for approval',
  description:
    'Asks people in Slack to approve a draft for the next open slot, or for sendAt. Asking again changes the time. list_approvals has the decision.',
  of: 'schedulePost',
  inputs: { postId, sendAt: '' },
  isIdempotent: true,
  give({ sendAt, ...fields }, { caller, account }) {
    if (hasRoleOn(caller.actor, account.id, 'scheduler'))
      throw new DomainError(
        'CONFLICT',
        'This key can schedule by itself, so no approval is needed. Use schedule_pin, or have an admin give the agent a contributor’s key.',
      )
    return { ...fields, ...(sendAt === undefined ? { useNextOpenSlot: true } : { sendAt }) }
  },
  show: showWrittenPin,
})

const unschedulePin = view({
  name: 'unschedule_pin',
  title: 'Unschedule a pin',
  description: 'Makes a scheduled pin a draft again and refunds its credit.',
  of: 'unschedulePost',
  inputs: { postId },
  isIdempotent: true,
  show: showWrittenPin,
})

const publishPinNow = view({
  name: 'publish_pin_now',
  title: 'Publish a pin now',
  description: `Publishes a draft or scheduled pin on Pinterest at once, for everyone to see. ${CONFIRM}`,
  of: 'schedulePost',
  inputs: { postId },
  confirms: 'always',
  isOpenWorld: true,
  give: (fields) => ({ ...fields, publishNow: true }),
  show: showWrittenPin,
})

const deletePin = toolOf({
  name: 'delete_pin',
  title: 'Delete a pin',
  description: `Deletes a draft or scheduled pin and refunds its credit, or a published pin from Pinterest; its stats stay. ${CONFIRM}`,
  of: ['getPost', 'deletePost', 'deletePublishedPin'],
  inputs: { postId },
  confirms: 'always',
  isOpenWorld: true,
  async run({ account, perform }, fields) {
    const before = await perform('getPost', fields)
    const { post } = before.data
    if (post.status === 'sent') {
      const asked = { ...fields, confirm: post.pinId ?? undefined }
      return showPublishedEdit(account, post, await perform('deletePublishedPin', asked))
    }
    const { said, price = null } = await perform('deletePost', fields)
    const next = said.done && { next: 'It is deleted. This is the pin as it was.' }
    return showWrittenPin(account, { ...before, price, said: { ...said, ...next } })
  },
})

export const pinWriteTools: MakeTool[] = [
  createPin,
  editPin,
  schedulePin,
  askForApproval,
  unschedulePin,
  publishPinNow,
  deletePin,
]
