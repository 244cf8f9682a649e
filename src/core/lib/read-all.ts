/** All that is wrong with an input in one refusal: its first is the one that it always was, the others go along with it. */
import { DomainError, type Issue } from './errors.js'

type Reads = Record<string, () => unknown>
type AllRead<R extends Reads> = { [Name in keyof R]: ReturnType<R[Name]> }

/**
 * Runs every one of them, in their order.
 * @param more what is looked at only where one of them has refused: never the first refusal, each of another field than those before
 * @throws BAD_REQUEST the first, with all of them as its `issues` · what else one of them throws, at once
 */
export function readAll<R extends Reads>(reads: R, more: readonly (() => unknown)[] = []): AllRead<R> {
  const refusals: DomainError[] = []
  const results = Object.entries(reads).map(([name, read]) => [name, attempt(read, refusals)] as const)
  const [first] = refusals
  if (!first) return Object.fromEntries(results) as AllRead<R> // each of them was read
  for (const read of more) attempt(read, refusals)
  throw withIssues(first, refusals.flatMap(issuesOf))
}

/** What a refusal names, in the order of the rules: one a field. Empty for what is no refusal of an input. */
export function issuesOf({ code, sentence, details: { field, rule, issues } }: DomainError): Issue[] {
  if (issues) return issues
  return code === 'BAD_REQUEST' && field !== undefined ? [{ field, sentence, ...(rule && { rule }) }] : []
}

/** The same refusal with these as its issues, the first of each field. */
export function withIssues({ code, sentence, details }: DomainError, issues: readonly Issue[]): DomainError {
  const byField = new Map(issues.toReversed().map((issue) => [issue.field, issue]))
  const once = issues.filter((issue) => byField.get(issue.field) === issue)
  return new DomainError(code, sentence, once.length > 1 ? { ...details, issues: once } : details)
}

function attempt(read: () => unknown, refusals: DomainError[]): unknown {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'BAD_REQUEST') throw error
    refusals.push(error)
    return undefined
  }
}
