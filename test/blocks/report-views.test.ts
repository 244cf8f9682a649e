/** Reports and requests with values that people do type: nothing pings, nothing breaks Slack's limits. */
import { expect, test } from 'vitest'
import { reportThanks, reportView, requestThanks, requestView } from '../../blocks/reports/forms.js'
import {
  reportCard,
  reportResolvedMessage,
  reportStandsMessage,
  resolvedMeanwhileView,
  resolveView,
} from '../../blocks/reports/card.js'
import type { IssueReport } from '../../src/core/reports/report.js'
import { AT, keepsLimits, type NastyView } from './nasty.js'

const STAFF = '<@U0STAFF01>'
const aReport = (words: string, state: IssueReport['state'] = 'open', kind: IssueReport['kind'] = 'report'): IssueReport => ({
  id: '9223372036854775807',
  organizationId: '9223372036854775807',
  organizationName: words,
  kind,
  tool: kind === 'report' ? words.slice(0, 200) : null,
  description: words.repeat(5).slice(0, 4000),
  via: 'slack',
  reportedBy: words,
  createdAt: AT,
  state,
  claimedBy: state === 'open' ? null : 'T0STAFF01:U0STAFF01',
  claimedAt: state === 'open' ? null : AT,
  resolvedBy: state === 'resolved' ? 'T0STAFF01:U0STAFF01' : null,
  resolvedAt: state === 'resolved' ? AT : null,
  resolution: state === 'resolved' ? words.slice(0, 1000) : null,
  version: 3,
})
const BUTTON = { organizationId: '1', reportId: '5', version: 1 }
const memory = { responseUrl: 'https://hooks.slack.com/x' }

const views: NastyView[] = [
  ['report', 'modal', (words) => reportView({ memory, words })],
  ['request', 'modal', (words) => requestView({ memory, words })],
  ['report thanks', 'message', () => reportThanks()],
  ['request thanks', 'message', () => requestThanks()],
  ...(['open', 'claimed', 'resolved'] as const).flatMap((state): NastyView[] => [
    [`${state} report`, 'message', (words) => reportCard(aReport(words, state))],
    [`${state} request`, 'message', (words) => reportCard(aReport(words, state, 'capability'))],
    [`too late for a ${state} report`, 'message', (words) => reportStandsMessage(aReport(words, state))],
  ]),
  ['resolve', 'modal', (words) => resolveView(aReport(words, 'claimed'), { ...BUTTON, channelId: 'C1', ts: '1.2' })],
  ['already resolved', 'modal', (words) => resolvedMeanwhileView(aReport(words, 'resolved'), words.slice(0, 3000))],
  ['told who sent it', 'message', (words) => reportResolvedMessage(aReport(words, 'resolved'))],
]
keepsLimits(views, [STAFF])

test('a text that grew when secrets were taken out of it still fits into one message', () => {
  const description = '[redacted: e-mail address] '.repeat(600)
  const { blocks } = reportCard({ ...aReport('x', 'resolved'), description, resolution: description.slice(0, 5000) })
  const texts = JSON.stringify(blocks).match(/"text":"([^"]*)"/g) ?? []
  expect(texts.join('').length).toBeLessThan(13_200)
})

test('a card says who sent it and through which channel, in words, and no line that says nothing', () => {
  const facts = (report: Partial<IssueReport>) => JSON.stringify(reportCard({ ...aReport('Shop'), ...report }).blocks)
  expect(facts({ reportedBy: 'T1:U0MEMBER1' })).toContain('Shop · in Slack, by <@U0MEMBER1> · ')
  expect(facts({ via: 'api', reportedBy: null })).toContain('Shop · through the API · ')
  expect(facts({ via: 'api', reportedBy: 'key:12' })).toContain('Shop · through the API, by API key 12 · ')
  for (const kind of ['report', 'capability'] as const) {
    expect(facts({ kind, tool: null })).not.toMatch(/feature request|no command given/)
  }
})
