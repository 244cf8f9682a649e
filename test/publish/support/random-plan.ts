/** What may befall a pin on its way, as fast-check chooses it: what the platform does, where its workers fail, what people do meanwhile. */
import type { FailureReason } from '../../../src/core/ports/notice.js'
import type { Failpoint } from '../../../src/core/publish/model/publish-end.js'
import type { VideoFailpoint } from '../../../src/core/publish/prefetch/video-step.js'
import type { CreateFault, FaultInput } from '../../../src/sandbox/platform/faults/faults.js'
import { fc } from '../../support/random.js'

export type AnyFailpoint = Failpoint | `video ${VideoFailpoint}`

/** What a person does to the pin, or to its account. */
export type Act =
  | { kind: 'edit' | 'unschedule' | 'delete' }
  | { kind: 'reschedule'; minutes: number }
  | { kind: 'pause'; whilePaused: 'wait' | 'fail'; minutes: number }
  | { kind: 'disconnect' }

/** The worker has come to this step of the pin for the n-th time, from 0. */
type At = { failpoint: AnyFailpoint; visit: number }
export type Cut =
  | (At & { does: 'die' })
  /** Its whole worker, and on waking it may first say that it is alive. */
  | (At & { does: 'standStill'; minutes: number; renewsFirst: boolean })
  | (At & { does: 'meet a person'; act: Act })

export type Plan = {
  kind: 'image' | 'carousel' | 'tagged' | 'video'
  account: number
  board: number
  /** Its time, from the beginning. */
  minute: number
  /** What goes wrong with its creates, in order. */
  creates: CreateFault[]
  /** What goes wrong with other calls of that time, whosever they are. */
  others: FaultInput[]
  cuts: Cut[]
  people: { minute: number; act: Act }[]
}

/** Of all that may go wrong with a create: what may follow from it alone. */
const CREATES: Record<CreateFault, FailureReason | 'unknown' | 'later'> = {
  hang: 'unknown',
  fail_500: 'unknown',
  rate_limited: 'later',
  spam: 'platform_rejected', // where Pinterest takes another pin, and then refuses this one again
  unauthorized: 'later',
  scope_missing: 'later',
  app_not_approved: 'later',
  restricted_feature: 'later',
  forbidden: 'board_forbidden',
  board_gone: 'board_gone',
  truncated: 'unknown',
  commit_then_hang: 'unknown',
  commit_then_500: 'unknown',
  commit_then_truncated: 'unknown',
  commit_late_then_hang: 'unknown',
  late_in_board: 'later',
  commit_then_2787: 'unknown',
  fail_2787: 'unknown',
  truncated_2xx: 'unknown',
  section_gone: 'section_gone',
  image_unreachable: 'later',
  bad_link: 'platform_rejected',
  trial_app: 'later',
  pinner_data_denied: 'later',
  under_review: 'account_on_hold',
  disapproved: 'account_on_hold',
  suspended: 'account_on_hold',
  restricted: 'account_on_hold',
  terms: 'account_on_hold',
}
const createFault = fc.constantFrom(...(Object.keys(CREATES) as CreateFault[])) // its keys are these

const read = ['hang', 'fail_500', 'rate_limited', 'unauthorized', 'forbidden', 'truncated'] as const
const readFault = fc.record({ operation: fc.constantFrom('list_board_pins', 'get_board'), fault: fc.constantFrom(...read) })
const tagFault = fc.record({
  operation: fc.constant('add_product_tags' as const),
  fault: fc.constantFrom(...read, 'commit_then_hang', 'commit_then_500', 'ineligible'),
})
const tokenFault = fc.record({
  operation: fc.constant('refresh_token' as const),
  fault: fc.constantFrom('fail_500', 'rate_limited'),
})
const videoFault = fc.oneof(
  fc.record({
    operation: fc.constant('create_media' as const),
    fault: fc.constantFrom(...read, 'commit_then_hang', 'commit_then_500', 'media_stuck', 'media_failed'),
  }),
  fc.record({
    operation: fc.constant('upload_media' as const),
    fault: fc.constantFrom('refused', 'hang', 'commit_then_hang', 'fail_500'),
  }),
  fc.record({ operation: fc.constant('get_media' as const), fault: fc.constantFrom(...read) }),
)

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 9, arbitrary: fc.record({ kind: fc.constantFrom('edit', 'unschedule', 'delete') }) },
  { weight: 9, arbitrary: fc.record({ kind: fc.constant('reschedule'), minutes: fc.integer({ min: 1, max: 90 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('pause'),
      whilePaused: fc.constantFrom(...Array<'wait'>(7).fill('wait'), 'fail'),
      minutes: fc.constantFrom(1, 1, 4, 4, 4, 20, 20, 20, 20, 1_500),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('disconnect') }) },
)

const cutAt = (failpoints: AnyFailpoint[]): fc.Arbitrary<Cut> => {
  const at = { failpoint: fc.constantFrom(...failpoints), visit: fc.constantFrom(0, 0, 1) }
  const standStill = { does: fc.constant('standStill'), minutes: fc.constantFrom(0.5, 2, 2, 5, 15), renewsFirst: fc.boolean() }
  return fc.oneof(
    { weight: 6, arbitrary: fc.record({ ...at, does: fc.constant('die') }) },
    { weight: 2, arbitrary: fc.record({ ...at, ...standStill }) },
    { weight: 2, arbitrary: fc.record({ ...at, does: fc.constant('meet a person'), act }) },
  )
}
const FAILPOINTS: AnyFailpoint[] = ['claimed', 'lookedBack', 'prepared', 'sending', 'answered']
const VIDEO_FAILPOINTS: AnyFailpoint[] = ['video claimed', 'video registered', 'video sent', 'video uploaded', 'video looked']

const some = <T>(one: fc.Arbitrary<T>, weights: { none: number; one: number; two: number }): fc.Arbitrary<T[]> =>
  fc.oneof(
    { weight: weights.none, arbitrary: fc.constant<T[]>([]) },
    { weight: weights.one, arbitrary: fc.array(one, { minLength: 1, maxLength: 1 }) },
    { weight: weights.two, arbitrary: fc.array(one, { minLength: 2, maxLength: 2 }) },
  )

/** @param of how many accounts, with how many boards each */
export const planOf = (kinds: Plan['kind'][], of: { accounts: number; boards: number }): fc.Arbitrary<Plan> => {
  const isVideo = kinds.includes('video')
  return fc.record({
    kind: fc.constantFrom(...kinds),
    account: fc.nat(of.accounts - 1),
    board: fc.nat(of.boards - 1),
    minute: fc.constantFrom(20, 21, 22, 40),
    creates: some(createFault, { none: 3, one: 5, two: 2 }),
    others: some(fc.oneof(readFault, readFault, tokenFault, isVideo ? videoFault : tagFault), { none: 6, one: 3, two: 1 }),
    cuts: some(cutAt(isVideo ? [...FAILPOINTS, ...VIDEO_FAILPOINTS] : FAILPOINTS), { none: 3, one: 5, two: 2 }),
    people: some(fc.record({ minute: fc.integer({ min: 1, max: 120 }), act }), { none: 6, one: 2, two: 2 }),
  })
}

/** Whether this may have come of that plan; `beside`: the plans of its account, for what people did to it. */
export function mayFailAs(reason: FailureReason, plan: Plan, beside: Plan[]): boolean {
  const acts = beside.flatMap(({ people, cuts }) => [
    ...people.map((one) => one.act),
    ...cuts.flatMap((cut) => (cut.does === 'meet a person' ? [cut.act] : [])),
  ])
  const isPaused = acts.some(({ kind }) => kind === 'pause')
  const isHeld = beside.some(({ creates }) => creates.some((fault) => fault === 'spam' || CREATES[fault] === 'account_on_hold'))
  switch (reason) {
    case 'paused':
      return isPaused
    case 'missed':
      return isPaused || isHeld
    case 'account_on_hold':
      return isHeld
    case 'outcome_unknown':
      return true // that both attempts left no trace is checked by the judge
    case 'platform_unavailable': // of a retry that the pause took past its day
      return plan.kind === 'video' || isPaused || isHeld
    case 'media_rejected':
      return plan.kind === 'video' || (plan.creates.includes('image_unreachable') && (isPaused || isHeld))
    case 'account_disconnected': // its team connects it within the hour, but a pause may have left it less of its day
      return isPaused && acts.some(({ kind }) => kind === 'disconnect')
    default:
      return plan.creates.some((fault) => CREATES[fault] === reason)
  }
}
