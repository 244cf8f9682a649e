/** The week of slots as a person sees it, and as it is in the tables. */
import { listTimeslots } from '../../../src/core/slots/week/timeslots.js'
import { viewSubmission } from '../../../src/sandbox/slack/payloads.js'
import { requirePerson } from '../../../src/sandbox/slack/people.js'
import type { Screen } from '../../../src/sandbox/slack/screen.js'
import { interactives } from '../../../src/sandbox/slack/block-kit.js'
import { listModals } from '../../../src/sandbox/slack/views/views.js'
import { aTimeslot } from '../../support/factories.js'
import type { World } from '../../support/world.js'
import type { Team } from './a-team.js'

export const NEW_YORK = 'America/New_York' // the account's

/** In the account's zone; gives the id. @param time HH:MM, on Mondays */
export const onMonday = (world: World, time: string): Promise<string> => aTimeslot(world, { day: 1, time, timezone: NEW_YORK })

/** `1 09:00 America/New_York manual` of each slot. */
export async function slotsOf({ deps, actor, accountId }: World): Promise<string[]> {
  const slots = await listTimeslots(deps, actor, { accountId })
  const two = (count: number) => String(count).padStart(2, '0')
  return slots.map(
    ({ day, minute, timezone, type }) => `${day} ${two(Math.floor(minute / 60))}:${two(minute % 60)} ${timezone} ${type}`,
  )
}

/** The times on the screen, with their marks. */
export const timesOn = ({ modal }: Screen): string[] =>
  interactives(modal?.blocks ?? [])
    .flatMap(({ element }) => (element.type === 'overflow' ? (element.options ?? []).map(({ text }) => text.text) : []))
    .filter((words) => /^[○●]/.test(words))

/** Without these, a person may only read. */
export const asViewer = async ({ deps, organizationId }: Team): Promise<void> =>
  void (await deps.db.sql`update members set assigned_role = 'viewer' where organization_id = ${organizationId}`)

/** Another write holds the schedule of the account while `during` runs. */
export async function whileLocked({ deps, organizationId }: World, during: () => Promise<void>): Promise<void> {
  await deps.db.tx(async (sql) => {
    await sql`select id from schedules where organization_id = ${organizationId} for update`
    await during()
  })
}

/** The top form of the person reaches the app twice at once, as no page would send it. */
export async function sendTwice({ slack }: Team): Promise<void> {
  const { workspace } = slack
  const user = await requirePerson(workspace.db.sql, 'member')
  const top = (await listModals(workspace.db.sql, user.id)).at(-1)
  if (!top) throw new Error('no form is open')
  const payload = await viewSubmission(workspace, user, top)
  await Promise.all([1, 2].map(() => workspace.sender.sendInteraction(payload)))
  await slack.idle()
}

export const LOCKED = 'The schedule of this account is being changed. Nothing was saved: try again shortly.'
export const FORBIDDEN = 'Only schedulers and admins can do this. Ask an admin of your workspace.'
export const GONE = 'This slot is gone: it was deleted, or the week was rebuilt.'
