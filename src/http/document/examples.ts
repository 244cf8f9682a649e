/**
 * What operations were asked and answered in a real run, with ids and secrets that stand for others.
 * test/http/document/examples.test.ts records it.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../../root.js'

export type RecordedExample = {
  operationId: string
  path?: Record<string, string>
  query?: Record<string, string>
  body?: object
  status: number
  /** Text where the answer is no JSON. */
  answer: object | string
}

/** Where the service was that was asked. */
const RECORDED_AT = 'https://pinslot.test'

/** @param publicUrl takes the place of where it was */
export function readExamples(publicUrl: string): RecordedExample[] {
  const text = readFileSync(path.join(root, 'src/http/document/examples.json'), 'utf8')
  return JSON.parse(text.replaceAll(RECORDED_AT, publicUrl)) as RecordedExample[] // as the test wrote them
}
