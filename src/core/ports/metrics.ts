/** What those who watch the service are shown: types only. The figures are kept in src/metrics, what readiness means is in src/service. */
import type { FailureReason } from './notice.js'
import type { PlatformError } from './platform.js'

/** Whether this process can do its work. */
export type Readiness = {
  /** What keeps it from that, each in a sentence; none: it is ready. */
  problems: string[]
  /** Unusual, but no problem. */
  notes: string[]
}

/** All figures as text, in the form that `contentType` names. */
export type Exposition = { contentType: string; text: string }

export type PublishWork = 'publish' | 'read back' | 'recover'
export type PublishResult = 'sent' | 'failed' | 'again' | 'held' | 'unknown' | 'superseded' | 'error'
/** `held`: no request was sent, since the account has used up what the platform allows. */
export type PlatformResult = 'ok' | 'held' | PlatformError['kind']
/** `undeliverable`: at once, there is no recipient · `gave up`: after ten tries over a day. */
export type DeliveryResult = 'delivered' | 'later' | 'undeliverable' | 'gave up' | 'error'

/** `failed`: given up, or the receiver said that it is over · `superseded`: deleted, or somebody else's by then. */
export type WebhookResult = 'delivered' | 'later' | 'failed' | 'superseded' | 'error'

/** Counts what happens. A call takes some microseconds, never throws and waits for nothing. */
export type Meter = {
  /** The request of a pin begins, so many ms after its time. Not of retries. */
  pinRequested: (latenessMs: number) => void
  /** An attempt, a read-back or the recovery of a lost post has ended. */
  publishEnded: (work: PublishWork, result: PublishResult, reason?: FailureReason) => void
  /** One exchange with the platform; `operation` is one of a fixed list. */
  platformCalled: (call: { operation: string; result: PlatformResult; ms: number }) => void
  noticeTried: (result: DeliveryResult) => void
  /** @param ms from the first byte sent to the end of the answer; absent: nothing was sent */
  webhookTried: (result: WebhookResult, ms?: number) => void
  tickRan: (job: string, result: 'done' | 'failed') => void
  /** @param route the template, never the address itself: that may hold a token */
  requestAnswered: (request: { method: string; route: string; status: number; ms: number }) => void
  /** A transaction got a connection of the pool with this name. */
  connectionTaken: (pool: string, waitedMs: number) => void
  /** At once, since there is more to do than gets done. It is answered, too. */
  requestRefused: () => void
}
