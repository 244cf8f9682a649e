/** Numbers as the platform reports them, and what is made of them. */
import { expect, test } from 'vitest'
import type { MetricDay } from '../../src/core/ports/platform.js'
import { aPlatform, answering } from './support/bare-platform.js'

const access = { accessToken: 'pina_secret' }
const days = { first: '2026-03-08', last: '2026-03-20' }
const answered = (body: unknown) => aPlatform(answering(200, body))
const readPin = async (body: unknown, isVideo = false) =>
  (await answered(body)).platform.readPinAnalytics(access, '7', { ...days, isVideo })
const readAccount = async (body: unknown) => (await answered(body)).platform.readAccountAnalytics(access, days)
const readTop = async (body: unknown) => (await answered(body)).platform.readTopPins(access, days, 'SAVE')
const daily = (...of: object[]) => ({ all: { daily_metrics: of } })

const PIN = 'IMPRESSION,OUTBOUND_CLICK,PIN_CLICK,SAVE,SAVE_RATE,USER_FOLLOW,PROFILE_VISIT'
const LIFETIME = 'TOTAL_COMMENTS,TOTAL_REACTIONS'
const VIDEO = 'VIDEO_MRC_VIEW,VIDEO_10S_VIEW,QUARTILE_95_PERCENT_VIEW,VIDEO_V50_WATCH_TIME,VIDEO_START,VIDEO_AVG_WATCH_TIME'
const ACCOUNT = 'ENGAGEMENT,ENGAGEMENT_RATE,IMPRESSION,OUTBOUND_CLICK,OUTBOUND_CLICK_RATE,PIN_CLICK,PIN_CLICK_RATE,SAVE,SAVE_RATE'

test('is asked with everything the platform requires, a video for its own metrics too', async () => {
  const { platform, asked } = await answered({})
  await platform.readPinAnalytics(access, '7', { ...days, isVideo: false })
  await platform.readPinAnalytics(access, '7', { ...days, isVideo: true })
  await platform.readAccountAnalytics(access, days)
  await platform.readTopPins(access, days, 'OUTBOUND_CLICK')
  const window = 'start_date=2026-03-08&end_date=2026-03-20'
  expect(asked.map(decodeURIComponent)).toEqual([
    `GET /v5/pins/7/analytics?${window}&metric_types=${PIN},${LIFETIME}`,
    `GET /v5/pins/7/analytics?${window}&metric_types=${PIN},${VIDEO},${LIFETIME}`,
    `GET /v5/user_account/analytics?${window}&metric_types=${ACCOUNT}`,
    `GET /v5/user_account/analytics/top_pins?${window}&sort_by=OUTBOUND_CLICK&num_of_pins=10&metric_types=${ACCOUNT}`,
  ])
})

test.each([
  {},
  { all: null },
  { all: {} },
  { all: { daily_metrics: null, summary_metrics: null, lifetime_metrics: null } },
  { all: { daily_metrics: [] } },
  { more: 'words' },
])('%j says nothing', async (body) => {
  expect(await readPin(body)).toEqual({ summary: {}, days: [], lifetime: {} })
  expect(await readAccount(body)).toEqual({ summary: {}, days: [] })
})

test.each(['all', 'property1', 'ALL'])('the one part may be called %s', async (name) => {
  const body = { is_realtime: false, [name]: { summary_metrics: { SAVE: 2 } } }
  expect((await readAccount(body)).summary).toEqual({ save: 2 })
})

test('names are camel-cased by rule', async () => {
  const metrics = Object.fromEntries([...PIN.split(','), ...VIDEO.split(',')].map((name, index) => [name, index]))
  const { days: read } = await readPin(daily({ date: '2026-03-08', data_status: 'READY', metrics }), true)
  expect(Object.keys(read[0]?.metrics ?? {})).toEqual([
    ...['impression', 'outboundClick', 'pinClick', 'save', 'saveRate', 'userFollow', 'profileVisit'],
    ...['videoMrcView', 'video10sView', 'quartile95PercentView', 'videoV50WatchTime', 'videoStart', 'videoAvgWatchTime'],
  ])
})

test('a missing metric is null while it is processed and absent otherwise; an unknown status is kept', async () => {
  const waiting = {
    impression: null,
    save: null,
    pinClick: null,
    outboundClick: null,
    saveRate: null,
    userFollow: null,
    profileVisit: null,
  }
  const rows: [object, MetricDay][] = [
    [
      { date: '2026-03-08', data_status: 'READY', metrics: { IMPRESSION: 4, SAVE: null, SAVE_RATE: 0.25 } },
      { day: '2026-03-08', dataStatus: 'READY', metrics: { impression: 4, saveRate: 0.25 } },
    ],
    [
      { date: '2026-03-09', data_status: 'PROCESSING', metrics: { IMPRESSION: 3, SAVE: null } },
      { day: '2026-03-09', dataStatus: 'PROCESSING', metrics: { ...waiting, impression: 3 } },
    ],
    [
      { date: '2026-03-10', data_status: 'PROCESSING' },
      { day: '2026-03-10', dataStatus: 'PROCESSING', metrics: waiting },
    ],
    [
      { date: '2026-03-11', data_status: 'BEFORE_PIN_CREATED', metrics: { IMPRESSION: 0 } },
      { day: '2026-03-11', dataStatus: 'BEFORE_PIN_CREATED', metrics: { impression: 0 } },
    ],
    [
      { date: '2026-03-12', data_status: 'BEFORE_THE_FLOOD', metrics: null },
      { day: '2026-03-12', dataStatus: 'BEFORE_THE_FLOOD', metrics: {} },
    ],
    [
      { date: '2026-03-13', data_status: null, metrics: { SAVE: 1 }, other: true },
      { day: '2026-03-13', dataStatus: 'UNKNOWN', metrics: { save: 1 } },
    ],
    [
      { date: '2026-03-14', metrics: { SAVE: 'many', NEW_METRIC_X: 5, NEW_2: 0, OTHER: 'text', 'no name': 1, __proto__: 2 } },
      { day: '2026-03-14', dataStatus: 'UNKNOWN', metrics: { newMetricX: 5, new2: 0 } },
    ],
  ]
  const { days: read } = await readPin(daily(...rows.map(([wire]) => wire)))
  expect(read).toEqual(rows.map(([, made]) => made))
})

test('comments and reactions are of a lifetime alone', async () => {
  const counted = { IMPRESSION: 9, TOTAL_COMMENTS: 10, TOTAL_REACTIONS: 12 }
  const body = {
    all: {
      summary_metrics: counted,
      daily_metrics: [{ date: '2026-03-08', data_status: 'READY', metrics: counted }],
      lifetime_metrics: { TOTAL_COMMENTS: 10, TOTAL_REACTIONS: 12, IMPRESSION: 99 },
    },
  }
  expect(await readPin(body)).toEqual({
    summary: { impression: 9 },
    days: [{ day: '2026-03-08', dataStatus: 'READY', metrics: { impression: 9 } }],
    lifetime: { totalComments: 10, totalReactions: 12 },
  })
})

test.each([{}, { lifetime_metrics: null }, { lifetime_metrics: {} }, { lifetime_metrics: { TOTAL_COMMENTS: null } }])(
  'a lifetime of %j says nothing',
  async (lifetime) => {
    expect((await readPin({ all: lifetime })).lifetime).toEqual({})
  },
)

test('what is missing of a sum may come while one of its days is processed', async () => {
  const sum = (status: string) =>
    readAccount({
      all: {
        summary_metrics: { SAVE: 2, PIN_CLICK: null },
        daily_metrics: [{ date: '2026-03-08', data_status: status, metrics: {} }],
      },
    })
  expect((await sum('READY')).summary).toEqual({ save: 2 })
  expect((await sum('PROCESSING')).summary).toMatchObject({ save: 2, pinClick: null, impression: null, engagementRate: null })
})

test('top pins come in their order, each metric with a status of its own', async () => {
  const body = {
    date_availability: { latest_available_timestamp: 1_649_116_799_000, is_realtime: false },
    sort_by: 'SAVE',
    pins: [
      {
        pin_id: '1091067447264423486',
        metrics: { SAVE: 129, PIN_CLICK: null },
        data_status: { SAVE: 'READY', PIN_CLICK: 'PROCESSING' },
      },
      {
        pin_id: '9',
        metrics: { SAVE: 12, IMPRESSION: null },
        data_status: { IMPRESSION: 'BEFORE_THE_FLOOD', ENGAGEMENT: 'PROCESSING' },
      },
      { pin_id: '8', metrics: null, data_status: null },
      { pin_id: '7', data_status: 'PROCESSING', extra: 1 },
    ],
  }
  expect(await readTop(body)).toEqual({
    pins: [
      { pinId: '1091067447264423486', metrics: { save: 129, pinClick: null } },
      { pinId: '9', metrics: { save: 12, engagement: null } },
      { pinId: '8', metrics: {} },
      { pinId: '7', metrics: expect.objectContaining({ save: null, engagement: null }) as object },
    ],
  })
})

test.each([{}, { pins: null }, { pins: [] }])('%j has no top pins', async (body) => {
  expect(await readTop(body)).toEqual({ pins: [] })
})
