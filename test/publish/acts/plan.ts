/** What is done beside an attempt, as fast-check chooses it: an act, the moment of the attempt, and what the platform does to it. */
import type { CreateFault, FaultInput } from '../../../src/sandbox/platform/faults/faults.js'
import { fc } from '../../support/random.js'
import type { AnyFailpoint } from '../support/random-plan.js'
import { ACTS, actOf, type ActName } from './table.js'

/** Where the attempt stands when the act is done. `nth`: of its kind for this pin, from 0; so 1 is mostly the second attempt. */
export type Moment =
  /** A worker has it, and stands at this step. */
  | { at: 'step'; step: AnyFailpoint; nth: number }
  /** Its answer never came, and no worker has it until the next read-back. */
  | { at: 'waiting'; looks: number; isSecond: boolean }
  /** Its board is being read. */
  | { at: 'reading'; nth: number }
  /** It failed as outcome_unknown. */
  | { at: 'asked' }
  /** It is queued, and was tried before. */
  | { at: 'retry' }
  /** Its pin is on Pinterest. */
  | { at: 'sent' }

/** How its team reacts to a notice: says what became of the pin, schedules it again, or nothing. */
export type Team = 'answers' | 'schedules again' | 'does nothing'

export type ActsPlan = {
  kind: 'image' | 'carousel' | 'video'
  isInSection: boolean
  /** The time of the pin, from the beginning. */
  minute: number
  /** What goes wrong with its creates, in order. */
  creates: CreateFault[]
  /** What goes wrong with other calls of that time, whosever they are. */
  others: FaultInput[]
  /** The result of the first create shows when both attempts have been given up, and its team was asked. */
  isHidden: boolean
  acts: { act: ActName; when: Moment }[]
  team: Team
}

const UNKNOWN = [
  ...(['commit_then_hang', 'hang', 'commit_then_500', 'fail_500', 'commit_then_2787', 'fail_2787'] as const),
  ...(['truncated_2xx', 'truncated', 'commit_late_then_hang'] as const),
] as const satisfies CreateFault[]
const MADE = ['commit_then_hang', 'commit_then_500', 'commit_then_2787', 'truncated_2xx'] as const satisfies CreateFault[]
/** Nothing came of them, so that a second attempt is made. */
const ABSENT = ['hang', 'fail_500', 'fail_2787'] as const satisfies CreateFault[]
const LATER = ['rate_limited', 'image_unreachable', 'unauthorized'] as const satisfies CreateFault[]

const unknown = fc.constantFrom(...UNKNOWN)
const made = fc.constantFrom(...MADE)
const absent = fc.constantFrom(...ABSENT)
const any = fc.constantFrom(...UNKNOWN, ...LATER, 'late_in_board' as const)

const step = (steps: AnyFailpoint[], nth: number): fc.Arbitrary<Moment> =>
  fc.constantFrom(...steps).map((one) => ({ at: 'step', step: one, nth }))
const STEPS: AnyFailpoint[] = ['claimed', 'prepared', 'sending', 'answered']
const VIDEO_STEPS: AnyFailpoint[] = ['video claimed', 'video registered', 'video sent', 'video uploaded', 'video looked']

/** A moment, with faults that lead to it. */
type Scene = Pick<ActsPlan, 'kind' | 'creates' | 'isHidden'> & { when: Moment }

const scene = (kind: ActsPlan['kind'][], creates: fc.Arbitrary<CreateFault>[], when: fc.Arbitrary<Moment>) =>
  fc.record({ kind: fc.constantFrom(...kind), creates: fc.tuple(...creates), when, isHidden: fc.constant(false) })
/** Its pin is there, and nobody has seen it. */
const hiddenScene = (when: fc.Arbitrary<Moment>) =>
  scene(PICTURES, [made, absent], when).map((one): Scene => ({ ...one, isHidden: true }))
const PICTURES: ActsPlan['kind'][] = ['image', 'image', 'carousel']

const SCENES: fc.Arbitrary<Scene>[] = [
  scene(PICTURES, [any], step(STEPS, 0)),
  scene(
    PICTURES,
    [unknown],
    fc.nat(4).map((looks) => ({ at: 'waiting', looks, isSecond: false })),
  ),
  scene(
    PICTURES,
    [unknown],
    fc.nat(4).map((nth) => ({ at: 'reading', nth })),
  ),
  scene(PICTURES, [absent, any], step(STEPS, 1)),
  scene(
    PICTURES,
    [absent, unknown],
    fc.nat(4).map((looks) => ({ at: 'waiting', looks, isSecond: true })),
  ),
  scene(
    PICTURES,
    [absent, unknown],
    fc.integer({ min: 5, max: 9 }).map((nth) => ({ at: 'reading', nth })),
  ),
  scene(PICTURES, [absent, absent], fc.constant({ at: 'asked' })),
  scene(PICTURES, [fc.constantFrom(...LATER)], fc.constant({ at: 'retry' })),
  scene(PICTURES, [fc.constantFrom(...MADE)], fc.constant({ at: 'sent' })),
  hiddenScene(fc.constant({ at: 'asked' })),
  hiddenScene(fc.constant({ at: 'asked' })),
  hiddenScene(step(['lookedBack', 'claimed'], 0)),
  scene(['video'], [any], step([...STEPS, ...VIDEO_STEPS], 0)),
]

const readFault = fc.record({
  operation: fc.constantFrom('list_board_pins', 'get_board'),
  fault: fc.constantFrom('hang', 'fail_500', 'rate_limited', 'unauthorized', 'truncated'),
})
const pinFault = fc.record({
  operation: fc.constantFrom('update_pin' as const, 'delete_pin' as const),
  fault: fc.constantFrom('commit_then_hang', 'hang', 'fail_500', 'commit_then_500', 'forbidden', 'rate_limited'),
})
const sectionFault = fc.record({
  operation: fc.constant('delete_section' as const),
  fault: fc.constantFrom('commit_then_hang', 'hang', 'fail_500', 'commit_then_500'),
})

const NAMES = Object.keys(ACTS) as ActName[] // its keys are these
const weighed = NAMES.flatMap((name) => Array<ActName>(actOf(name).weight ?? 2).fill(name))

/** One act at the scene's moment; at times a second one shortly after, and a third party at the platform. */
export const actsPlan: fc.Arbitrary<ActsPlan> = fc
  .record({
    scene: fc.oneof(...SCENES),
    act: fc.constantFrom(...weighed),
    more: fc.array(fc.record({ act: fc.constantFrom(...weighed), looks: fc.nat(4), isSecond: fc.boolean() }), { maxLength: 1 }),
    isInSection: fc.boolean(),
    minute: fc.constantFrom(20, 21, 22, 30),
    others: fc.array(fc.oneof(readFault, sectionFault, pinFault), { maxLength: 1 }),
    team: fc.constantFrom<Team>('answers', 'schedules again', 'schedules again', 'does nothing'),
  })
  .map(({ scene: { kind, creates, when, isHidden }, act, more, ...plan }) => ({
    ...plan,
    kind,
    creates,
    isHidden,
    acts: [
      { act, when },
      ...more.map((one) => ({ act: one.act, when: { at: 'waiting' as const, looks: one.looks, isSecond: one.isSecond } })),
    ],
  }))
