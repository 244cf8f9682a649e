/** Requests and answers of a real run, with ids and secrets replaced. test/http/document/examples.test.ts records them. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../root.js'

export type RecordedExample = {
  operationId: string
  path?: Record<string, string>
  query?: Record<string, string>
  body?: object
  status: number
  /** A text if the answer is not JSON. */
  answer: object | string
}

/** The address of the service that was recorded. */
const RECORDED_AT = 'https://pinslot.test'

/** The recording leaves the request id out, because it is the same in every answer. */
export const EXAMPLE_REQUEST_ID = '5f0c6f0e-8f2b-4d0e-9b59-0c8a1f3d5b21'

/** @param publicUrl replaces the recorded address */
export function readExamples(publicUrl: string): RecordedExample[] {
  const text = readFileSync(path.join(root, 'src/http/document/examples.json'), 'utf8')
  const recorded = JSON.parse(text.replaceAll(RECORDED_AT, publicUrl)) as RecordedExample[] // as the test wrote them
  return recorded.map(({ answer, ...example }) => ({
    ...example,
    answer: typeof answer === 'string' ? answer : withRequestId(answer),
  }))
}

const withRequestId = ({ meta, ...answer }: { meta?: object }): object => ({
  ...answer,
  meta: { requestId: EXAMPLE_REQUEST_ID, ...meta },
})
