import { z } from 'zod'
import { EDIT_REASONS, EDIT_STATES, PIN_FIELDS, type PinEdit, sayEnd } from '../../../core/publish/published/pin-edit.js'
import { seconds, secondsOrNull, secondsSchema } from '../../wire/time.js'

const valueOrNull = (description: string) => z.string().nullable().meta({ description })
const fields = z.object({
  title: valueOrNull('Title'),
  description: valueOrNull('Description'),
  url: valueOrNull('Destination link, with its UTM parameters'),
  altText: valueOrNull('Alt text'),
  boardId: valueOrNull('Id of the board'),
  boardSectionId: valueOrNull('Id of the section; null: the board itself'),
})

/** @see docs/contract.md#published-pins */
export const pinEditSchema = z
  .object({
    id: z.string().nullable().meta({ description: 'Null: a preview' }),
    postId: z.string().meta({ description: 'Id of the post' }),
    pinId: z.string().meta({ description: 'Id of the pin on Pinterest' }),
    kind: z.enum(['edit', 'delete']).meta({ description: 'What was asked for' }),
    state: z.enum(EDIT_STATES).nullable().meta({
      description:
        'pending_approval: somebody has to approve it; sending: under way; unknown: the answer was lost, and Pinterest is read until settledAt is set. Null: a preview. Values may be added',
    }),
    before: fields.meta({ description: 'The pin as Pinterest showed it at the request; for a deletion, as it was sent' }),
    after: fields.nullable().meta({ description: 'The pin afterwards; null: deleted' }),
    editedOnPinterest: z
      .array(z.enum(PIN_FIELDS))
      .optional()
      .meta({ description: 'Fields that were edited on Pinterest itself; only in the answer to the request' }),
    reason: z.enum(EDIT_REASONS).nullable().meta({ description: 'Why it was not applied. Values may be added' }),
    message: z.string().nullable().meta({ description: 'The reason for people' }),
    requestedAt: secondsSchema,
    settledAt: secondsSchema.nullable().meta({ description: 'When it was over; null: it is not' }),
  })
  .meta({ id: 'PinEdit', description: 'A change of a published pin on Pinterest' })

export const pinEditToWire = (edit: PinEdit): z.output<typeof pinEditSchema> => {
  const { id, postId, pinId, kind, state, before, after, editedOnPinterest, reason, requestedAt, settledAt } = edit
  return {
    id,
    postId,
    pinId,
    kind,
    state,
    before: fields.parse(before),
    after: after && fields.parse(after),
    ...(editedOnPinterest.length > 0 && { editedOnPinterest }),
    reason,
    message: sayEnd(edit),
    requestedAt: seconds(requestedAt),
    settledAt: secondsOrNull(settledAt),
  }
}
