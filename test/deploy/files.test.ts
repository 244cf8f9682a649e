/** The other files of deploy/: each held by a linter that its users know, and its names by ours. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { SECRETS } from '../../src/config/secret-files.js'
import { root } from '../../src/root.js'

const folder = mkdtempSync(path.join(tmpdir(), 'pinslot-deploy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (...parts: string[]) => path.join(root, 'deploy', ...parts)
const variables = [...readFileSync(path.join(root, '.env.example'), 'utf8').matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(
  ([, name]) => name!,
)
const isKnown = (name: string) =>
  variables.includes(name) || (name.endsWith('_FILE') && (SECRETS as readonly string[]).includes(name.replace(/_FILE$/, '')))

const run = (program: string, args: string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, encoding: 'utf8' })
  return { status, said: `${stdout}${stderr}` }
}

test('the compose file passes its linter', () => {
  const linted = run(process.execPath, [path.join(root, 'node_modules', '.bin', 'dclint'), at('compose.yml')])
  expect(linted, linted.said).toMatchObject({ status: 0 })
})

type Compose = {
  services: Record<string, { environment: Record<string, string>; secrets?: string[] }>
  secrets: Record<string, { file: string }>
}

test('the compose file gives the service settings that it reads, and each secret by a file that is mounted', () => {
  const { services, secrets } = parse(readFileSync(at('compose.yml'), 'utf8')) as Compose
  const { environment, secrets: mounted = [] } = services['pinslot']!
  expect(Object.keys(environment).filter((name) => !isKnown(name))).toEqual([])
  const files = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'))
  expect(files.map(([, file]) => path.basename(file)).sort()).toEqual([...mounted].sort())
  expect(mounted.filter((name) => !(name in secrets))).toEqual([])
})

test('the unit is one that systemd takes, and a service that can do little else', () => {
  const unit = path.join(folder, 'pinslot.service')
  writeFileSync(unit, readFileSync(at('systemd', 'pinslot.service'), 'utf8').replace('/usr/bin/node', process.execPath))
  expect(run('systemd-analyze', ['verify', unit])).toEqual({ status: 0, said: '' })
  // Its own measure of what a service could do, from 0 (nothing) to 100; a service without any limit has 96.
  const judged = run('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit])
  expect(judged, judged.said).toMatchObject({ status: 0 })
})

test('the unit names settings that the service reads', () => {
  const unit = readFileSync(at('systemd', 'pinslot.service'), 'utf8')
  const names = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line]) =>
    line!.split(' ').map((one) => one.split('=')[0]!),
  )
  expect(names.filter((name) => name !== 'NODE_ENV' && !isKnown(name))).toEqual([])
  expect(names.length).toBeGreaterThan(5)
})

test('the alerts are rules that Prometheus takes', () => {
  const said = execFileSync('promtool', ['check', 'rules', at('prometheus', 'alerts.yml')], { encoding: 'utf8' })
  expect(said).toMatch(/SUCCESS: \d+ rules found/)
})

type Series = Record<string, string>
const calls = (result: string, values: string): Series => ({
  [`pinslot_platform_calls_total{operation="create_pin", result="${result}"}`]: values,
})
const beats = (one: string, other: string): Series => ({
  'pinslot_loop_beat_age_seconds{loop="publisher", instance="1"}': one,
  'pinslot_loop_beat_age_seconds{loop="publisher", instance="2"}': other,
})
const ticks = (values: string): Series => ({ 'pinslot_cron_ticks_total{job="boards", result="failed"}': values })
const answers = (failed: string): Series => ({
  'pinslot_http_request_duration_seconds_count{method="GET", route="/", status="2xx"}': '0+90x40',
  'pinslot_http_request_duration_seconds_count{method="GET", route="/", status="5xx"}': failed,
})

/** Forty minutes, a value a minute: what each alert is for, and what it leaves alone. */
const ALERTS: Record<string, { fires: Series[]; isQuiet: Series[] }> = {
  PinsAreLate: {
    fires: [{ pinslot_late_pins: '11x40' }],
    isQuiet: [{ pinslot_late_pins: '10x40' }, { pinslot_late_pins: '0x33 40x7' }],
  },
  OutcomeStaysUnknown: {
    fires: [{ pinslot_unknown_outcome_oldest_age_seconds: '0+60x40' }],
    isQuiet: [{ pinslot_unknown_outcome_oldest_age_seconds: '600x40' }],
  },
  NoLoopLooksForWork: { fires: [beats('0+60x40', '0+60x40'), {}], isQuiet: [beats('0+60x40', '20x40')] },
  PlatformFails: {
    fires: [{ ...calls('ok', '0+7x40'), ...calls('app_refused', '0+3x40') }, calls('timeout', '0+3x40')],
    isQuiet: [
      { ...calls('ok', '0+9x40'), ...calls('timeout', '0+1x40') },
      { ...calls('ok', '0+1x40'), ...calls('invalid', '0+9x40') },
      {},
    ],
  },
  BacklogIsNotRead: { fires: [{ pinslot_backlog_read: '0x40' }], isQuiet: [{ pinslot_backlog_read: '0x37 1x3' }] },
  NoticesWait: {
    fires: [{ pinslot_outbox_oldest_age_seconds: '0+60x40' }],
    isQuiet: [{ pinslot_outbox_oldest_age_seconds: '1200x40' }],
  },
  TicksFail: { fires: [ticks('0x30 1 2 3 4 5 5 5 5 5 5')], isQuiet: [ticks('0x30 1 2 2 2 2 2 2 2 2 2')] },
  RequestsFail: { fires: [answers('0+10x40')], isQuiet: [answers('0+1x40'), answers('0x36 10 20 30 40')] },
}

test('each alert fires for what it is for, and for nothing less', () => {
  const { groups } = parse(readFileSync(at('prometheus', 'alerts.yml'), 'utf8')) as { groups: { rules: { alert: string }[] }[] }
  expect(groups.flatMap(({ rules }) => rules.map(({ alert }) => alert)).sort()).toEqual(Object.keys(ALERTS).sort())
  const caseOf = (alert: string, series: Series, fires: boolean) => ({
    ...{ name: `${alert} ${fires ? 'fires' : 'is quiet'}: ${JSON.stringify(series)}`, interval: '1m' },
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    promql_expr_test: [
      {
        expr: `count(ALERTS{alertname="${alert}", alertstate="firing"})`,
        ...{ eval_time: '39m', exp_samples: fires ? [{ labels: '{}', value: 1 }] : [] },
      },
    ],
  })
  const tests = Object.entries(ALERTS).flatMap(([alert, { fires, isQuiet }]) => [
    ...fires.map((series) => caseOf(alert, series, true)),
    ...isQuiet.map((series) => caseOf(alert, series, false)),
  ])
  const file = path.join(folder, 'alerts.test.yml')
  writeFileSync(file, JSON.stringify({ rule_files: [at('prometheus', 'alerts.yml')], evaluation_interval: '1m', tests }))
  const tried = run('promtool', ['test', 'rules', file])
  expect(tried, tried.said).toMatchObject({ status: 0 })
})

test('each query of the dashboard is one that Prometheus takes', () => {
  const { panels } = JSON.parse(readFileSync(at('grafana', 'pinslot.json'), 'utf8')) as {
    panels: { title: string; targets?: { expr: string }[] }[]
  }
  const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m')))
  expect(queries.length).toBeGreaterThan(20)
  const file = path.join(folder, 'queries.yml')
  writeFileSync(
    file,
    JSON.stringify({ groups: [{ name: 'queries', rules: queries.map((expr, i) => ({ record: `query:${i}`, expr })) }] }),
  )
  const checked = run('promtool', ['check', 'rules', file])
  expect(checked, checked.said).toMatchObject({ status: 0 })
})
