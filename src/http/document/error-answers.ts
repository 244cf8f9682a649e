/** The refusals of an operation as answers of the description: by status, with each code and reason, and an example. */
import { byStatus, CODES, explained, isReason, REASONS, type Refusal } from './refusals.js'

type Ref = { $ref: string }
export type ErrorAnswer = {
  description: string
  content: { 'application/json': { schema: object; examples: Record<string, Ref> } }
}

const EXAMPLE_REQUEST_ID = '5f0c6f0e-8f2b-4d0e-9b59-0c8a1f3d5b21'

/** Groups refusals by status. Answers with few codes and reasons, which many operations share, get a name made of them. */
export function errorAnswers(refusals: readonly Refusal[]): { status: number; name?: string; answer: ErrorAnswer }[] {
  return byStatus(refusals).map(([status, some]) => ({
    status,
    ...(some.length <= MOST_NAMED && { name: some.map(inCapitals).join('Or') }),
    answer: errorAnswer(some),
  }))
}
const MOST_NAMED = 2

const inCapitals = (refusal: Refusal) =>
  refusal
    .toLowerCase()
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

function errorAnswer(refusals: readonly Refusal[]): ErrorAnswer {
  const codes = [...new Set(refusals.map((refusal) => explained(refusal).code))]
  const reasons = refusals.filter(isReason)
  const named = { code: { enum: codes }, ...(reasons.length > 0 && { reason: { enum: reasons } }) }
  return {
    description: refusals.map((refusal) => `- \`${refusal}\`: ${explained(refusal).means}.`).join('\n'),
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['error', 'meta'],
          properties: {
            error: { allOf: [{ $ref: '#/components/schemas/Error' }, { type: 'object', properties: named }] },
            meta: { $ref: '#/components/schemas/Meta' },
          },
        },
        examples: Object.fromEntries(refusals.map((refusal) => [refusal, { $ref: `#/components/examples/${refusal}` }])),
      },
    },
  }
}

/** An example of each reason and code. */
export function errorExamples(publicUrl: string): Record<string, { summary: string; value: object }> {
  const all = Object.keys({ ...REASONS, ...CODES }) as Refusal[] // Object.keys loses the type of the keys
  return Object.fromEntries(all.map((refusal) => [refusal, example(refusal, publicUrl)]))
}

function example(refusal: Refusal, publicUrl: string): { summary: string; value: object } {
  const { code, means, message, field, resolvePath } = explained(refusal)
  const error = {
    code,
    message,
    ...(isReason(refusal) && { reason: refusal }),
    ...(field !== undefined && { field }),
    ...(resolvePath !== undefined && { resolve_url: publicUrl + resolvePath }),
  }
  return { summary: `${refusal}: ${means}`, value: { error, meta: { requestId: EXAMPLE_REQUEST_ID } } }
}
