/** Web API calls that fail on demand. */
/** `error`: Slack's error name; "ratelimited" is a 429, "http_500" that status, "hang" never answers. */
export type ApiFault = { method: string; times: number; error: string; retryAfterSeconds: number }
export type ApiFaults = { add(fault: ApiFault): void; take(method: string): ApiFault | undefined; clear(): void }

export function makeApiFaults(): ApiFaults {
  const planned: ApiFault[] = []
  return {
    add: (fault) => void planned.push({ ...fault }),
    take(method) {
      const fault = planned.find((each) => each.times > 0 && (each.method === method || each.method === '*'))
      if (fault) fault.times -= 1
      return fault
    },
    clear: () => void planned.splice(0),
  }
}
