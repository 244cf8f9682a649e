/** What watches: the alerts and the dashboard, each query tried by Prometheus' own checker. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { root } from '../../src/root.js'

const folder = mkdtempSync(path.join(tmpdir(), 'pinslot-alerts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const alerts = path.join(root, 'deploy', 'prometheus', 'alerts.yml')

const promtool = (...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: root, encoding: 'utf8' })
  return { status, said: `${stdout}${stderr}` }
}

type Series = Record<string, string>
type Job = 'production' | 'staging'
/** A series of a job, as a scrape names it. */
const of = (job: Job, name: string, labels: Record<string, string>, values: string): Series => ({
  [`${name}{${Object.entries({ job, instance: 'a', ...labels })
    .map(([label, value]) => `${label}="${value}"`)
    .join(', ')}}`]: values,
})
/** Of one figure: production has the first values, and staging others, in which nothing is wrong. */
const figure = (name: string, values: string, well = '0x40'): Series => ({
  ...of('production', name, {}, values),
  ...of('staging', name, {}, well),
})
const calls = (result: string, values: string, job: Job = 'production') =>
  of(job, 'pinslot_platform_calls_total', { operation: 'create_pin', result }, values)
const beat = (loop: string, instance: string, values: string, job: Job = 'production') =>
  of(job, 'pinslot_loop_beat_age_seconds', { loop, instance }, values)
const ticks = (values: string): Series => ({
  ...of('production', 'pinslot_cron_ticks_total', { tick: 'boards', result: 'failed' }, values),
  ...of('production', 'pinslot_cron_ticks_total', { tick: 'purge', result: 'failed' }, '0x40'),
})
const answers = (route: string, status: string, values: string, job: Job = 'production') =>
  of(job, 'pinslot_http_request_duration_seconds_count', { method: 'GET', route, status }, values)
const deliveries = (result: string, values: string, job: Job = 'production') =>
  of(job, 'pinslot_webhook_deliveries_total', { result }, values)
/** Probes and scrapes that succeed, as many as come from a load balancer, an orchestrator and Prometheus. */
const probes: Series = {
  ...answers('/health/live', '2xx', '0+600x40'),
  ...answers('/health/ready', '2xx', '0+1200x40'),
  ...answers('/metrics', '2xx', '0+200x40'),
}

/** Forty minutes, a value a minute: what each alert is for, in production, and what it leaves alone. */
const ALERTS: Record<string, { fires: Series[]; isQuiet: Series[] }> = {
  PinsAreLate: {
    fires: [figure('pinslot_late_pins', '11x40')],
    isQuiet: [figure('pinslot_late_pins', '10x40'), figure('pinslot_late_pins', '0x33 40x7')],
  },
  OutcomeStaysUnknown: {
    fires: [figure('pinslot_unknown_outcome_oldest_age_seconds', '0+60x40')],
    isQuiet: [figure('pinslot_unknown_outcome_oldest_age_seconds', '600x40')],
  },
  NoLoopLooksForWork: {
    fires: [
      {
        ...beat('publisher', 'a', '0+60x40'),
        ...beat('publisher', 'b', '0+60x40'),
        ...beat('publisher', 'a', '20x40', 'staging'),
      },
      { ...beat('publisher', 'a', '20x20 stale'), ...beat('publisher', 'a', '20x40', 'staging') },
    ],
    isQuiet: [
      { ...beat('publisher', 'a', '0+60x40'), ...beat('publisher', 'b', '20x40') },
      { ...beat('publisher', 'a', '20x20 stale'), ...beat('publisher', 'b', '20x40') },
    ],
  },
  LoopStandsStill: {
    fires: [
      { ...beat('outbox', 'a', '0+60x40'), ...beat('outbox', 'b', '20x40'), ...beat('cron', 'a', '50x40') },
      { ...beat('cron', 'a', '0+60x40'), ...beat('publisher', 'a', '20x40') },
    ],
    isQuiet: [
      { ...beat('cron', 'a', '150x40'), ...beat('outbox', 'a', '80x40') },
      { ...beat('outbox', 'a', '20x36 100 160 220 280') },
    ],
  },
  PlatformFails: {
    fires: [
      { ...calls('ok', '0+7x40'), ...calls('app_refused', '0+3x40'), ...calls('ok', '0+90x40', 'staging') },
      calls('timeout', '0+3x40'),
    ],
    isQuiet: [
      { ...calls('ok', '0+9x40'), ...calls('timeout', '0+1x40') },
      { ...calls('ok', '0+1x40'), ...calls('invalid', '0+9x40') },
      {},
    ],
  },
  BacklogIsNotRead: {
    fires: [figure('pinslot_backlog_read', '0x40', '1x40')],
    isQuiet: [figure('pinslot_backlog_read', '0x37 1x3', '1x40')],
  },
  DatabaseTakesNoWrites: {
    fires: [
      figure('pinslot_database_writable', '0x40', '1x40'),
      {
        ...figure('pinslot_database_writable', '1x40', '1x40'),
        ...of('production', 'pinslot_database_writable', { instance: 'b' }, '0x40'),
      },
    ],
    isQuiet: [figure('pinslot_database_writable', '1x37 0 1x2', '1x40')],
  },
  NoticesWait: {
    fires: [figure('pinslot_outbox_oldest_age_seconds', '0+60x40')],
    isQuiet: [figure('pinslot_outbox_oldest_age_seconds', '1200x40')],
  },
  NoticesReachNobody: {
    fires: [figure('pinslot_outbox_dead_letters', '5x70 17x10', '5x80')],
    isQuiet: [figure('pinslot_outbox_dead_letters', '500x80'), figure('pinslot_outbox_dead_letters', '5x70 15x10')],
  },
  WebhooksFail: {
    fires: [
      {
        ...deliveries('delivered', '0+4x90'),
        ...deliveries('later', '0+5x90'),
        ...deliveries('delivered', '0+90x90', 'staging'),
      },
      { ...deliveries('delivered', '0+4x90'), ...deliveries('error', '0+5x90') },
    ],
    isQuiet: [
      { ...deliveries('delivered', '0+5x90'), ...deliveries('later', '0+4x90') },
      { ...deliveries('delivered', '0+4x90'), ...deliveries('superseded', '0+5x90') },
      { ...deliveries('delivered', '0x90'), ...deliveries('later', '0x90') },
    ],
  },
  TicksFail: { fires: [ticks('0x30 1 2 3 4 5 5 5 5 5 5')], isQuiet: [ticks('0x30 1 2 2 2 2 2 2 2 2 2')] },
  RequestsFail: {
    fires: [
      { ...answers('/', '2xx', '0+90x40'), ...answers('/', '5xx', '0+10x40') },
      // Few requests among many probes: those are not what they are measured by.
      { ...probes, ...answers('/', '2xx', '0+9x40'), ...answers('/', '5xx', '0+1x40') },
      { ...answers('/', '5xx', '0+1x40'), ...answers('/', '2xx', '0+900x40', 'staging') },
    ],
    isQuiet: [
      { ...answers('/', '2xx', '0+90x40'), ...answers('/', '5xx', '0+1x40') },
      { ...answers('/', '2xx', '0+90x40'), ...answers('/', '5xx', '0x36 10 20 30 40') },
      // A process that is not ready says so to each probe, and answers its requests.
      { ...answers('/', '2xx', '0+9x40'), ...answers('/health/ready', '5xx', '0+1200x40') },
    ],
  },
}

const EVALUATED: Record<string, string> = { NoticesReachNobody: '75m', WebhooksFail: '85m' }

test('the alerts are rules that Prometheus takes', () => {
  const checked = promtool('check', 'rules', alerts)
  expect(checked.said).toMatch(/SUCCESS: \d+ rules found/)
})

test('each alert fires for what it is for and names its job, and for nothing less', () => {
  const { groups } = parse(readFileSync(alerts, 'utf8')) as { groups: { rules: { alert: string }[] }[] }
  expect(groups.flatMap(({ rules }) => rules.map(({ alert }) => alert)).sort()).toEqual(Object.keys(ALERTS).sort())
  const caseOf = (alert: string, series: Series, fires: boolean) => ({
    name: `${alert} ${fires ? 'fires' : 'is quiet'}: ${JSON.stringify(series)}`,
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    promql_expr_test: [
      {
        expr: `count by (job) (ALERTS{alertname="${alert}", alertstate="firing"})`,
        eval_time: EVALUATED[alert] ?? '39m',
        exp_samples: fires ? [{ labels: '{job="production"}', value: 1 }] : [],
      },
    ],
  })
  const tests = Object.entries(ALERTS).flatMap(([alert, { fires, isQuiet }]) => [
    ...fires.map((series) => caseOf(alert, series, true)),
    ...isQuiet.map((series) => caseOf(alert, series, false)),
  ])
  expectPassed(tests)
})

test('where no process of any job was ever there, that is an alert, too', () => {
  const exp_alerts = [
    {
      exp_labels: { loop: 'publisher', severity: 'page' },
      exp_annotations: {
        summary: 'Every job: nothing is published',
        description: 'See /health/ready and the log of each process',
      },
    },
  ]
  const alert_rule_test = [{ alertname: 'NoLoopLooksForWork', eval_time: '39m', exp_alerts }]
  expectPassed([{ interval: '1m', input_series: [{ series: 'other', values: '0x40' }], alert_rule_test }])
})

function expectPassed(tests: object[]): void {
  const file = path.join(folder, 'alerts.test.yml')
  writeFileSync(file, JSON.stringify({ rule_files: [alerts], evaluation_interval: '1m', tests }))
  const tried = promtool('test', 'rules', file)
  expect(tried, tried.said).toMatchObject({ status: 0 })
}

type Dashboard = {
  templating: { list: { name: string; query: unknown }[] }
  panels: { title: string; targets?: { expr: string }[] }[]
}
const dashboard = JSON.parse(readFileSync(path.join(root, 'deploy', 'grafana', 'pinslot.json'), 'utf8')) as Dashboard
const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

test('each query of the dashboard is one that Prometheus takes', () => {
  expect(queries.length).toBeGreaterThan(20)
  const rules = queries.map((expr, i) => ({ record: `query:${i}`, expr: expr.replaceAll('$__rate_interval', '5m') }))
  const file = path.join(folder, 'queries.yml')
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'queries', rules }] }))
  const checked = promtool('check', 'rules', file)
  expect(checked, checked.said).toMatchObject({ status: 0 })
})

test('the dashboard shows one job, that of an installation, and of each of its processes what Pinslot runs', () => {
  const { query } = dashboard.templating.list.find(({ name }) => name === 'job') ?? {}
  expect(query).toMatchObject({ query: 'label_values(pinslot_backlog_read, job)' })
  for (const expr of queries)
    for (const [, name = '', matchers = ''] of expr.matchAll(/\b((?:pinslot|process|nodejs)_\w+)(\{[^}]*\})?/g))
      expect(matchers, `${name} in ${expr}`).toContain('job="$job"')
})

test('a process of another program, in the same job or another, is in no panel', () => {
  const seen = queries
    .map((expr) => expr.replaceAll('$__rate_interval', '5m').replaceAll('$job', 'production'))
    .filter((expr) => /\b(?:process|nodejs)_/.test(expr))
  expect(seen.length).toBeGreaterThanOrEqual(3)
  const names = seen.map((expr) => /\b(?:process|nodejs)_\w+/.exec(expr)![0])
  const processes = (job: Job, instance: string) => names.map((name) => of(job, name, { instance }, '5x40'))
  const series: Series = Object.assign(
    of('production', 'pinslot_backlog_read', {}, '1x40'),
    of('staging', 'pinslot_backlog_read', { instance: 'staging' }, '1x40'),
    ...processes('production', 'a'),
    ...processes('production', 'another program'),
    ...processes('staging', 'staging'),
  ) as Series
  const promql_expr_test = seen.map((expr) => ({
    expr: `count by (job, instance) (${expr})`,
    eval_time: '39m',
    exp_samples: [{ labels: '{job="production", instance="a"}', value: 1 }],
  }))
  const input_series = Object.entries(series).map(([name, values]) => ({ series: name, values }))
  expectPassed([{ interval: '1m', input_series, promql_expr_test }])
})
