/** The reviewers of a step as text. */
import type { Reviewer, Step } from '../../src/core/posts/approval/steps/steps.js'
import { inline } from './kit.js'

/** How many are named. */
const MOST_NAMED = 8

/** `any of @Ada, @Milo` */
export function reviewersText({ reviewers, rule }: Pick<Step, 'reviewers' | 'rule'>): string {
  const named = reviewers.slice(0, MOST_NAMED).map(({ kind, id }) => REVIEWER[kind](id))
  const more = reviewers.length > named.length ? [`${reviewers.length - named.length} more`] : []
  const some = rule === 'any' ? 'any of ' : rule === 'all' ? 'all of ' : `${rule.atLeast} of `
  return `${reviewers.length === 1 && rule === 'any' ? '' : some}${[...named, ...more].join(', ')}`
}

const ROLES: Record<string, string> = { reviewer: 'the reviewers', scheduler: 'the schedulers', admin: 'the admins' }
const REVIEWER: Record<Reviewer['kind'], (id: string) => string> = {
  person: (id) => `<@${id}>`,
  group: (id) => `<!subteam^${id}>`,
  role: (id) => ROLES[id] ?? inline(id, 30),
  contact: (id) => inline(id, 60),
}
