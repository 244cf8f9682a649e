/** How Slack saw each command and click answered. */
import type { LocalSlack } from '../../../src/sandbox/workspace.js'

export type SeenAck = { kind: string; ms: number }

/** @returns filled as acks come */
export function watchAcks(slack: LocalSlack): SeenAck[] {
  const acks: SeenAck[] = []
  const { sender } = slack.workspace
  const real = { ...sender }
  const watched =
    <Asked, Answered extends { kind: string }>(send: (asked: Asked) => Promise<Answered>) =>
    async (asked: Asked) => {
      const begun = performance.now()
      const answer = await send(asked)
      acks.push({ kind: answer.kind, ms: performance.now() - begun })
      return answer
    }
  Object.assign(sender, {
    sendCommand: watched((form: Record<string, string>) => real.sendCommand(form)),
    sendInteraction: watched((payload: object) => real.sendInteraction(payload)),
  })
  return acks
}
