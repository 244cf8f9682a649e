/** Reports all problems of an input in one refusal: the first problem is the refusal itself, the others are its issues. */
import { DomainError, type Issue } from '../errors.js'

type Reads = Record<string, () => unknown>
type AllRead<R extends Reads> = { [Name in keyof R]: ReturnType<R[Name]> }

/**
 * Runs all reads in their order.
 * @param more checks that run only if one of `reads` refused; each concerns another field
 * @throws BAD_REQUEST the first, with all of them as its `issues` · anything else that a read throws, at once
 */
export function readAll<R extends Reads>(reads: R, more: readonly (() => unknown)[] = []): AllRead<R> {
  const refusals: DomainError[] = []
  const results = Object.entries(reads).map(([name, read]) => [name, attempt(read, refusals)] as const)
  const [first] = refusals
  if (!first) return Object.fromEntries(results) as AllRead<R> // each of them was read
  for (const read of more) attempt(read, refusals)
  throw withIssues(first, refusals.flatMap(issuesOf))
}

/** Returns the problems that a refusal names, one per field, in the order of the rules; empty for other errors. */
export function issuesOf({ code, sentence, details: { field, rule, issues } }: DomainError): Issue[] {
  if (issues) return issues
  return code === 'BAD_REQUEST' && field !== undefined ? [{ field, sentence, ...(rule && { rule }) }] : []
}

/** Returns the same refusal with these issues, the first of each field. */
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
