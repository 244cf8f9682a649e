/** What is recorded of a published pin: its versions, the decisions on them, and what was sent to Pinterest. Times are Unix seconds. */
import { createHash } from 'node:crypto'
import { findMediaOf } from '../../media/media-rows.js'
import type { PostAction } from '../../posts/action.js'
import type { ApprovalState } from '../../posts/approval/model.js'
import type { DecisionKind } from '../../posts/approval/steps/decisions.js'
import { slideWords } from '../../posts/content.js'
import type { PostImage } from '../../posts/row.js'
import { isClient, isSlackPerson } from '../../lib/actor.js'
import type { Deps, Sql } from '../../ports/deps.js'
import type { AttemptState } from '../model/attempt.js'
import type { Payload } from '../model/payload.js'

export type PostRef = { organizationId: string; accountId: string; postId: string }

/** `service`: Pinslot itself, for example a feed. `name`: of the person, the client or the key; null: not known. */
export type Who = {
  kind: 'person' | 'client' | 'key' | 'service' | 'operator'
  id: string
  name: string | null
  /** The key that a person used, and what its program called itself. */
  keyName: string | null
  agent: string | null
}
type Value = string | number | boolean | string[] | null
export type Version = {
  version: number
  at: number
  action: PostAction
  by: Who
  changes: { field: string; before: Value; after: Value }[]
  undoneAt: number | null
}
/** What somebody said of a request and did not take back. `step` null: no step asked for it. `decidedFor`: for whom a deputy decided. */
export type StepDecided = {
  step: number | null
  name: string | null
  decision: DecisionKind
  decidedBy: Who
  decidedFor: Who | null
  version: number
  decidedAt: number
  reason: string | null
}
export type Decision = {
  approvalId: string
  requestedBy: Who
  requestedAt: number
  requestedVersion: number
  state: ApprovalState
  decidedBy: Who | null
  decidedAt: number | null
  /** The version that was decided on. */
  version: number
  reason: string | null
  /** Absent in receipts of earlier versions. */
  steps?: StepDecided[]
}
export type Sending = {
  number: number
  outcome: AttemptState
  claimedAt: number
  sentAt: number
  settledAt: number | null
  /** What Pinterest answered; its own id of the request, where it gave one. */
  status: number | null
  requestId: string | null
  payload: Payload
  /** `sha256` of the stored file, which is sent unchanged; null: it is not stored any more, or too large to be read for this. */
  media: { id: string; contentType: string | null; sha256: string | null }[]
}

/** More are not listed: the receipt then begins with a later version. */
const MOST_VERSIONS = 500
const MOST_HASHED_BYTES = 64 * 1024 * 1024

export const seconds = (at: Date): number => Math.floor(at.getTime() / 1000)
const secondsOrNull = (at: Date | null) => at && seconds(at)

/** Names people by their workspace’s name for them. */
export type NameOf = (userId: string) => Promise<string | null>
type Acting = { actor: string; keyName: string | null; agent: string | null }

async function whoIs({ actor, keyName, agent }: Acting, nameOf: NameOf): Promise<Who> {
  const base = { id: actor, keyName: null, agent }
  if (isSlackPerson(actor)) return { kind: 'person', ...base, name: await nameOf(actor), keyName }
  if (isClient(actor)) return { kind: 'client', ...base, name: await nameOf(actor) }
  if (actor.startsWith('key:')) return { kind: 'key', ...base, name: keyName }
  return { kind: actor === 'operator' ? 'operator' : 'service', ...base, name: null }
}

type VersionRow = Acting & {
  version: number
  at: Date
  action: PostAction
  before: PostImage | null
  after: PostImage | null
  undoneAt: Date | null
}

/** Reads the versions, the first one first. */
export async function readVersions(sql: Sql, ref: PostRef, nameOf: NameOf): Promise<Version[]> {
  const rows = await sql<VersionRow[]>`
    select a.version, a.at, a.action, a.actor, a.agent, a.before, a.after, a.undone_at as "undoneAt", k.name as "keyName"
      from audit a
      left join api_keys k
        on k.organization_id = ${ref.organizationId} and (k.id = a.api_key_id or a.actor = 'key:' || k.id)
     where a.organization_id = ${ref.organizationId}
       and a.account_id = ${ref.accountId}
       and a.subject = ${`post:${ref.postId}`}
     order by a.id desc
     limit ${MOST_VERSIONS}`
  return Promise.all(
    rows.reverse().map(async ({ version, at, action, before, after, undoneAt, ...acting }) => ({
      version,
      at: seconds(at),
      action,
      by: await whoIs(acting, nameOf),
      changes: changesBetween(before, after),
      undoneAt: secondsOrNull(undoneAt),
    })),
  )
}

/** The fields of an image that are no choice of anybody. */
const NOT_CHOSEN: readonly string[] = ['version', 'chargeNumber', 'timeslotId', 'failure'] satisfies (keyof PostImage)[]

function changesBetween(before: PostImage | null, after: PostImage | null): Version['changes'] {
  const fields = Object.keys(after ?? before ?? {}).filter((field) => !NOT_CHOSEN.includes(field))
  const valueIn = (image: PostImage | null, field: string): Value => {
    if (field === 'slides') return slideWords(image?.slides ?? [])
    const value = (image?.[field as keyof PostImage] ?? null) as Value // without the failure all others are of this type
    return field === 'sendAt' && typeof value === 'string' ? seconds(new Date(value)) : value
  }
  return fields.flatMap((field) => {
    const [was, is] = [valueIn(before, field), valueIn(after, field)]
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [{ field, before: was, after: is }]
  })
}

type DecisionRow = {
  id: string
  state: ApprovalState
  askedBy: string
  askedAt: Date
  agent: string | null
  keyName: string | null
  requestedVersion: number
  decidedBy: string | null
  decidedAt: Date | null
  version: number
  reason: string | null
}

/** What was said of a request. `stepName` null: the request has the one step for any scheduler. */
export type Said = {
  approvalId: string
  step: number | null
  stepName: string | null
  decision: DecisionKind
  decidedBy: string
  decidedFor: string | null
  /** What a client calls themselves. */
  name: string | null
  version: number
  decidedAt: Date
  reason: string | null
}

/** Reads what counts of each step, and what clients said, the first one first. */
export const readSaid = (sql: Sql, { organizationId, accountId, postId }: PostRef): Promise<Said[]> => sql<Said[]>`
  select a.id as "approvalId", d.step, a.steps -> (d.step - 1) ->> 'name' as "stepName", d.decision, d.decided_by as "decidedBy",
         d.decided_for as "decidedFor", d.name, d.post_version as version, d.decided_at as "decidedAt", d.reason
    from approval_decisions d
    join approvals a on a.organization_id = ${organizationId} and a.id = d.approval_id
   where d.organization_id = ${organizationId}
     and a.account_id = ${accountId}
     and a.post_id = ${postId}
     and d.undone_at is null
   order by d.id`

async function toStep({ step, stepName: name, decision, version, reason, ...said }: Said, nameOf: NameOf): Promise<StepDecided> {
  const who = (actor: string) => whoIs({ actor, keyName: null, agent: null }, nameOf)
  const decidedFor = said.decidedFor === null ? null : await who(said.decidedFor)
  return {
    step,
    name,
    decision,
    decidedBy: await who(said.decidedBy),
    decidedFor,
    version,
    decidedAt: seconds(said.decidedAt),
    reason,
  }
}

/** Reads the requests for approval with their decisions, the first one first. An edit after the request is part of what was decided on. */
export async function readDecisions(sql: Sql, ref: PostRef, said: readonly Said[], nameOf: NameOf): Promise<Decision[]> {
  const rows = await sql<DecisionRow[]>`
    select a.id, a.state, a.asked_by as "askedBy", a.asked_at as "askedAt", a.agent,
           coalesce((a.requested ->> 'version')::int, a.post_version) as "requestedVersion", a.decided_by as "decidedBy", a.decided_at as "decidedAt", a.reason, k.name as "keyName",
           greatest((a.requested ->> 'version')::int, (select max(v.version)
                                       from audit v
                                      where v.organization_id = ${ref.organizationId}
                                        and v.subject = ${`post:${ref.postId}`}
                                        and v.action in ('edit', 'undo')
                                        and v.at <= a.decided_at),
                    case when a.requested is null then a.post_version end) as version -- post_version follows the post
      from approvals a
      left join api_keys k on k.organization_id = ${ref.organizationId} and k.id = a.api_key_id
     where a.organization_id = ${ref.organizationId}
       and a.account_id = ${ref.accountId}
       and a.post_id = ${ref.postId}
     order by a.id`
  return Promise.all(
    rows.map(
      async ({ id, state, askedBy, askedAt, agent, keyName, requestedVersion, decidedBy, decidedAt, version, reason }) => ({
        approvalId: id,
        requestedBy: await whoIs({ actor: askedBy, keyName, agent }, nameOf),
        requestedAt: seconds(askedAt),
        requestedVersion,
        state,
        decidedBy: decidedBy === null ? null : await whoIs({ actor: decidedBy, keyName: null, agent: null }, nameOf),
        decidedAt: secondsOrNull(decidedAt),
        version,
        reason,
        steps: await Promise.all(said.filter(({ approvalId }) => approvalId === id).map((one) => toStep(one, nameOf))),
      }),
    ),
  )
}

type SendingRow = {
  number: number
  outcome: AttemptState
  claimedAt: Date
  sendingAt: Date
  settledAt: Date | null
  status: number | null
  requestId: string | null
  payload: Payload
}

/** Reads the requests that left, the first one first, with the hashes of their files. */
export async function readSendings({ db: { sql }, storage }: Pick<Deps, 'db' | 'storage'>, ref: PostRef): Promise<Sending[]> {
  const { organizationId, postId } = ref
  const rows = await sql<SendingRow[]>`
    select number, state as outcome, claimed_at as "claimedAt", sending_at as "sendingAt", settled_at as "settledAt",
           platform_status as status, platform_request_id as "requestId", payload
      from publish_attempts
     where organization_id = ${organizationId}
       and post_id = ${postId}
       and sending_at is not null
       and payload is not null
     order by number`
  const ids = [...new Set(rows.flatMap(({ payload }) => ('mediaIds' in payload ? payload.mediaIds : [])))]
  const found = await findMediaOf(sql, ref, ids)
  const hashed = new Map<string, Sending['media'][number]>()
  for (const id of ids) {
    const media = found.get(id)
    hashed.set(id, {
      id,
      contentType: media?.known.contentType ?? null,
      sha256: media ? await hashOf(storage, media.storageKey) : null,
    })
  }
  return rows.map(({ claimedAt, sendingAt, settledAt, payload, ...row }) => ({
    ...row,
    claimedAt: seconds(claimedAt),
    sentAt: seconds(sendingAt),
    settledAt: secondsOrNull(settledAt),
    payload,
    media: 'mediaIds' in payload ? payload.mediaIds.map((id) => hashed.get(id)!) : [],
  }))
}

/** @throws what the storage throws */
async function hashOf(storage: Deps['storage'], key: string): Promise<string | null> {
  const stored = await storage.stat(key)
  if (!stored || stored.bytes > MOST_HASHED_BYTES) return null
  const hash = createHash('sha256')
  for await (const part of await storage.stream(key)) hash.update(part as Buffer) // storage streams bytes, never text
  return hash.digest('hex')
}
