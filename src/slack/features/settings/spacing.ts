/** The spacing rules: the list, and the form of one. */
import { view as evergreenViewIds } from '../../../../blocks/evergreen/view.js'
import { turnsPages, toPage } from '../../forms/paging.js'
import { evergreenMemory } from '../../../../blocks/settings/evergreen-memory.js'
import { ruleMemory, settingsMemory, type SpacingMemory, spacingMemory } from '../../../../blocks/settings/memory.js'
import { createHash } from 'node:crypto'
import type { ModalView } from '@slack/types'
import type { WebClient } from '@slack/web-api'
import { change, field } from '../../../../blocks/ids.js'
import { clip, option } from '../../../../blocks/kit/kit.js'
import { pageOf } from '../../../../blocks/kit/paging.js'
import { done, notDone, type Banner } from '../../../../blocks/kit/banner.js'
import { action as settingsAction, daysApart } from '../../../../blocks/settings/view.js'
import {
  action as spacingAction,
  view as spacingViewIds,
  linkText,
  rulePages,
  spacingRuleView,
  spacingView,
} from '../../../../blocks/settings/spacing.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { hasRoleOn } from '../../../core/accounts/people/roles.js'
import type { Actor } from '../../../core/lib/actor.js'
import { badRequest } from '../../../core/lib/errors.js'
import {
  deleteSpacingRule,
  listSpacingRules,
  putSpacingRule,
  type SpacingRule,
  type SpacingSubject,
} from '../../../core/slots/spacing-rules.js'
import { urlKeyOf } from '../../../core/lib/http/url.js'
import { typed, typedAddress } from '../../forms/values.js'
import { onAction, type ActionArgs, type SlackDeps, type ViewArgs, onOptions, onView } from '../../listener.js'
import { isGone } from '../cards/find-pin.js'
import { showBelow } from '../../forms/show-below.js'
import { evergreenNow } from '../evergreen/view.js'
import { settingsNow } from './view.js'

const MOST_OPTIONS = 50
const IS_GONE = 'That rule was removed.'

/** The key of a rule; '' is the rule of all links. */
const keyOf = ({ url }: Pick<SpacingRule, 'url'>): string =>
  url === null ? '' : createHash('sha256').update(url).digest('base64url').slice(0, 22)

async function findRule(deps: SlackDeps, actor: Actor, accountId: string, key: string): Promise<SpacingRule | undefined> {
  return (await listSpacingRules(deps, actor, { accountId })).find((rule) => keyOf(rule) === key)
}

/** @param banner the confirmation of the last change */
export async function spacingNow(
  deps: SlackDeps,
  { actor }: Member,
  requested: SpacingMemory,
  banner?: Banner,
): Promise<ModalView> {
  const rules = await listSpacingRules(deps, actor, { accountId: requested.accountId })
  const own = rules.flatMap((rule) => (rule.type === 'CUSTOM' ? [{ key: keyOf(rule), url: rule.url, days: rule.days }] : []))
  const { at, shown } = pageOf(rulePages, own, requested)
  return spacingView({
    memory: { ...requested, at },
    canChange: hasRoleOn(actor, requested.accountId, 'admin'),
    days: rules.find(({ type }) => type === 'DEFAULT')?.days ?? null,
    rules: shown,
    count: own.length,
    banner,
  })
}

/** Opens the spacing rules from the settings or from the evergreen form. */
onAction(settingsAction.spacing, async (deps, { body, client, context }) => {
  const { view } = body
  if (!view) return
  const isEvergreen = view.callback_id === evergreenViewIds.evergreen
  const memory: SpacingMemory = {
    accountId: settingsMemory.read(view).accountId,
    at: 0,
    round: 0,
    ...(isEvergreen && { evergreen: evergreenMemory.read(view) }),
  }
  await client.views.push({ trigger_id: body.trigger_id, view: await spacingNow(deps, context.member, memory) })
})

onAction(spacingAction.spacingNew, async (_deps, { body, client }) => {
  if (!body.view) return
  const below = spacingMemory.read(body.view)
  const view = spacingRuleView({ memory: { accountId: below.accountId, below }, rule: null })
  await client.views.push({ trigger_id: body.trigger_id, view })
})

onAction(spacingAction.spacingDefault, async (deps, args) => {
  await openRule(deps, args, '')
})

/** Opens the rule of a link that was found by a search. */
onAction(spacingAction.spacingFind, async (deps, args) => {
  const key = args.action.type === 'external_select' ? args.action.selected_option?.value : undefined
  if (key !== undefined) await openRule(deps, args, key)
})

async function openRule(deps: SlackDeps, { body, client, context }: ActionArgs, key: string): Promise<void> {
  if (!body.view) return
  const below = spacingMemory.read(body.view)
  const { accountId } = below
  const rule = await findRule(deps, context.member.actor, accountId, key)
  if (!rule && key !== '') {
    const view = await spacingNow(deps, context.member, below, notDone(IS_GONE))
    return void (await client.views.update({ view_id: body.view.id, view }))
  }
  const view = spacingRuleView({ memory: { accountId, key, below }, rule: rule ?? null })
  await client.views.push({ trigger_id: body.trigger_id, view })
}

/** Handles the menu of a rule: "Change" opens a form, "Remove" removes it at once. */
onAction(spacingAction.spacingRule, async (deps, args) => {
  const { body, client, context } = args
  if (!body.view || args.action.type !== 'overflow') return
  const [verb, key = ''] = args.action.selected_option.value.split(':')
  if (verb === change.edit) return openRule(deps, args, key)
  const memory = spacingMemory.read(body.view)
  const banner = await removed(deps, context.member.actor, memory.accountId, key)
  await client.views.update({ view_id: body.view.id, view: await spacingNow(deps, context.member, memory, banner) })
  await showRoot(deps, client, context.member, { viewId: body.view.root_view_id, memory })
})

async function removed(deps: SlackDeps, actor: Actor, accountId: string, key: string): Promise<Banner> {
  const rule = await findRule(deps, actor, accountId, key)
  if (!rule) return notDone(IS_GONE)
  try {
    await deleteSpacingRule(deps, actor, { accountId, ...subjectOf(rule) })
    return done(rule.type === 'DEFAULT' ? 'Links without their own rule have no spacing now.' : 'Rule removed.')
  } catch (error) {
    if (isGone(error)) return notDone(IS_GONE)
    throw error
  }
}

const subjectOf = (rule: SpacingRule): SpacingSubject =>
  rule.type === 'DEFAULT' ? { type: 'DEFAULT', url: null } : { type: 'CUSTOM', url: rule.url }

/** Saves the rule; sending the form twice changes nothing. */
onView(spacingViewIds.spacingRule, async (deps, { view, client, context, ack }) => {
  const { member } = context
  const { accountId, key, below } = ruleMemory.read(view)
  const subject = await subjectIn(deps, member.actor, { view, accountId, key })
  const days = Number(typed(view, field.days).trim() || NaN)
  const before = await listSpacingRules(deps, member.actor, { accountId })
  await putSpacingRule(deps, member.actor, { accountId, ...subject, days })
  await ack()
  const banner = done(savedText(subject, days, before))
  await showBelow(
    deps,
    client,
    view.previous_view_id,
    await spacingNow(deps, member, { ...below, round: below.round + 1 }, banner),
  )
  await showRoot(deps, client, member, { viewId: view.root_view_id, memory: below })
})

/** Returns the confirmation. A link that had a rule, maybe in another spelling, gets the new one instead. */
function savedText({ url }: SpacingSubject, days: number, before: readonly SpacingRule[]): string {
  const key = (link: string | null) => (link === null ? '' : urlKeyOf(link))
  const was = before.find((rule) => key(rule.url) === key(url))?.days
  const instead = was === undefined || was === days ? '' : `, instead of ${was}`
  return `Saved: ${url === null ? 'all links' : clip(linkText(url), 110)}, ${daysApart(days).toLowerCase()} apart${instead}.`
}

type Asked = { view: ViewArgs['view']; accountId: string; key: string | undefined }
async function subjectIn(deps: SlackDeps, actor: Actor, { view, accountId, key }: Asked): Promise<SpacingSubject> {
  if (key === '') return { type: 'DEFAULT', url: null }
  if (key === undefined) return { type: 'CUSTOM', url: typedAddress(view, field.link) }
  const rule = await findRule(deps, actor, accountId, key)
  if (!rule) throw badRequest('days', 'Someone removed this rule. Go back and add it again.')
  return subjectOf(rule)
}

/** Refreshes the form from which the rules were opened. */
async function showRoot(
  deps: SlackDeps,
  client: WebClient,
  member: Member,
  { viewId, memory }: { viewId: string | null | undefined; memory: SpacingMemory },
): Promise<void> {
  const { evergreen, accountId } = memory
  const view = evergreen ? await evergreenNow(deps, member, evergreen) : await settingsNow(deps, member, { accountId })
  await showBelow(deps, client, viewId, view)
}

/** Searches rules by the words of their links. */
onOptions(spacingAction.spacingFind, async (deps, { options: { view, value }, context, ack }) => {
  if (!view) return ack({ options: [] })
  const { accountId } = spacingMemory.read(view)
  const wanted = value.trim().toLowerCase()
  const rules = await listSpacingRules(deps, context.member.actor, { accountId })
  const found = rules.flatMap((rule) => (rule.type === 'CUSTOM' && rule.url.toLowerCase().includes(wanted) ? [rule] : []))
  await ack({
    options: found.slice(0, MOST_OPTIONS).map((rule) => option(linkText(rule.url), keyOf(rule), `${rule.days} days`)),
  })
})

turnsPages(rulePages, { memory: spacingMemory, show: spacingNow, turned: toPage })
