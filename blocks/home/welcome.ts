/** The app's Home before an account is connected. */
import type { HomeView } from '@slack/types'
import { connectBlocks } from '../admin/connect.js'
import { view } from '../ids.js'
import { context, divider, header, section } from '../kit/kit.js'

/** The sentence for a person without a role on any connected account. */
export const NO_ACCESS = 'You don’t have access to an account yet. Ask an admin of your workspace for a role.'

/** `canConnect`: the reader may connect accounts. `isShutOut`: the reader has no role on any connected account. */
export function welcomeView({ canConnect, isShutOut }: { canConnect: boolean; isShutOut: boolean }): HomeView {
  const first = 'No account is connected yet.'
  return {
    type: 'home',
    callback_id: view.home,
    blocks: [
      header('Pinslot'),
      section('Create Pinterest pins in Slack, schedule them, and Pinslot publishes each one on time, exactly once.'),
      ...(canConnect
        ? connectBlocks(`${first} Connect your Pinterest account in your browser.`, null)
        : [section(isShutOut ? NO_ACCESS : `${first} Ask an admin to connect one.`)]),
      divider(),
      context('See all commands with /pin help.'),
    ],
  }
}
