/** The weekly digest in the settings: its form, and "send now". */
import { settingsMemory } from '../../../../blocks/settings/memory.js'
import { field } from '../../../../blocks/ids.js'
import { action, view, digestView, DIGEST_PARTS } from '../../../../blocks/settings/digest.js'
import { readDigestSettings, setDigestSettings } from '../../../core/accounts/digest-settings.js'
import { sendDigestNow } from '../../../core/insight/analytics/digest-on-request.js'
import { badRequest } from '../../../core/lib/errors.js'
import { chosen, chosenHour, chosenMany } from '../../forms/values.js'
import { onAction, onView } from '../../listener.js'
import { saving } from './forms.js'
import { settingsNow } from './view.js'

onAction(action.settingsDigest, async (deps, { body, client, context }) => {
  if (!body.view) return
  const memory = settingsMemory.read(body.view)
  const settings = await readDigestSettings(deps, context.member.actor, memory)
  await client.views.push({ trigger_id: body.trigger_id, view: digestView({ memory, settings }) })
})

onView(view.digest, (deps, args) =>
  saving(deps, args, async (actor, { accountId }) => {
    const { view } = args
    const parts = chosenMany(view, field.digest).map(({ id }) => id)
    const { digest, nextAt } = await setDigestSettings(deps, actor, {
      accountId,
      digest: parts.includes(DIGEST_PARTS.digest),
      nudge: parts.includes(DIGEST_PARTS.nudge),
      weekday: Number(chosen(view, field.weekday)?.id ?? Number.NaN),
      minute: minuteOf(chosenHour(view, field.minute)),
    })
    return digest && nextAt !== null ? 'Digest saved.' : 'The digest is off.'
  }),
)

/** @param hour HH:MM */
function minuteOf(hour: string): number {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(hour) ?? []
  if (hours === undefined || minutes === undefined) throw badRequest(field.minute, 'Choose a time.')
  return Number(hours) * 60 + Number(minutes)
}

/** Sends a digest now. It arrives as a direct message, because the settings stay open. */
onAction(action.digestNow, async (deps, { body, client, context }) => {
  if (!body.view) return
  const { member } = context
  const memory = settingsMemory.read(body.view)
  await sendDigestNow(deps, member.actor, memory)
  const banner = 'We’re sending you a digest as a direct message. The weekly one still goes out.'
  await client.views.update({ view_id: body.view.id, view: await settingsNow(deps, member, memory, banner) })
})
