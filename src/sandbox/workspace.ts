/** A small Slack of our own in the same process: the Web API for the app, people and a page on the other side. */
import type { FastifyPluginAsync } from 'fastify'
import { type Limit, oneAtATime } from '../core/lib/work/concurrency.js'
import type { Clock, Db, Log } from '../core/ports/deps.js'
import { stepsPage } from './page/steps.js'
import { pageRoutes } from './page/routes.js'
import { perform, type Act } from './slack/act.js'
import { type ApiFault, makeApiFaults } from './slack/methods/faults.js'
import { type AppFeatures, appFeatures } from './slack/app-features.js'
import type { Switches, Workspace } from './slack/context.js'
import { readFileBytes } from './slack/files.js'
import { setGroup, type Group } from './slack/people.js'
import type { Colleague, Who } from './slack/ids.js'
import { oauthPage } from './slack/install.js'
import { slackRoutes } from './slack/routes.js'
import { readScreen, type Screen } from './slack/screen.js'
import { makeSender, type SenderOptions } from './slack/send.js'
import { makeWebApi } from './slack/methods/web-api.js'

/** Slack's own value. */
export const TRIGGER_MS = 3_000

export type LocalSlackOptions = {
  db: Db
  /** Dates messages; the sandbox's virtual clock. */
  clock: Clock
  /** The machine's time: signatures, trigger ids, response urls. */
  wallClock: Clock
  signingSecret: string
  log: Log
  features?: AppFeatures
  readSample?: Workspace['readSample'] | undefined
  sending?: Pick<SenderOptions, 'deadlineMs' | 'eventRetryDelaysMs'>
  /** Replaces Slack's three seconds. */
  triggerMs?: number
}

export type LocalSlack = {
  workspace: Workspace
  /** The Web API, response urls and files: for Bolt's clientOptions.fetch. */
  fetch: typeof fetch
  /** The page at /sandbox, POST /sandbox/slack/act, GET /sandbox/slack/screen. */
  plugin: FastifyPluginAsync
  /**
   * Sets the app's address, how to know that its listeners are done, and an address whose domain's links it unfurls; required before any
   * action.
   */
  connect(baseUrl: () => string, options?: { appIdle?: () => Promise<void>; unfurls?: () => string }): void
  /**
   * Acts as a person and waits until the app is idle.
   * @throws NotOnScreen
   */
  act(act: Act): Promise<Screen>
  screen(who: Who): Promise<Screen>
  /** Refuses the next calls of a Web API method, as often as the fault says. */
  addFault(fault: ApiFault): void
  /** Sets the processing time of the app's files. */
  setSwitches(switches: Switches): void
  /**
   * Sets the members of a user group; the app may cache the old ones for ten minutes.
   * @returns undefined if there is no such group
   */
  setGroup(handle: string, people: readonly Colleague[]): Promise<Group | undefined>
  /** Resolves when everything sent to the app is answered and its listeners are done. */
  idle(): Promise<void>
  close(): Promise<void>
}

export function makeLocalSlack({
  db,
  clock,
  wallClock,
  signingSecret,
  log,
  features = appFeatures,
  readSample = async () => undefined,
  sending,
  triggerMs = TRIGGER_MS,
}: LocalSlackOptions): LocalSlack {
  const sender = makeSender({ signingSecret, wallClock, log, ...sending })
  const workspace: Workspace = {
    db,
    clock,
    wallClock,
    log,
    features,
    faults: makeApiFaults(),
    sender,
    triggerMs,
    refusedBlocks: [],
    executions: new Map(),
    filesTakeMs: 0,
    curvesQuotes: true,
    unfurls: () => undefined,
    filled: Promise.resolve(),
    readSample,
  }
  let appIdle: () => Promise<void> = async () => {}
  const turns = new Map<Who, Limit>()

  const idle = async () => {
    await sender.settled()
    await appIdle()
    await sender.settled()
  }
  const screen = (who: Who) => readScreen(workspace, who)
  /** Serializes the actions of each person; two people may act at once. */
  const inTurn = <T>(who: Who, work: () => Promise<T>): Promise<T> => {
    const turn = turns.get(who) ?? oneAtATime()
    turns.set(who, turn)
    return turn(work)
  }
  const act = (request: Act) =>
    inTurn(request.as, async () => {
      await perform(workspace, request)
      await idle()
      return screen(request.as)
    })
  const addFault = (fault: ApiFault) => workspace.faults.add(fault)
  const setSwitches = (switches: Switches) => void Object.assign(workspace, switches)

  const groupSetter = (handle: string, members: readonly Colleague[]) => db.tx((sql) => setGroup(sql, handle, members))

  return {
    workspace,
    fetch: makeWebApi(workspace),
    plugin: async (app) => {
      await app.register(
        slackRoutes({ act, screen, addFault, setSwitches, setGroup: groupSetter, readFile: (id) => readFileBytes(db.sql, id) }),
      )
      await app.register(pageRoutes(workspace))
      await app.register(stepsPage(workspace))
      await app.register(oauthPage(workspace))
    },
    connect(baseUrl, options = {}) {
      sender.connect(baseUrl)
      if (options.appIdle) appIdle = options.appIdle
      if (options.unfurls) workspace.unfurls = options.unfurls
    },
    act,
    screen,
    addFault,
    setSwitches,
    setGroup: groupSetter,
    idle,
    close: () => sender.close(),
  }
}
