/** Tokens go to the Slack that the app speaks to, and to nobody else. */
import { expect, test } from 'vitest'
import { isOfSlack, SLACK_API } from '../../../src/slack/transport/slack-host.js'

const GOV = 'https://slack-gov.com/api/'
const HERE = 'http://127.0.0.1:4000/api/'

test.each([
  ['https://files.slack.com/a.jpg', SLACK_API, true],
  ['https://slack.com/a.jpg', SLACK_API, true],
  ['https://maple.enterprise.slack.com/', SLACK_API, true],
  ['https://files.slack-gov.com/a.jpg', SLACK_API, false],
  ['https://files.slack-gov.com/a.jpg', GOV, true],
  ['https://files.slack.com/a.jpg', GOV, false],
  ['http://files.slack.com/a.jpg', SLACK_API, false],
  ['https://files.slack.com:8443/a.jpg', SLACK_API, false],
  ['https://slack.com.example.org/a.jpg', SLACK_API, false],
  ['https://notslack.com/a.jpg', SLACK_API, false],
  ['http://127.0.0.1:4000/files/a.jpg', HERE, true],
  ['http://127.0.0.1:4001/files/a.jpg', HERE, false],
])('%s with %s: %s', (url, api, isThere) => {
  expect(isOfSlack(new URL(url), api)).toBe(isThere)
})
