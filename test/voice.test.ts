/** The measurable rules of docs/voice.md, held against every sentence that Slack, the pages and the command line can show. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Reason, REASONS, rowOf } from '../src/core/lib/reasons.js'
import { root } from '../src/root.js'
import { mixedTimes, textsIn, voiceProblems } from './support/voice.js'

const READ_BY_PEOPLE = ['blocks', 'src/slack', 'src/http/pages', 'src/cli']

const reasons = Object.keys(REASONS) as Reason[] // Object.keys loses the type of the keys
const textsOfReasons = reasons.flatMap((reason) => {
  const { slack, slackNext, denial } = rowOf(reason)
  const own = typeof slack === 'function' ? slack({}) : slack
  const texts = [own, slackNext, ...(denial ? [denial.lacks, denial.ask, denial.page] : [])]
  return texts.flatMap((words) => (words === undefined ? [] : [{ file: reason, words }]))
})

test('every sentence in Slack, on the pages and on the command line keeps the rules of the voice', () => {
  const texts = [...textsIn(READ_BY_PEOPLE), ...textsOfReasons]
  expect(texts.length).toBeGreaterThan(1000)
  expect(texts.flatMap(({ file, words }) => voiceProblems(words).map((problem) => `${file}: ${problem}`))).toEqual([])
})

test.each([
  ['The platform refused the pin.', 'Pinterest'],
  ['Your pin has its time.', 'Moved to'],
  ['Who asked is told.', 'message you'],
  ['It would be Mon 23 Nov, 19:15 GMT-5', 'New York time'],
  [`${'word '.repeat(27)}end.`, 'more than'],
])('the rules find what is wrong with “%s”', (words, better) => {
  expect(voiceProblems(words).join('\n')).toContain(better)
})

test.each([
  [['Mon, Nov 23, 7:15 PM', 'Mondays at 9:00 AM'], []],
  [
    ['Goes out Mon, Nov 23, 7:15 PM', '● 09:30'],
    ['12 hours', '24 hours'],
  ],
  [['<!date^1^{date_short_pretty} at {time}|x>'], ['Slack’s relative days']],
])('two ways of writing a time in one view are found: %j', (texts, mixed) => expect(mixedTimes(texts)).toEqual(mixed))

test('the page of the voice fits a screen: ten rules, and the terms of the glossary', () => {
  const page = readFileSync(path.join(root, 'docs/voice.md'), 'utf8')
  expect(page.match(/^\d+\. /gm)).toHaveLength(10)
  expect(page.split('\n').length).toBeLessThan(60)
})
