/** The guard of an account: its form, and moving pins out of blackouts. */
import { field } from '../../../../blocks/ids.js'
import { guardMemory, settingsMemory } from '../../../../blocks/settings/memory.js'
import { action, BY_AGE, guardView, keyOf, NO_LIMIT, pinsInside, view } from '../../../../blocks/settings/guard.js'
import { badRequest, DomainError } from '../../../core/lib/errors.js'
import { changeMany } from '../../../core/many/bulk/change.js'
import { MOST_CHANGED } from '../../../core/many/bulk/model.js'
import { changeGuard, type GuardSettings, listInBlackouts, readGuardSettings } from '../../../core/slots/guard-settings.js'
import { slowButton } from '../../forms/slow-form.js'
import { chosen, chosenDay, chosenMany, typed } from '../../forms/values.js'
import { onAction, onView, type ViewArgs } from '../../listener.js'
import { saving } from './forms.js'
import { settingsNow } from './view.js'
import { counted } from '../../../../blocks/kit/numbers.js'

onAction(action.settingsGuard, async (deps, { body, client, context }) => {
  if (!body.view) return
  const memory = settingsMemory.read(body.view)
  const { actor, locale } = context.member
  const settings = await readGuardSettings(deps, actor, memory)
  const guard = { settings, timezone: settings.account.timezone ?? 'UTC', locale, now: deps.clock() }
  await client.views.push({ trigger_id: body.trigger_id, view: guardView(memory, guard) })
})

onView(view.guard, (deps, args) =>
  saving(deps, args, async (actor, { accountId }) => {
    const shown = guardMemory.read(args.view)
    const limit = chosen(args.view, field.perDay)?.id ?? NO_LIMIT
    const perDay = limit === NO_LIMIT ? null : limit === BY_AGE ? BY_AGE : Number(limit)
    const samePicturePerMonth = Number(typed(args.view, field.samePicture).trim() || NaN)
    const ended = chosenMany(args.view, field.endedBlackouts).map(({ id }) => id)
    const added = addedIn(args)
    const settings = await changeGuard(deps, actor, {
      accountId,
      perDay: unlessShown(perDay, shown.perDay),
      samePicturePerMonth: unlessShown(samePicturePerMonth, shown.samePicturePerMonth),
      blackouts: (current) => [...added, ...current.filter((one) => !ended.includes(keyOf(one)))],
    }).catch((error: unknown) => {
      throw underItsInput(error)
    })
    return savedText(settings)
  }),
)

/** Returns a value that was changed in the form; undefined: another admin's change meanwhile stays. */
const unlessShown = <T>(value: T, shown: T): T | undefined => (value === shown ? undefined : value)

function addedIn({ view: sent }: ViewArgs) {
  const [from, to] = [chosenDay(sent, field.blackoutFrom), chosenDay(sent, field.blackoutTo)]
  const note = typed(sent, field.blackoutNote).trim() || null
  if (from === null && (to !== null || note !== null)) throw badRequest(field.blackoutFrom, 'Choose the first day.')
  return from === null ? [] : [{ from, to: to ?? from, note }]
}

/** Moves a refusal of the added blackout to its input. */
function underItsInput(error: unknown): unknown {
  if (!(error instanceof DomainError)) return error
  const part = /^blackouts(?:\[\d+\]\.(from|to|note))?$/.exec(error.details.field ?? '')
  if (!part) return error
  const names = { from: field.blackoutFrom, to: field.blackoutTo, note: field.blackoutNote }
  return badRequest(names[(part[1] ?? 'from') as keyof typeof names], error.sentence)
}

function savedText(settings: GuardSettings): string {
  const inside = pinsInside(settings)
  const over = settings.daysOver.length
  return [
    'Guard saved.',
    ...(inside > 0 ? [`${counted(inside, 'pin')} in blackouts stay until you move them.`] : []),
    ...(over > 0 ? [`${counted(over, 'day')} already ${over === 1 ? 'has' : 'have'} more pins. They stay.`] : []),
  ].join(' ')
}

/** Moves the pins inside to the next open slots. */
onAction(action.moveOutOfBlackouts, async (deps, args) => {
  const { member } = args.context
  const { view: below } = args.body
  if (!below) return
  const memory = settingsMemory.read(below)
  const move = async () => {
    const ids = await listInBlackouts(deps, member.actor, { accountId: memory.accountId, limit: MOST_CHANGED })
    if (ids.length === 0) return { moved: 0, stay: 0 }
    const which = { kind: 'ids', ids } as const
    const { accountId } = memory
    const { results } = await changeMany(deps, member.actor, { accountId, which, action: { kind: 'reschedule' }, preview: false })
    const stay = results.filter(({ error }) => error !== undefined).length
    return { moved: results.length - stay, stay }
  }
  await slowButton(deps, args, {
    work: move(),
    working: 'Moving pins…',
    result: async ({ moved, stay }) => {
      const rest = stay === 0 ? '' : ` ${counted(stay, 'pin')} stayed: no open slot, or going out now.`
      const sentence = `Moved ${counted(moved, 'pin')} to the next open slots.${rest}`
      return { view: await settingsNow(deps, member, memory, sentence), sentence }
    },
  })
})
