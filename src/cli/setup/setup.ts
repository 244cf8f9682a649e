/** The guided setup: requests missing settings, tests and stores each answer at once, until the configuration is complete. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { type Config, ConfigError, NAMES, readConfig, wrongValue } from '../../config/config.js'
import { withFiles } from '../../config/files.js'
import type { Check } from '../../service/doctor/check.js'
import { createAppLink, makeManifest } from '../../service/manifest.js'
import { readEncryptionKey } from '../../service/secrets.js'
import { keepInEnvFile, readEnvFile, type Values } from './env-file.js'
import { QUESTIONS, type Question, type Track, tryAnswer, type Trying } from './questions.js'
import { SetupError } from './setup-error.js'
import type { Talk } from './talk.js'

export type Setup = {
  /** The file of settings: the .env that npm start reads. */
  file: string
  track: Track | undefined
  answers: Values
  talk: Talk
  tryingWith: (values: Values) => Trying
}

export const TRACKS: readonly { value: Track; label: string; hint: string }[] = [
  { value: 'local', label: 'The local workspace', hint: 'nothing to set up: everything is a stand-in on this machine' },
  { value: 'slack', label: 'Your own Slack, with a simulated Pinterest', hint: 'ten minutes, and no public address' },
  { value: 'production', label: 'Production', hint: 'your Slack, your Pinterest app, your Postgres' },
]
const ENVIRONMENT = { slack: 'development', production: 'production' } as const

/** @throws SetupError · SetupCancelled; settings that passed their test are stored, and the next run continues from there */
export async function runSetup(setup: Setup): Promise<{ track: Track; config: Config }> {
  const { file, talk } = setup
  for (const [name, value] of Object.entries(setup.answers)) requireKnown(name, value)
  const track = setup.track ?? trackOf({ ...settingsIn(file), ...setup.answers }) ?? (await chooseTrack(talk))
  if (track === 'local') {
    if (trackOf(settingsIn(file)) !== undefined)
      throw new SetupError(`${file} sets up a real Slack: move it away to start the local workspace, or choose another track.`)
    return { track, config: configOf(settingsIn(file)) }
  }
  keep(file, { PINSLOT_ENV: ENVIRONMENT[track], ...otherAnswers(setup.answers) })
  makeKeys(file, track)
  const answers = new Map(Object.entries(setup.answers))
  const doubted = new Set<string>()
  for (let index = 0; index < QUESTIONS.length; index++) {
    const question = QUESTIONS[index]!
    if (!question.isAsked(settingsIn(file), track)) continue
    const isSettled = await settle(question, { ...setup, track, proposals: answers, isDoubted: doubted.delete(question.name) })
    if (isSettled) continue
    for (const name of [...(question.doubts ?? []), question.name]) doubted.add(name)
    index = QUESTIONS.findIndex(({ name }) => doubted.has(name)) - 1
  }
  return { track, config: configOf(settingsIn(file)) }
}

type Settling = Setup & { track: Track; proposals: Map<string, string>; isDoubted: boolean }

/** @returns false if it was refused, and other settings may be the cause */
async function settle(question: Question, settling: Settling): Promise<boolean> {
  const { name, label, where, isSecret, isOptional = false, doubts } = question
  const { file, talk, track, proposals, isDoubted, tryingWith } = settling
  const had = settingsIn(file)[name]
  const has = had !== undefined && (had !== '' || isOptional)
  const propose = async (value: string): Promise<Check> => {
    const values = { ...settingsIn(file), [name]: value }
    const { check, keeps } = await tryAnswer(question, values, tryingWith(values))
    if (check.state === 'problem') return check
    keep(file, { [name]: keeps ?? value })
    if (check.said !== '') talk.passed(`${label}: ${check.said}`)
    if (name === 'PUBLIC_URL' && has && had !== (keeps ?? value)) sayMoved(talk, keeps ?? value)
    return check
  }
  let last = proposals.get(name) ?? (has ? had : undefined)
  proposals.delete(name)
  if (last !== undefined && !isDoubted) {
    const check = await propose(last)
    if (check.state !== 'problem') return true
    if (!talk.canAsk) throw new SetupError(wordsOf(label, check))
    talk.failed(wordsOf(label, check))
    if (doubts) return false
  }
  if (name === 'SLACK_BOT_TOKEN' && !has) sayLink(talk, settingsIn(file), track)
  for (;;) {
    const hint = last === undefined || last === '' ? '' : ' Enter tries what you gave before.'
    const initialValue = isSecret ? '' : (last ?? '')
    const answer = await talk.ask({ message: `${label}: ${where}.${isSecret ? hint : ''}`, isSecret, initialValue })
    if (answer === undefined)
      throw new SetupError(`${name} is missing (${label}: ${where}). Add a line ${name}=… to the file of --answers.`)
    last = answer.trim() === '' && isSecret ? (last ?? '') : answer.trim()
    const check = await propose(last)
    if (check.state !== 'problem') return true
    talk.failed(wordsOf(label, check))
    if (doubts && last !== '') return false
  }
}

const wordsOf = (label: string, { said, remedy }: Check) => [`${label}: ${said}`, remedy].filter(Boolean).join(' ')

function sayLink(talk: Talk, values: Values, track: Track): void {
  const { PUBLIC_URL: publicUrl = '', SLACK_APP_TOKEN: appToken = '' } = values
  const isSocket = track === 'slack' || appToken !== ''
  const link = createAppLink(makeManifest({ isSocket, publicUrl: publicUrl || null, isRotating: false }))
  talk.link('Create the Slack app with this link. Then press “Install to Workspace” on its page “OAuth & Permissions”.', link)
}

/** Reminds of the app's addresses, which Slack does not show us. */
const sayMoved = (talk: Talk, url: string) =>
  talk.say(
    `If the app was made for another address: enter what npm run admin -- slack manifest --url ${url} prints on its page “App Manifest”.`,
  )

async function chooseTrack(talk: Talk): Promise<Track> {
  const chosen = await talk.choose('What do you want to set up?', [...TRACKS])
  const track = TRACKS.find(({ value }) => value === chosen)
  if (!track) throw new SetupError(`Nobody can answer here: give --track ${TRACKS.map(({ value }) => value).join('|')}.`)
  return track.value
}

/** undefined if none is set up yet. */
function trackOf(values: Values): Track | undefined {
  const { PINSLOT_ENV: env, SLACK_BOT_TOKEN: token = '' } = values
  if (env === 'production') return 'production'
  return env === 'development' || token !== '' ? 'slack' : undefined
}

/** Generates missing keys. An earlier sandbox keeps the key of its folder, which sealed its secrets. */
function makeKeys(file: string, track: Track): void {
  const values = settingsIn(file)
  const { dataDir } = configOf({ ...(values['PINSLOT_DATA_DIR'] && { PINSLOT_DATA_DIR: values['PINSLOT_DATA_DIR'] }) })
  mkdirSync(dataDir, { recursive: true })
  if (!values['ENCRYPTION_KEY']) {
    const key = track === 'slack' ? readEncryptionKey(null, dataDir) : randomBytes(32)
    keep(file, { ENCRYPTION_KEY: key.toString('base64') })
  }
  if (track === 'production' && !values['METRICS_TOKEN']) keep(file, { METRICS_TOKEN: randomBytes(32).toString('hex') })
}

/** Accepts settings without a question as they are given. */
function otherAnswers(answers: Values): Values {
  const asked = new Set(['PINSLOT_ENV', ...QUESTIONS.map(({ name }) => name)])
  return Object.fromEntries(Object.entries(answers).filter(([name]) => !asked.has(name)))
}

/** Refuses unknown names and invalid values. Questions check their own values, because a channel may be given by its name. */
function requireKnown(name: string, value: string): void {
  if (QUESTIONS.some((question) => question.name === name)) return
  const wrong = name.endsWith('_FILE') && NAMES.includes(name.slice(0, -5)) ? undefined : wrongValue(name, value)
  if (wrong !== undefined) throw new SetupError(`${name} ${wrong.replace(/\.?$/, '.')}`)
}

/** Reads the file's settings, with the text of files that it names. */
function settingsIn(file: string): Values {
  const { env, problems } = withFiles(existsSync(file) ? { ...readEnvFile(file) } : {}, NAMES)
  if (problems.length > 0) throw new SetupError(problems.join('\n'))
  return Object.fromEntries(Object.entries(env).map(([name, value = '']) => [name, value.trim()]))
}

/** Writes changed settings. A setting from a separate file is detached from it. */
function keep(file: string, changes: Values): void {
  const before = settingsIn(file)
  const changed = Object.entries(changes).filter(([name, value]) => before[name] !== value)
  if (changed.length === 0) return
  const files = changed.filter(([name]) => before[`${name}_FILE`]).map(([name]) => [`${name}_FILE`, ''] as const)
  keepInEnvFile(file, Object.fromEntries([...files, ...changed]))
}

function configOf(values: Values): Config {
  try {
    return readConfig({ ...values })
  } catch (error) {
    if (error instanceof ConfigError) throw new SetupError(error.message)
    throw error
  }
}
