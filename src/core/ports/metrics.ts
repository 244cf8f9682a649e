/** What the monitoring endpoints show: types only. The figures are kept in src/metrics; src/service defines readiness. */
import type { FailureReason } from './notice.js'
import type { PlatformError } from './platform.js'

/** Whether this process can do its work. */
export type Readiness = {
  /** What prevents it, one sentence each; empty: it is ready. */
  problems: string[]
  /** Unusual, but no problem. */
  notes: string[]
}

/** All metrics as text, in the format that `contentType` names. */
export type Exposition = { contentType: string; text: string }

export type PublishWork = 'publish' | 'read back' | 'recover'
export type PublishResult = 'sent' | 'failed' | 'again' | 'held' | 'unknown' | 'superseded' | 'error'
/** `held`: no request was sent, because the account has used up the platform's rate limit. */
export type PlatformResult = 'ok' | 'held' | PlatformError['kind']
/** `undeliverable`: final at once, there is no recipient · `gave up`: after ten tries over a day. */
export type DeliveryResult = 'delivered' | 'later' | 'undeliverable' | 'gave up' | 'error'

/** `failed`: given up, or the receiver ended it · `superseded`: deleted, or claimed by another process. */
export type WebhookResult = 'delivered' | 'later' | 'failed' | 'superseded' | 'error'

/** Counts events. A call takes a few microseconds, never throws and never waits. */
export type Meter = {
  /** The first request for a pin begins, this many ms after its time. Retries are not counted. */
  pinRequested: (latenessMs: number) => void
  /** An attempt, a read-back or the recovery of a lost post ended. */
  publishEnded: (work: PublishWork, result: PublishResult, reason?: FailureReason) => void
  /** One exchange with the platform; `operation` is one of a fixed list. */
  platformCalled: (call: { operation: string; result: PlatformResult; ms: number }) => void
  noticeTried: (result: DeliveryResult) => void
  /** Somebody said whether the drafts of a page are of use. */
  draftsRated: (writtenBy: 'local' | 'model', isUseful: boolean) => void
  /** @param ms from the first byte sent to the end of the answer; absent: nothing was sent */
  webhookTried: (result: WebhookResult, ms?: number) => void
  tickRan: (job: string, result: 'done' | 'failed') => void
  /** `route`: the template, never the address itself, which may contain a token. */
  requestAnswered: (request: { method: string; route: string; status: number; ms: number }) => void
  /** A transaction got a connection of the pool with this name. */
  connectionTaken: (pool: string, waitedMs: number) => void
  /** A request was answered at once with a refusal, because the process is overloaded. It also counts as answered. */
  requestRefused: () => void
}
