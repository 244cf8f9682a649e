import { z } from 'zod'
import { secondsSchema } from '../../wire/time.js'

const said = (description: string) => z.string().meta({ description })
const saidOrNull = (description: string) => z.string().nullable().meta({ description })
const timeOrNull = (description: string) => secondsSchema.nullable().meta({ description })

const who = z
  .object({
    kind: z
      .enum(['person', 'client', 'key', 'service', 'operator'])
      .meta({ description: 'service: Pinslot itself, such as a feed' }),
    id: said('T…:U… for a person in Slack, key:… for an API key, link:… or client:… for a client'),
    name: saidOrNull('Name of the person, the client or the key; null: not known'),
    keyName: saidOrNull('The key that a person used; null: none'),
    agent: saidOrNull('User-Agent of the program; null: not known'),
  })
  .meta({ id: 'ReceiptActor', description: 'Who did it' })

const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()])
const version = z.object({
  version: z.int().meta({ description: 'The version that it made' }),
  at: secondsSchema,
  action: said('create, edit, schedule, reschedule, unschedule, undo and others'),
  by: who,
  changes: z
    .array(
      z.object({
        field: said('What was changed'),
        before: value.meta({ description: 'Value before; null: not set' }),
        after: value.meta({ description: 'Value afterwards; null: not set' }),
      }),
    )
    .meta({ description: 'What it changed' }),
  undoneAt: timeOrNull('When it was undone; null: it was not'),
})

const step = z.object({
  step: z.int().nullable().meta({ description: 'Number of the step; null: a client said it whom no step asked' }),
  name: saidOrNull('Name of the step; null: the request has no steps of a rule'),
  decision: z.enum(['approve', 'request_changes', 'reject', 'skip']).meta({ description: 'What was decided' }),
  decidedBy: who,
  decidedFor: who.nullable().meta({ description: 'The person who was away, for whom a deputy decided; null: none' }),
  version: z.int().meta({ description: 'The version that they saw' }),
  decidedAt: secondsSchema,
  reason: saidOrNull('What to change, or why it was rejected'),
})

const decision = z.object({
  approvalId: said('Id of the request for approval'),
  requestedBy: who,
  requestedAt: secondsSchema,
  requestedVersion: z.int().meta({ description: 'The version of the request' }),
  state: z
    .enum(['open', 'approved', 'changes_requested', 'rejected', 'withdrawn'])
    .meta({ description: 'How it ended; open: it did not' }),
  decidedBy: who.nullable().meta({ description: 'Who decided; null: nobody' }),
  decidedAt: timeOrNull('When; null: it was not decided'),
  version: z.int().meta({ description: 'The version that was decided on' }),
  reason: saidOrNull('What to change, or why it was rejected'),
  steps: z
    .array(step)
    .optional()
    .meta({ description: 'What each step, and each client, decided; absent in receipts of earlier versions' }),
})

const file = z.object({
  id: said('Our id of the file'),
  contentType: saidOrNull('Its type; null: it is no longer stored'),
  sha256: saidOrNull('SHA-256 of the file; null: it is no longer stored, or over 64 MiB'),
})
const sending = z.object({
  number: z.int().meta({ description: 'Which attempt it was' }),
  outcome: said('confirmed or found: Pinterest has the pin'),
  claimedAt: secondsSchema,
  sentAt: secondsSchema,
  settledAt: timeOrNull('When the outcome was known; null: never'),
  status: z.int().nullable().meta({ description: 'HTTP status of Pinterest’s answer; null: there was none' }),
  requestId: saidOrNull('Pinterest’s id of the request; null: it gave none'),
  payload: z.record(z.string(), z.unknown()).meta({ description: 'The request, with ids of files in place of their bytes' }),
  media: z.array(file).meta({ description: 'The files, in their order' }),
})

const shown = z.object({
  readAt: secondsSchema,
  id: said('Pinterest’s id of the pin'),
  boardId: saidOrNull('Its board'),
  boardSectionId: saidOrNull('The section of its board'),
  title: saidOrNull('Its title'),
  description: saidOrNull('Its description'),
  link: saidOrNull('Its link'),
  altText: saidOrNull('Its alt text'),
  mediaType: saidOrNull('The kind of its media, in Pinterest’s words'),
  itemCount: z.int().nullable().meta({ description: 'Images of a carousel; null: it is none' }),
  createdAt: timeOrNull('When Pinterest made it'),
  imageUrl: saidOrNull('URL of its image at Pinterest'),
  parentPinId: saidOrNull('The pin that it is a saved copy of'),
})

const post = z.object({
  id: said('Our id of the post'),
  accountId: said('The account that published it'),
  username: said('Name of the account on Pinterest'),
  pinId: said('Pinterest’s id of the pin'),
  pinUrl: said('URL of the pin on Pinterest'),
  title: saidOrNull('Its title'),
  boardId: saidOrNull('Its board'),
  boardName: saidOrNull('Name of its board; null: not known'),
  productTags: z
    .enum(['pending', 'added', 'failed'])
    .nullable()
    .meta({ description: 'What became of its product tags; null: it has none' }),
  createdAt: secondsSchema,
  sendAt: timeOrNull('The time for which it was scheduled'),
  sentAt: secondsSchema,
})

/** @see docs/contract.md#receipts */
export const receiptSchema = z
  .object({
    issuer: said('Address of the service that signed it'),
    issuedAt: secondsSchema,
    post: post.meta({ description: 'The published pin' }),
    versions: z.array(version).meta({ description: 'Each change by a person, a program or Pinslot, the first one first' }),
    decisions: z.array(decision).meta({ description: 'Requests for approval, the first one first' }),
    sent: z.array(sending).meta({ description: 'Requests that left for Pinterest, the first one first' }),
    readBack: shown.nullable().meta({ description: 'The pin as Pinterest showed it then; null: it could not be read' }),
    readBackProblem: z
      .object({ code: said('The kind of error'), message: said('A message for people') })
      .nullable()
      .meta({ description: 'Why Pinterest could not be read; the next receipt tries again' }),
    incomplete: z.array(z.enum(['versions', 'sent'])).meta({ description: 'What is no longer recorded, or never was' }),
    signature: said(
      'A compact JWS (EdDSA). Its payload is the JSON of all the other members; its key is in GET /v1/receipt-keys',
    ),
  })
  .meta({ id: 'Receipt', description: 'Who chose, approved and sent a published pin, signed by the service' })
