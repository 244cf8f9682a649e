/** Roles in words for people. */
import type { PlainTextOption } from '@slack/types'
import type { Access } from '../../src/core/lib/actor.js'
import { option } from '../kit/kit.js'

export const ROLE_NAME = {
  none: 'No access',
  reviewer: 'Reviewer',
  viewer: 'Viewer',
  contributor: 'Contributor',
  scheduler: 'Scheduler',
  admin: 'Admin',
} satisfies Record<Access, string>

/** Each role includes the ones before it. At most 75 characters each, for the description of an option. */
export const ROLE_MAY = {
  none: 'sees no accounts, except those they have a role on',
  reviewer: 'sees, comments and decides the requests that wait for them',
  viewer: 'can see everything, change nothing',
  contributor: 'own drafts: creates, edits, deletes them, asks for approval',
  scheduler: 'schedules, edits and deletes all pins; slots, boards, approvals',
  admin: 'also settings, roles, API keys and connections',
} satisfies Record<Access, string>

export const roleOption = (role: Access): PlainTextOption => option(ROLE_NAME[role], role, ROLE_MAY[role])
