/** What the newest message says, now or in a while. */
import { expect, vi } from 'vitest'
import type { Screen } from '../../../src/sandbox/slack/screen.js'
import type { SlackUser } from '../../support/slack-user.js'
import { lastMessage, textOn } from './a-team.js'

/** With plain spaces. */
export const lastText = (screen: Screen): string => textOn(lastMessage(screen)).replaceAll('\u00a0', ' ')

/** Waits for what is shown while work is under way, whatever the app's timeout is. */
export async function untilShown(person: SlackUser, sentence: string): Promise<Screen> {
  return vi.waitFor(
    async () => {
      const screen = await person.screen()
      expect(textOn(screen.messages.at(-1))).toContain(sentence)
      return screen
    },
    { timeout: 60_000 },
  )
}
